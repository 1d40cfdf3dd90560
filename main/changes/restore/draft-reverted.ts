import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

export interface RevertedParts {
  readonly store: Pick<PlanStore, 'item' | 'idsOfKinds'>;
  readonly kinds: Pick<KindTable, 'find'>;
  readonly drafts: Pick<DraftService, 'raw' | 'save'>;
}

export interface RevertedItems {
  readonly plan: StoredPlan;
  readonly itemIds: readonly string[];
  /** The plan that reverted them. */
  readonly undoId: string;
}

/**
 * A change that was reverted because no one confirmed it becomes a draft again, based on the current state of the tenant. If a
 * draft of the item was started in the meantime, that one stays.
 */
export function draftReverted({ store, kinds, drafts }: RevertedParts, reverted: RevertedItems): void {
  const { plan, itemIds, undoId } = reverted;
  for (const id of itemIds) {
    const item = store.item(id);
    const kind = item === undefined ? undefined : kinds.find(item.kind);
    if (item === undefined || kind?.type !== 'item') continue;
    const key = { tenantId: plan.tenantId, kind: item.kind, targetId: item.targetId };
    const undo = store
      .idsOfKinds(undoId, [item.kind])
      .map((undoItemId) => store.item(undoItemId))
      .find((candidate) => candidate?.undoes === id);
    const theirs = undo?.state === 'verified' ? undo.after : undo?.before;
    // A created or deleted item has no state on both sides to continue from.
    if (theirs == null || item.before === null || item.after === null || drafts.raw(key) !== undefined)
      continue;
    const { merged, conflicts } = kind.merge({ base: item.before, theirs, mine: item.after });
    const state = conflicts.size > 0 ? item.after : merged;
    if (!kind.isIdentical(state, theirs)) drafts.save({ ...key, state, base: theirs, revision: null });
  }
}
