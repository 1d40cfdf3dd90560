import type { ChangeRequest, Edit, ItemState, TextEdit } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { OpenedFiles } from '../../platform/files/opened-files.ts';
import type { OpenedSet } from '../files/change-set-file.ts';
import { isForTenant } from '../files/change-set-file.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { isUnconfirmed, type DraftRef, type StoredItem, type StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { hasEffect, isThere } from '../record/item-effect.ts';
import { isNewTarget } from '../record/target-successors.ts';

/** One thing to plan, from whatever a plan is made of. */
export type PlannedEdit =
  | {
      readonly type: 'edit';
      readonly kind: string;
      readonly targetId: string | null;
      readonly base: unknown;
      readonly wanted: unknown;
      readonly draft?: DraftRef;
      /** The item that this takes back, and the identifier of the thing that it brings back. */
      readonly undoes?: string;
      readonly revives?: string;
      /** Why it is planned, where nobody asked for it by itself: said in the review. */
      readonly reason?: string;
      /** With which requests a person chose to send it. */
      readonly sendMode?: SendMode | undefined;
    }
  /** The same members of whatever the tenant has; null deletes it. */
  | {
      readonly type: 'patch';
      readonly kind: string;
      readonly targetId: string;
      readonly set: Readonly<Record<string, unknown>> | null;
      readonly texts?: Readonly<Record<string, TextEdit>>;
    }
  | { readonly type: 'action'; readonly kind: string; readonly input: unknown };

export interface EditSources {
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly drafts: Pick<DraftService, 'read' | 'holds'>;
  readonly changeSets: Pick<OpenedFiles<OpenedSet>, 'get'>;
}

/** Items that a retry plans once more. */
const unsuccessful: readonly ItemState[] = ['refused', 'outdated', 'left-out'];

/** What a request asks for, one thing after the other. Throws `not-found`, `invalid-input` and `record-unreadable`. */
export function editsOf(
  sources: EditSources,
  tenant: TenantProfile,
  request: ChangeRequest,
): readonly PlannedEdit[] {
  const tenantId = tenant.id;
  switch (request.from) {
    case 'drafts':
      return request.drafts.map(({ kind, targetId }) => draftEdit(sources, tenantId, kind, targetId));
    case 'targets': {
      const { kind, set, texts = {} } = request;
      return request.targetIds.map((targetId) => ({ type: 'patch', kind, targetId, set, texts }));
    }
    case 'edits':
      return request.edits.map((edit) => ({ type: 'edit', ...checked(edit) }));
    case 'action':
      return request.inputs.map((input) => ({ type: 'action', kind: request.kind, input }));
    case 'undo': {
      const { itemIds, planId } = request;
      const items = itemsOf(sources.store, planId).filter(({ id }) => itemIds?.includes(id) ?? true);
      return undoEdits(sources, tenantId, items);
    }
    case 'deleted':
      return undoEdits(sources, tenantId, deletedItems(sources.store, tenantId, request.itemIds));
    case 'retry':
      return itemsOf(sources.store, request.planId)
        .filter(({ state }) => unsuccessful.includes(state))
        .map((item) => retryEdit(sources, tenantId, item));
    case 'change-set':
      return changeSetEdits(sources, tenant, request.fileId);
  }
}

/** What a file wants, aimed at what its things are known as now. */
function changeSetEdits(
  { changeSets, store }: EditSources,
  tenant: TenantProfile,
  fileId: string,
): readonly PlannedEdit[] {
  const { fileName, set } = changeSets.get(fileId);
  if (!isForTenant(set, tenant)) {
    throw failure(
      'invalid-input',
      `${fileName} was made for ${set.tenant.name} (${set.tenant.address}), not for ${tenant.name}. Nothing was planned. Open it in ${set.tenant.name}.`,
    );
  }
  return set.changes.map(({ kind, targetId, base, wanted }) => ({
    type: 'edit',
    kind,
    targetId: targetId === null ? null : store.currentId(tenant.id, targetId),
    base,
    wanted,
  }));
}

/**
 * What takes items back, newest first, aimed at what their things are known as now. Throws `invalid-input` when
 * nothing of them can be taken back, with the reason.
 */
export function undoEdits(
  { store, kinds }: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  items: readonly StoredItem[],
): readonly PlannedEdit[] {
  const edits = items
    .filter(hasEffect)
    .toReversed()
    .flatMap((item) => waysBack({ store, kinds }, tenantId, item));
  if (edits.length > 0) return edits;
  throw failure('invalid-input', whyNot(items));
}

/**
 * What rolls back the items of a run, newest first: as `undoEdits`, and with what may be in effect without a way to see it.
 * Throws `invalid-input` when something took effect and nothing of it can be rolled back.
 */
export function rollbackEdits(
  sources: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  items: readonly StoredItem[],
): readonly PlannedEdit[] {
  const inEffect = items.filter(
    (item) => isThere(item) || (item.state === 'unknown' && isUnconfirmed(item.outcome)),
  );
  const edits = inEffect.toReversed().flatMap((item) => waysBack(sources, tenantId, item));
  if (inEffect.length > 0 && edits.length === 0) throw failure('invalid-input', whyNot(inEffect));
  return edits;
}

