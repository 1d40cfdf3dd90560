import type { Emit } from '../../../contract/bridge/events.ts';
import { isSettledInEffect } from '../../../contract/changes/item-states.ts';
import type { Remembered } from '../kind/change-kind.ts';
import type { OutcomeBase } from '../kind/change-context.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { isNewTarget } from '../record/target-successors.ts';
import type { VersionRecorder } from '../versions/version-recorder.ts';
import type { ItemEnd } from './apply-item.ts';
import type { Commit } from './group-commit.ts';

export interface Settling {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: DraftService;
  readonly versions: VersionRecorder;
  readonly emit: Emit;
  readonly commit: Commit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Writes down how an item ended, with all that follows from it, in one transaction: what it took back, the identifier
 * under which its thing goes on, its draft, and the offline copies. Answers the item as it is then.
 */
export async function settleItem(
  settling: Settling,
  plan: StoredPlan,
  itemId: string,
  end: ItemEnd,
): Promise<StoredItem | undefined> {
  const { item, moved } = await settling.commit(() => writeEnd(settling, plan, itemId, end));
  if (moved !== undefined) settling.emit('targets.moved', moved);
  return item;
}

function writeEnd(settling: Settling, plan: StoredPlan, itemId: string, end: ItemEnd): Settled {
  const { store } = settling;
  const item = store.settle(itemId, end.state, settling.now(), end);
  if (item === undefined) return {};
  const isInEffect = isSettledInEffect(end.state);
  if (!isInEffect && end.state !== 'unchanged') {
    storeDraft(settling, plan, item, end);
    return { item };
  }
  if (item.undoes !== null) noteTakenBack(store, plan, item);
  const hasDraft = isDraftLeft(settling, plan, item);
  const moved = isInEffect ? followTarget(settling, plan, item) : undefined;
  // Once the new identifier has the past of the old one: what it was is known there already.
  if (isInEffect) noteVersions(settling, plan, item);
  if (hasDraft) closeDraft(settling, plan, item);
  else followChange(settling, plan, item);
  return { item, moved };
}

interface Settled {
  readonly item?: StoredItem;
  readonly moved?: ReturnType<typeof followTarget>;
}

/** What a change created, replaced or brought back goes on under another identifier: everything that aims at it follows. */
function followTarget({ store, drafts }: Settling, plan: StoredPlan, item: StoredItem) {
  const newId = targetIdOf(item);
  const oldId = item.revives ?? formerIdOf(item);
  if (newId === '' || oldId === '' || oldId === newId) return undefined;
  // The identifier of a draft may be used again, and has no past.
  if (!isNewTarget(oldId)) store.noteSuccessor(plan.tenantId, oldId, newId);
  drafts.moveTarget(plan.tenantId, oldId, newId);
  return { tenantId: plan.tenantId, kind: item.kind, from: oldId, to: newId };
}

/** Of what was created, that of its draft: who types on there must not make another of it. */
function formerIdOf({ verb, plannedTargetId, draft }: StoredItem): string {
  if (verb === 'update') return plannedTargetId;
  return verb === 'create' ? (draft?.targetId ?? '') : '';
}

function targetIdOf({ outcome }: StoredItem): string {
  const known = outcome as OutcomeBase | undefined;
  return known?.targetId ?? '';
}

function noteTakenBack(store: PlanStore, plan: StoredPlan, { undoes }: StoredItem): void {
  if (undoes === null) return;
  // Some changes are taken back by several: only the last one says that it is done.
  const states = store.statesUndoing(plan.id, undoes);
  if (states.every((state) => isSettledInEffect(state) || state === 'unchanged')) {
    store.markTakenBack(undoes, plan.id);
  }
}

/** What it was is kept as well: it may have been put there by other means, and never been looked at. */
function noteVersions({ kinds, versions }: Settling, plan: StoredPlan, item: StoredItem): void {
  const kind = kinds.find(item.kind);
  if (kind?.type !== 'thing' || !kind.hasVersions) return;
  const { tenantId } = plan;
  if (item.before !== null) versions.noteSeen(kind, { tenantId, targetId: item.targetId }, item.before);
  if (item.after === null) return;
  versions.noteApplied(
    kind,
    { tenantId, targetId: targetIdOf(item) || item.targetId },
    { state: item.after, isUndo: item.undoes !== null, author: plan.appliedBy, planId: plan.id },
  );
}

function storeDraft({ drafts }: Settling, plan: StoredPlan, item: StoredItem, { error }: ItemEnd): void {
  if (item.draft === null || error === undefined) return;
  const key = { tenantId: plan.tenantId, kind: item.kind, targetId: item.draft.targetId };
  if (drafts.holds(key, item.draft)) drafts.noteError(key, error);
}

/** Another plan may have closed it since: what stands where the thing is known now is then another draft. */
function isDraftLeft({ drafts }: Settling, { tenantId }: StoredPlan, { kind, draft }: StoredItem): boolean {
  return draft === null || drafts.holds({ tenantId, kind, targetId: draft.targetId }, draft);
}

function closeDraft({ kinds, drafts }: Settling, plan: StoredPlan, item: StoredItem): void {
  const kind = kinds.find(item.kind);
  if (kind?.type !== 'thing') return;
  const { tenantId } = plan;
  if (item.draft === null) {
    followChange({ drafts }, plan, item);
    return;
  }
  const newId = targetIdOf(item);
  const isNew = newId !== '' && newId !== item.draft.targetId;
  // More may have been typed meanwhile: it goes on as a draft of the thing that there is now.
  if (isNew) drafts.moveTarget(tenantId, item.draft.targetId, newId);
  const targetId = isNew ? newId : item.draft.targetId;
  drafts.settle({ key: { tenantId, kind: item.kind, targetId }, ref: item.draft, state: item.after });
}

/** Of a change that no draft is left of: another draft of the thing goes on from it, where nothing contradicts. */
function followChange({ drafts }: Pick<Settling, 'drafts'>, plan: StoredPlan, item: StoredItem): void {
  const targetId = targetIdOf(item) || item.targetId;
  drafts.followOwnChange(plan.tenantId, item.kind, targetId, { before: item.before, after: item.after });
}

/** What the offline copies have to learn of a settled item. */
export function rememberedOf(item: StoredItem): Remembered<unknown> {
  return { oldId: item.plannedTargetId, targetId: targetIdOf(item), state: item.after };
}
