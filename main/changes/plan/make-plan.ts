import type { PlanOrigin } from '../../../contract/changes/changes.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import { inOrder } from '../../platform/timing/in-order.ts';
import type { PlannedState } from '../kind/change-context.ts';
import { freshContext } from '../kind/change-context.ts';
import type { ItemPlanning } from './plan-item.ts';
import { planItem, planItemOrSkip } from './plan-item.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { NewItem } from '../record/item-writes.ts';
import type { PlannedEdit } from './planned-edit.ts';

export interface PlanMaking extends ItemPlanning {
  readonly store: PlanStore;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface NewPlanRequest {
  readonly tenant: TenantProfile;
  readonly edits: readonly PlannedEdit[];
  readonly origin: PlanOrigin;
  /** Replaces the title that is built from the items. */
  readonly title?: string;
}

/** Items that are written together, so that a plan with thousands is never in memory as a whole. */
const batchSize = 100;
/** Items that are read from the tenant at once. */
const readsAtOnce = 4;

/**
 * Reads the tenant and stores, item by item, what would change. Sends nothing that changes anything. Returns the plan's ID; on a
 * failure nothing of the plan remains.
 */
export async function makePlan(
  making: PlanMaking,
  { tenant, edits, origin, title }: NewPlanRequest,
  call: CallContext,
): Promise<string> {
  const { store, newId, now } = making;
  if (edits.length === 0) throw failure('invalid-input', 'Nothing to apply.');
  rejectDuplicateTargets(edits);
  const planId = newId();
  const context = { ...freshContext(tenant, call), planned: edits.flatMap(stateOf) };
  store.add({
    id: planId,
    tenantId: tenant.id,
    tenantName: tenant.name,
    state: 'planning',
    origin,
    title: '',
    createdAt: now(),
    appliedBy: '',
    appliedAt: null,
  });
  try {
    const titles = createTitle();
    let batch: NewItem[] = [];
    let done = 0;
    const planOne = edits.length === 1 ? planItem : planItemOrSkip;
    const yielder = createYielder();
    const planned = inOrder(edits, readsAtOnce, async (edit) => {
      if (yielder.isOver()) await yielder.rest();
      call.signal.throwIfAborted();
      return await planOne(making, edit, context);
    });
    for await (const item of planned) {
      titles.add(item);
      batch.push(item);
      done += 1;
      if (batch.length === batchSize || done === edits.length) {
        store.addItems(planId, batch);
        batch = [];
        making.emit('changes.progress', { planId, stage: 'planning', done, total: edits.length });
      }
    }
    store.updatePlan(planId, { state: 'planned', title: title ?? titles.text(making) });
    return planId;
  } catch (error) {
    store.removePlan(planId);
    throw error;
  }
}

/** The wanted state of an item, if the edit contains it. */
function stateOf(edit: PlannedEdit): PlannedState[] {
  return edit.type === 'edit' ? [edit] : [];
}

/** `Replace script · Payroll`, `Delete webhook · 30 webhooks` or `201 changes`. */
function createTitle() {
  const titles = new Set<string>();
  let first: NewItem | undefined;
  let count = 0;
  return {
    add(item: NewItem): void {
      first ??= item;
      count += 1;
      titles.add(item.title);
    },
    text({ kinds }: ItemPlanning): string {
      if (first === undefined) return '';
      if (count === 1) return `${first.title} · ${first.targetName}`;
      if (titles.size > 1) return `${count} changes`;
      return `${first.title} · ${count} ${kinds.get(first.kind).noun.many}`;
    },
  };
}

/** Each item is compared with its current state on the tenant; a second change of it would be compared with an outdated one. */
function rejectDuplicateTargets(edits: readonly PlannedEdit[]): void {
  const seen = new Set<string>();
  for (const edit of edits) {
    if (edit.type === 'action' || edit.targetId === null) continue;
    const key = `${edit.kind}\n${edit.targetId}`;
    if (seen.has(key)) {
      throw failure('invalid-input', 'The plan changes the same item twice. Apply one change at a time.', {
        detail: `${edit.kind} ${edit.targetId}`,
      });
    }
    seen.add(key);
  }
}
