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
import { hasEffect, isInEffect } from '../record/item-effect.ts';
import { isNewTarget } from '../record/target-successors.ts';

/** One change to plan, whatever the plan is made from. */
export type PlannedEdit =
  | {
      readonly type: 'edit';
      readonly kind: string;
      readonly targetId: string | null;
      readonly base: unknown;
      readonly wanted: unknown;
      readonly draft?: DraftRef;
      /** The item that this undoes, and the old ID of the item that it restores. */
      readonly undoes?: string;
      readonly revives?: string;
      /** Why it is planned if no one requested it separately: shown in the review. */
      readonly reason?: string;
      /** The requests that a person chose for sending it. */
      readonly sendMode?: SendMode | undefined;
    }
  /** Sets the same members whatever the tenant has; null deletes the item. */
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

/** Items that a retry plans again. */
const unsuccessful: readonly ItemState[] = ['refused', 'outdated', 'left-out'];

/** The edits of a request, one by one. Throws `not-found`, `invalid-input` and `record-unreadable`. */
export function editsOf(
  sources: EditSources,
  tenant: TenantProfile,
  request: ChangeRequest,
): readonly PlannedEdit[] {
  const tenantId = tenant.id;
  switch (request.from) {
    case 'drafts':
      return [
        ...request.drafts.map(({ kind, targetId }) => draftEdit(sources, tenantId, kind, targetId)),
        ...(request.edits ?? []).map((edit) => ({ type: 'edit' as const, ...checked(edit) })),
      ];
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

/** The changes of a file, aimed at the current IDs of its items. */
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
 * The edits that undo items, newest first, aimed at the current IDs of their targets. Throws `invalid-input` with the reason if
 * none of them can be undone.
 */
export function undoEdits(
  { store, kinds }: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  items: readonly StoredItem[],
): readonly PlannedEdit[] {
  const edits = items
    .filter(hasEffect)
    .toReversed()
    .flatMap((item) => inverseEdits({ store, kinds }, tenantId, item));
  if (edits.length > 0) return edits;
  throw failure('invalid-input', whyNot(items));
}

/**
 * The edits that roll back the items of a run, newest first: as `undoEdits`, and including what may be in effect without a way
 * to verify it. Throws `invalid-input` if something took effect and nothing of it can be rolled back.
 */
export function rollbackEdits(
  sources: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  items: readonly StoredItem[],
): readonly PlannedEdit[] {
  const inEffect = items.filter(
    (item) => isInEffect(item) || (item.state === 'unknown' && isUnconfirmed(item.outcome)),
  );
  const edits = inEffect.toReversed().flatMap((item) => inverseEdits(sources, tenantId, item));
  if (inEffect.length > 0 && edits.length === 0) throw failure('invalid-input', whyNot(inEffect));
  return edits;
}

function inverseEdits(
  { store, kinds }: Pick<EditSources, 'store' | 'kinds'>,
  tenantId: string,
  item: StoredItem,
): readonly PlannedEdit[] {
  if (store.undoing(item.id).some(({ state }) => state === 'open')) {
    throw failure('plan-outdated', `“${item.title}: ${item.targetName}” is already being undone.`);
  }
  const kind = kinds.get(item.kind);
  const read = (state: unknown): unknown => (state === null ? null : kind.parse(state, item.kindVersion));
  const stored = { ...item, before: read(item.before), after: read(item.after) };
  const edits =
    item.details.irreversible === undefined
      ? kind.inverse(stored, item.outcome)
      : kind.rollback(stored, item.outcome);
  return edits.map((edit) => ({
    type: 'edit',
    ...edit,
    targetId: edit.targetId === null ? null : store.currentId(tenantId, edit.targetId),
    undoes: item.id,
    // If the tenant couldn't hold both items when this was sent, it can't during the undo either.
    ...(item.details.sendMode === undefined ? {} : { sendMode: item.details.sendMode }),
    ...(edit.targetId === null && item.targetId !== '' ? { revives: item.targetId } : {}),
  }));
}

function whyNot(items: readonly StoredItem[]): string {
  const [item] = items;
  if (item === undefined) return 'There is nothing to undo.';
  const name = `${item.title}: ${item.targetName}`;
  if (item.undoneBy !== null || item.state === 'taken-back') return `“${name}” was undone already.`;
  const reason = item.details.irreversible ?? 'It changed nothing.';
  return `“${name}” can’t be undone. ${reason}`;
}

/** The item may have a new ID since the person requested this. */
function draftEdit(
  { drafts, kinds, store }: EditSources,
  tenantId: string,
  kind: string,
  requestedId: string,
): PlannedEdit {
  kinds.itemKind(kind);
  const targetId = isNewTarget(requestedId) ? requestedId : store.currentId(tenantId, requestedId);
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
  // If the draft is gone, what was planned from it is still known.
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

/** Without a base, a change of an existing item would silently undo what others did in the meantime. */
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

/** Throws `not-found` if an item doesn't exist, belongs to another tenant or deleted nothing. */
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