function waysBack(
  { store, kinds }: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  item: StoredItem,
): readonly PlannedEdit[] {
  if (store.takingBack(item.id).some(({ state }) => state === 'open')) {
    throw failure('plan-outdated', `“${item.title}: ${item.targetName}” is already being undone.`);
  }
  const kind = kinds.get(item.kind);
  const read = (state: unknown): unknown => (state === null ? null : kind.parse(state, item.kindVersion));
  const kept = { ...item, before: read(item.before), after: read(item.after) };
  const edits =
    item.words.irreversible === undefined
      ? kind.inverse(kept, item.outcome)
      : kind.rollback(kept, item.outcome);
  return edits.map((edit) => ({
    type: 'edit',
    ...edit,
    targetId: edit.targetId === null ? null : store.currentId(tenantId, edit.targetId),
    undoes: item.id,
    // What made room that way has none for both on the way back either.
    ...(item.words.sendMode === undefined ? {} : { sendMode: item.words.sendMode }),
    ...(edit.targetId === null && item.targetId !== '' ? { revives: item.targetId } : {}),
  }));
}

function whyNot(items: readonly StoredItem[]): string {
  const [item] = items;
  if (item === undefined) return 'There is nothing to undo.';
  const name = `${item.title}: ${item.targetName}`;
  if (item.undoneBy !== null || item.state === 'taken-back') return `“${name}” was undone already.`;
  const reason = item.words.irreversible ?? 'It changed nothing.';
  return `“${name}” can’t be undone. ${reason}`;
}

/** Its thing may go on under another identifier since the person asked. */
function draftEdit(
  { drafts, kinds, store }: EditSources,
  tenantId: string,
  kind: string,
  asked: string,
): PlannedEdit {
  kinds.thing(kind);
  const targetId = isNewTarget(asked) ? asked : store.currentId(tenantId, asked);
  const { state, base, revision } = drafts.read({ tenantId, kind, targetId });
  return {
    type: 'edit',
    kind,
    targetId: isNewTarget(targetId) ? null : targetId,
    base,
    wanted: state,
    draft: { targetId, revision },
  };
}

function retryEdit(sources: EditSources, tenantId: string, item: StoredItem): PlannedEdit {
  if (item.verb === 'run') return { type: 'action', kind: item.kind, input: item.after };
  // Where the draft is gone, what was planned of it is still known.
  if (item.draft !== null && isReadable(sources.drafts, { tenantId, kind: item.kind }, item.draft)) {
    return draftEdit(sources, tenantId, item.kind, item.draft.targetId);
  }
  const kind = sources.kinds.get(item.kind);
  const read = (state: unknown): unknown => (state === null ? null : kind.parse(state, item.kindVersion));
  return {
    type: 'edit',
    kind: item.kind,
    targetId: item.targetId === '' ? null : sources.store.currentId(tenantId, item.targetId),
    base: read(item.base),
    wanted: read(item.wanted),
    ...(item.undoes === null ? {} : { undoes: item.undoes }),
    ...(item.revives === null ? {} : { revives: item.revives }),
  };
}

function isReadable(
  drafts: EditSources['drafts'],
  { tenantId, kind }: { readonly tenantId: string; readonly kind: string },
  draft: DraftRef,
): boolean {
  const key = { tenantId, kind, targetId: draft.targetId };
  if (!drafts.holds(key, draft)) return false;
  try {
    drafts.read(key);
    return true;
  } catch {
    return false;
  }
}

/** Without a base a change of something existing would silently take back what others did meanwhile. */
function checked(edit: Edit): Omit<Edit, 'targetId'> & { readonly targetId: string | null } {
  const { targetId, base, wanted } = edit;
  const exists = targetId !== null && !isNewTarget(targetId);
  if (!exists && wanted === null) {
    throw failure('invalid-input', 'Invalid change: no source or target.');
  }
  if (exists && base === null) {
    throw failure(
      'invalid-input',
      'A change of an existing item needs its base. Open it again and review the change.',
    );
  }
  return exists ? edit : { ...edit, targetId: null };
}

/** Throws `not-found` where an item is not there, is another tenant's or deleted nothing. */
function deletedItems(store: PlanStore, tenantId: string, itemIds: readonly string[]): StoredItem[] {
  return itemIds.map((itemId) => {
    const item = store.item(itemId);
    const isOurs = item?.verb === 'delete' && store.plan(item.planId)?.tenantId === tenantId;
    if (item === undefined || !isOurs) {
      throw failure('not-found', 'The deleted version is no longer stored. Nothing was planned.');
    }
    return item;
  });
}

function itemsOf(store: PlanStore, planId: string): StoredItem[] {
  const plan: StoredPlan | undefined = store.plan(planId);
  if (plan === undefined) throw failure('not-found', 'This history entry no longer exists.');
  return store.itemIds(planId).flatMap((id) => store.item(id) ?? []);
}
