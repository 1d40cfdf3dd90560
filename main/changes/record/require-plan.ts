import { failure } from '../../platform/errors/failure.ts';
import type { StoredItem, StoredPlan } from './plan-record.ts';
import type { PlanStore } from './plan-store.ts';

/** Throws `not-found` for one that was discarded. */
export function requirePlan(store: PlanStore, planId: string): StoredPlan {
  const plan = store.plan(planId);
  if (plan !== undefined && plan.state !== 'planning') return plan;
  throw failure('not-found', 'This plan no longer exists: it was discarded.');
}

/** Throws `plan-outdated` for one that was applied. */
export function requirePlanned(store: PlanStore, planId: string): StoredPlan {
  const plan = requirePlan(store, planId);
  if (plan.state === 'planned') return plan;
  throw failure('plan-outdated', 'This plan was already applied. Review the change again.');
}

/** Throws `not-found` for a plan that wasn't started, or is finished. */
export function requireOpen(store: PlanStore, planId: string): StoredPlan {
  const plan = requirePlan(store, planId);
  if (plan.state === 'open') return plan;
  throw failure('not-found', 'This plan is already complete. See History.');
}

export function requireItem(store: PlanStore, planId: string, itemId: string): StoredItem {
  const item = store.item(itemId);
  if (item?.planId === planId) return item;
  throw failure('not-found', 'This change is no longer part of the plan.');
}
