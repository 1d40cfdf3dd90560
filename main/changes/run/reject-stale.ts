import { failure } from '../../platform/errors/failure.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { editsForUnresolved } from '../plan/unresolved-items.ts';
import type { Aim } from '../record/item-reads.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface StaleCheck {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: Pick<DraftService, 'holds'>;
}

/** Throws `plan-outdated` if other plans interfered since this one was made. Nothing is sent then. */
export function rejectStalePlan(parts: StaleCheck, plan: StoredPlan): void {
  const pending = parts.store.aims(plan.id, ['pending']);
  rejectDuplicateUndo(parts, plan);
  rejectUnresolvedTargets(parts, plan);
  rejectAppliedDrafts(parts, plan, pending);
  rejectRemainingCreations(parts, plan, pending);
}

/** Two plans that undo the same item would undo it twice. */
function rejectDuplicateUndo({ store }: StaleCheck, { id }: StoredPlan): void {
  const original = store.undoneByAnother(id);
  if (original === undefined) return;
  throw failure(
    'plan-outdated',
    `“${original.title}: ${original.targetName}” was already undone. Nothing was sent.`,
  );
}

/** Nothing more is sent for an item until the result of its last change is known. */
function rejectUnresolvedTargets({ store }: StaleCheck, { id }: StoredPlan): void {
  const held = store.heldByAnother(id);
  if (held === undefined) return;
  throw failure(
    'plan-outdated',
    `The result of “${held.title}” on ${held.targetName} isn’t resolved yet. Nothing was sent. Resume that plan or roll it back, then review this change again.`,
  );
}

/** If another plan created an item from the same draft in the meantime, this one would create it twice. */
function rejectAppliedDrafts(
  { drafts }: StaleCheck,
  { tenantId }: StoredPlan,
  pending: readonly Aim[],
): void {
  for (const { verb, kind, draftTargetId, draftRevision, targetName } of pending) {
    if (verb !== 'create' || draftTargetId === null || draftRevision === null) continue;
    const ref = { targetId: draftTargetId, revision: draftRevision };
    if (drafts.holds({ tenantId, kind, targetId: draftTargetId }, ref)) continue;
    throw failure(
      'plan-outdated',
      `The draft of ${targetName} was applied or discarded after the review. Nothing was sent. Review the change again.`,
    );
  }
}

/** Another plan of the same draft was closed unresolved in the meantime, and this one doesn't remove what that plan had created. */
function rejectRemainingCreations(
  parts: StaleCheck,
  { tenantId }: StoredPlan,
  pending: readonly Aim[],
): void {
  const drafts = pending.flatMap(({ kind, draftTargetId }) =>
    draftTargetId === null ? [] : [{ kind, targetId: draftTargetId }],
  );
  const undone = new Set(pending.map(({ undoes }) => undoes));
  for (const edit of editsForUnresolved(parts, tenantId, { from: 'drafts', drafts })) {
    if (edit.type !== 'edit' || edit.undoes === undefined || undone.has(edit.undoes)) continue;
    throw failure(
      'plan-outdated',
      'Another plan of the same draft was closed as is after this review. Nothing was sent. Review the change again.',
    );
  }
}
