import type { Emit } from '../../../contract/bridge/events.ts';
import { isInEffectState } from '../../../contract/changes/item-states.ts';
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

export interface ItemResolving {
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
 * Stores the result of an item and everything that follows from it in one transaction: what it undid, the new ID of its
 * target, its draft, and the versions. Returns the updated item.
 */
export async function resolveItem(
  resolving: ItemResolving,
  plan: StoredPlan,
  itemId: string,
  end: ItemEnd,
): Promise<StoredItem | undefined> {
  const { item, moved } = await resolving.commit(() => writeEnd(resolving, plan, itemId, end));
  if (moved !== undefined) resolving.emit('targets.moved', moved);
  return item;
}

function writeEnd(resolving: ItemResolving, plan: StoredPlan, itemId: string, end: ItemEnd): ResolvedItem {
  const { store } = resolving;
  const item = store.resolve(itemId, end.state, resolving.now(), end);
  if (item === undefined) return {};
  const isInEffect = isInEffectState(end.state);
  if (!isInEffect && end.state !== 'unchanged') {
    storeDraft(resolving, plan, item, end);
    return { item };
  }
  if (item.undoes !== null) noteUndone(store, plan, item);
  const hasDraft = isDraftLeft(resolving, plan, item);
  const moved = isInEffect ? followTarget(resolving, plan, item) : undefined;
  // After the new ID has the past of the old one, so that its earlier state is known under it.
  if (isInEffect) noteVersions(resolving, plan, item);
  if (hasDraft) closeDraft(resolving, plan, item);
  else followChange(resolving, plan, item);
  return { item, moved };
}

interface ResolvedItem {
  readonly item?: StoredItem;
  readonly moved?: ReturnType<typeof followTarget>;
}

/** An item that was created, replaced or restored continues under another ID: everything that refers to it follows. */
function followTarget({ store, drafts }: ItemResolving, plan: StoredPlan, item: StoredItem) {
  const newId = targetIdOf(item);
  const oldId = item.revives ?? formerIdOf(item);
  if (newId === '' || oldId === '' || oldId === newId) return undefined;
  // The ID of a draft may be used again, and has no past.
  if (!isNewTarget(oldId)) store.noteSuccessor(plan.tenantId, oldId, newId);
  drafts.moveTarget(plan.tenantId, oldId, newId);
  return { tenantId: plan.tenantId, kind: item.kind, from: oldId, to: newId };
}

/** For a new item, the ID of its draft: typing more in that draft must not create another item. */
function formerIdOf({ verb, plannedTargetId, draft }: StoredItem): string {
  if (verb === 'update') return plannedTargetId;
  return verb === 'create' ? (draft?.targetId ?? '') : '';
}

function targetIdOf({ outcome }: StoredItem): string {
  const known = outcome as OutcomeBase | undefined;
  return known?.targetId ?? '';
}

function noteUndone(store: PlanStore, plan: StoredPlan, { undoes }: StoredItem): void {
  if (undoes === null) return;
  // Some changes are undone by several items: only the last one marks it as undone.
  const states = store.statesUndoing(plan.id, undoes);
  if (states.every((state) => isInEffectState(state) || state === 'unchanged')) {
    store.markUndone(undoes, plan.id);
  }
}

/** Also stores the earlier state: it may have been set by other means, and never been read. */
function noteVersions({ kinds, versions }: ItemResolving, plan: StoredPlan, item: StoredItem): void {
  const kind = kinds.find(item.kind);
  if (kind?.type !== 'item' || !kind.hasVersions) return;
  const { tenantId } = plan;
  if (item.before !== null) versions.noteSeen(kind, { tenantId, targetId: item.targetId }, item.before);
  if (item.after === null) return;
  versions.noteApplied(
    kind,
    { tenantId, targetId: targetIdOf(item) || item.targetId },
    { state: item.after, isUndo: item.undoes !== null, author: plan.appliedBy, planId: plan.id },
  );
}

function storeDraft({ drafts }: ItemResolving, plan: StoredPlan, item: StoredItem, { error }: ItemEnd): void {
  if (item.draft === null || error === undefined) return;
  const key = { tenantId: plan.tenantId, kind: item.kind, targetId: item.draft.targetId };
  if (drafts.holds(key, item.draft)) drafts.noteError(key, error);
}

/** False if another plan has closed it since: what is stored under its ID now is then another draft. */
function isDraftLeft(
  { drafts }: ItemResolving,
  { tenantId }: StoredPlan,
  { kind, draft }: StoredItem,
): boolean {
  return draft === null || drafts.holds({ tenantId, kind, targetId: draft.targetId }, draft);
}

function closeDraft({ kinds, drafts }: ItemResolving, plan: StoredPlan, item: StoredItem): void {
  const kind = kinds.find(item.kind);
  if (kind?.type !== 'item') return;
  const { tenantId } = plan;
  if (item.draft === null) {
    followChange({ drafts }, plan, item);
    return;
  }
  const newId = targetIdOf(item);
  const isNew = newId !== '' && newId !== item.draft.targetId;
  // More may have been typed in the meantime: the draft continues as one of the item that exists now.
  if (isNew) drafts.moveTarget(tenantId, item.draft.targetId, newId);
  const targetId = isNew ? newId : item.draft.targetId;
  drafts.closeApplied({ key: { tenantId, kind: item.kind, targetId }, ref: item.draft, state: item.after });
}

/** For a change without a remaining draft: another draft of the item continues from it, unless they contradict. */
function followChange({ drafts }: Pick<ItemResolving, 'drafts'>, plan: StoredPlan, item: StoredItem): void {
  const targetId = targetIdOf(item) || item.targetId;
  drafts.followOwnChange(plan.tenantId, item.kind, targetId, { before: item.before, after: item.after });
}

/** What the offline copies need from a resolved item. */
export function rememberedOf(item: StoredItem): Remembered<unknown> {
  return { oldId: item.plannedTargetId, targetId: targetIdOf(item), state: item.after };
}
