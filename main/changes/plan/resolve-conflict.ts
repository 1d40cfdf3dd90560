import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { PlanFinding, PlanRisk } from '../../../contract/changes/changes.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import { freshContext } from '../kind/change-context.ts';
import type { RegisteredItemKind } from '../kind/registered-kind.ts';
import { conflictsOf } from './describe-plan.ts';
import { storeRead } from './cache-reads.ts';
import type { ItemPlanning } from './plan-item.ts';
import { planItemAgain } from './plan-item.ts';
import type { StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { PlannedEdit } from './planned-edit.ts';

export type Choice = { readonly take: 'mine' | 'theirs' | 'merged' } | { readonly text: string };
export type Choices = Readonly<Record<string, Choice>>;

export interface TriedChoices {
  readonly findings: PlanFinding[];
  readonly risks: PlanRisk[];
}

export interface ConflictResolving extends ItemPlanning {
  readonly store: PlanStore;
  readonly drafts: DraftService;
}

/** The key of the choice for a whole item, if there are no parts to choose between. */
const wholeItem = 'item';

/**
 * Resolves an item that needs a decision. From here on the person continues from the tenant version: it becomes the base of
 * their draft, and the item is compared again with a fresh read.
 */
export async function resolveConflict(
  resolving: ConflictResolving,
  request: { readonly tenant: TenantProfile; readonly item: StoredItem; readonly choices: Choices },
  call: CallContext,
): Promise<void> {
  const { tenant, item, choices } = request;
  const kind = resolving.kinds.itemKind(item.kind);
  const edit = resolvedEdit(kind, item, choices);
  const draft = item.draft === null ? null : rebased(resolving, tenant.id, item, edit);
  const context = freshContext(tenant, call);
  const again = draft === null ? edit : { ...edit, draft };
  const planned = await planItemAgain(resolving, item, again, context);
  // The draft continues from what was just read: older offline copies would seem to contradict it.
  if (planned.verb === 'update') storeRead(resolving, tenant.id, item.kind, [planned]);
  resolving.store.replaceItem(planned);
}

type Edit = Extract<PlannedEdit, { type: 'edit' }>;

function resolvedEdit(kind: RegisteredItemKind, item: StoredItem, choices: Choices): Edit {
  const edit = { type: 'edit', kind: item.kind, targetId: item.targetId } as const;
  switch (item.decision) {
    case null:
      throw failure('invalid-input', 'This change has no conflict to resolve.');
    case 'merge':
      return { ...edit, base: item.before, wanted: mergedState(kind, item, choices) };
    case 'changed-before-delete':
      return isMine(choices)
        ? { ...edit, base: item.before, wanted: null }
        : { ...edit, base: item.before, wanted: item.before };
    case 'gone':
      // Discarding your version means to accept that it was deleted.
      return isMine(choices)
        ? { ...edit, targetId: null, base: null, wanted: item.wanted }
        : { ...edit, base: item.base, wanted: null };
  }
}

function isMine(choices: Choices): boolean {
  const choice = choices[wholeItem];
  if (choice !== undefined && 'take' in choice && choice.take !== 'merged') return choice.take === 'mine';
  throw failure('invalid-input', 'Choose your version or the tenant version.');
}

/**
 * Describes the change that each of these choices would make, as its kind does. Reads the tenant; nothing is
 * stored or sent.
 */
export async function tryChoices(
  { kinds }: Pick<ItemPlanning, 'kinds'>,
  request: {
    readonly tenant: TenantProfile;
    readonly item: StoredItem;
    readonly choices: readonly Choices[];
  },
  call: CallContext,
): Promise<TriedChoices[]> {
  const { tenant, item, choices } = request;
  const kind = kinds.itemKind(item.kind);
  if (item.decision !== 'merge') throw failure('invalid-input', 'This change has no conflict to resolve.');
  const context = freshContext(tenant, call);
  const tried: TriedChoices[] = [];
  for (const each of choices) {
    call.signal.throwIfAborted();
    const { before, targetId } = item;
    const change = { verb: 'update', before, after: mergedState(kind, item, each), targetId } as const;
    const { findings = [], risks = [] } = await kind.tryOut(change, context);
    tried.push({ findings: [...findings], risks: [...risks] });
  }
  return tried;
}

function mergedState(kind: RegisteredItemKind, item: StoredItem, choices: Choices): unknown {
  let state = item.after;
  for (const [name, conflict] of conflictsOf(item, kind) ?? []) {
    const choice = choices[name];
    if (choice === undefined) {
      throw failure('invalid-input', `Both sides changed “${name}”: choose a version.`);
    }
    const value = 'text' in choice ? choice.text : conflict[choice.take];
    // A text may contain such lines: only those of the merge itself must not be sent.
    if (
      typeof value === 'string' &&
      value === conflict.merged &&
      !conflict.isClean &&
      value !== conflict.mine
    )
      throw failure('invalid-input', 'The text still has conflict markers. Resolve and remove them.');
    state = kind.withChoice(state, name, value);
  }
  return state;
}

function rebased(resolving: ConflictResolving, tenantId: string, item: StoredItem, { base, wanted }: Edit) {
  if (item.draft === null || wanted === null) return item.draft;
  const key = { tenantId, kind: item.kind, targetId: item.draft.targetId };
  const revision = resolving.drafts.rebase(key, wanted, base);
  return { targetId: item.draft.targetId, revision };
}
