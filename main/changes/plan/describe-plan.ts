import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { isInEffectState } from '../../../contract/changes/item-states.ts';
import type { Plan, PlanItem, PlanItemSummary } from '../../../contract/changes/changes.ts';
import { runAtOnce, runInChunks } from '../../platform/timing/yielder.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { Conflicts } from '../kind/compare-states.ts';
import type { RegisteredKind } from '../kind/registered-kind.ts';
import type { ConfirmationWindow } from '../confirmation/confirmation-window.ts';
import { denialOfPlan } from './forbidden-plan.ts';
import { requiredAcknowledgement, requiredConfirmation } from './confirmation.ts';
import { warningOf, warningTexts } from '../record/item-warnings.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

export interface PlanDescribing {
  readonly store: PlanStore;
  readonly tenants: TenantDirectory;
  readonly policy: ManagedPolicy;
  readonly isRunning: (planId: string) => boolean;
  readonly confirmations: Pick<ConfirmationWindow, 'secondsOf'>;
}

/** Groups that a plan lists; further ones are found by paging through the items. */
const maxGroups = 500;
const maxTargets = 3;

/** A plan as it is sent over the bridge: what a review and a history entry show of it, without its items. */
export function describePlan(describing: PlanDescribing, plan: StoredPlan): Plan {
  return runAtOnce(planDescription(describing, plan));
}

/** As `describePlan`. Reading the items of a large plan takes milliseconds, so other work gets a turn between two reads. */
export function describePlanInChunks(describing: PlanDescribing, plan: StoredPlan): Promise<Plan> {
  return runInChunks(planDescription(describing, plan));
}

function* planDescription(
  { store, tenants, policy, isRunning, confirmations }: PlanDescribing,
  plan: StoredPlan,
): Generator<void, Plan> {
  const counts = store.counts(plan.id);
  yield;
  const changing = (counts.byState.pending ?? 0) - counts.undecided;
  const tenant = tenants.list().find(({ id }) => id === plan.tenantId);
  const acknowledgement =
    tenant === undefined || plan.state !== 'planned'
      ? undefined
      : requiredAcknowledgement(tenant, (limit) => store.risks(plan.id, limit));
  yield;
  const denied =
    tenant === undefined || plan.state !== 'planned'
      ? undefined
      : denialOfPlan({ policy, store }, tenant, plan.id)?.error;
  yield;
  const destinations = store.sends(plan.id);
  yield;
  const confirmWithinSeconds = plan.state === 'planned' ? confirmations.secondsOf(plan) : undefined;
  yield;
  const sendModes = plan.state === 'planned' ? store.sendModes(plan.id) : undefined;
  yield;
  const groups = yield* store.groups(plan.id, maxGroups);
  return {
    id: plan.id,
    tenantId: plan.tenantId,
    tenantName: plan.tenantName,
    title: plan.title,
    origin: plan.origin,
    state: plan.state === 'planning' ? 'planned' : plan.state,
    createdAt: plan.createdAt,
    appliedBy: plan.appliedBy,
    appliedAt: plan.appliedAt,
    isRunning: isRunning(plan.id),
    total: counts.total,
    counts: counts.byState,
    changing,
    undecided: counts.undecided,
    ...(plan.state === 'planned' && counts.warned > 0 ? { warned: counts.warned } : {}),
    isDestructive: counts.deletes > 0,
    isUndoable: plan.state === 'planned' ? counts.irreversible === 0 : counts.undoable > 0,
    confirmation: tenant === undefined ? null : requiredConfirmation(tenant, changing + counts.undecided),
    ...(denied === undefined ? {} : { denied }),
    ...(acknowledgement === undefined ? {} : { acknowledgement }),
    ...(destinations.length === 0 ? {} : { destinations }),
    ...(confirmWithinSeconds === undefined ? {} : { confirmWithinSeconds }),
    ...(sendModes === undefined ? {} : { sendModes }),
    groups,
    targets: store
      .targets(plan.id, maxTargets)
      .map(({ kind, targetId, targetName }) => ({ kind, id: targetId, name: targetName })),
    ...(plan.error === undefined ? {} : { error: plan.error }),
  };
}

export function summarizeItem(item: StoredItem): PlanItemSummary {
  const warning = warningOf(item.details);
  return {
    id: item.id,
    verb: item.verb,
    title: item.title,
    target: { kind: item.kind, id: item.targetId, name: item.targetName },
    summary: item.summary,
    state: item.state,
    decision: item.state === 'pending' ? item.decision : null,
    ...(item.error === undefined ? {} : { error: item.error }),
    undoneBy: item.undoneBy,
    isUndoable:
      isInEffectState(item.state) && item.undoneBy === null && item.details.irreversible === undefined,
    ...(warning === undefined ? {} : { warning }),
  };
}

/** An item with everything a review shows of it. Throws `record-unreadable` if its kind doesn't support its states. */
export function describeItem(item: StoredItem, kind: RegisteredKind | undefined): PlanItem {
  const { basis, findings, risks, steps, sendMode } = item.details;
  const merged = mergedOf(item, kind);
  return {
    ...summarizeItem(item),
    basis,
    warnings: warningTexts(item.details),
    steps,
    parts: partsOf(item, kind),
    ...(findings === undefined ? {} : { findings }),
    ...(risks === undefined ? {} : { risks }),
    ...(sendMode === undefined ? {} : { sendMode }),
    ...(merged.length === 0 ? {} : { merged }),
    ...(item.arrivals.length === 0 ? {} : { arrivals: [...item.arrivals] }),
  };
}

function mergedOf({ details, outcome }: StoredItem, kind: RegisteredKind | undefined): string[] {
  return [...(details.merged ?? []), ...(kind?.type === 'item' ? kind.mergedIn(outcome) : [])];
}

function partsOf(item: StoredItem, kind: RegisteredKind | undefined): ChangePart[] {
  if (item.details.shown !== undefined) return [...item.details.shown];
  if (kind?.type !== 'item') return [];
  const read = (state: unknown): unknown => (state === null ? null : kind.parse(state, item.kindVersion));
  return kind.show(read(item.before), read(item.after), conflictsOf(item, kind));
}

/** Conflicts aren't stored: they follow from the three sides. */
export function conflictsOf(item: StoredItem, kind: RegisteredKind | undefined): Conflicts | undefined {
  if (kind?.type !== 'item' || item.decision !== 'merge' || item.base === null) return undefined;
  const read = (state: unknown): unknown => kind.parse(state, item.kindVersion);
  return kind.merge({ base: read(item.base), theirs: read(item.before), mine: read(item.wanted) }).conflicts;
}
