import { failure } from '../../platform/errors/failure.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { editsForLeftovers } from '../plan/unresolved-items.ts';
import type { Aim } from '../record/item-reads.ts';
import type { StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';

interface Stale {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: Pick<DraftService, 'holds'>;
}

/** Throws `plan-outdated` where other plans came in between since this one was made. Nothing is sent then. */
export function refuseStale(parts: Stale, plan: StoredPlan): void {
  const pending = parts.store.aims(plan.id, ['pending']);
  refuseDoubledUndo(parts, plan);
  refuseHeld(parts, plan);
  refuseCreatedDrafts(parts, plan, pending);
  rejectLeftovers(parts, plan, pending);
}

/** Two plans that take back the same would do it twice. */
function refuseDoubledUndo({ store }: Stale, { id }: StoredPlan): void {
  const original = store.takenBackMeanwhile(id);
  if (original === undefined) return;
  throw failure(
    'plan-outdated',
    `“${original.title}: ${original.targetName}” was already undone. Nothing was sent.`,
  );
}

/** Nothing more is sent for a thing before it is known what became of the last change of it. */
function refuseHeld({ store }: Stale, { id }: StoredPlan): void {
  const held = store.heldByAnother(id);
  if (held === undefined) return;
  throw failure(
    'plan-outdated',
    `The result of “${held.title}” on ${held.targetName} isn’t resolved yet. Nothing was sent. Resume that plan or roll it back, then review this change again.`,
  );
}

/** What another plan has created from the same draft meanwhile would be there twice. */
function refuseCreatedDrafts({ drafts }: Stale, { tenantId }: StoredPlan, pending: readonly Aim[]): void {
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

/** Another plan of the same draft was left as it is meanwhile, and this one says nothing of what that had made. */
function rejectLeftovers(parts: Stale, { tenantId }: StoredPlan, pending: readonly Aim[]): void {
  const drafts = pending.flatMap(({ kind, draftTargetId }) =>
    draftTargetId === null ? [] : [{ kind, targetId: draftTargetId }],
  );
  const undone = new Set(pending.map(({ undoes }) => undoes));
  for (const edit of editsForLeftovers(parts, tenantId, { from: 'drafts', drafts })) {
    if (edit.type !== 'edit' || edit.undoes === undefined || undone.has(edit.undoes)) continue;
    throw failure(
      'plan-outdated',
      'Another plan of the same draft was kept as is after this review. Nothing was sent. Review the change again.',
    );
  }
}
