import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import { signedInName } from '../../tenants/session/session-directory.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { confirmedOutcome, type StoredItem, type StoredPlan } from '../record/plan-record.ts';
import type { NewItem } from '../record/item-writes.ts';
import type { PlannedEdit } from '../plan/planned-edit.ts';
import { rollbackEdits } from '../plan/planned-edit.ts';
import { lookAtPlan } from './run-plan.ts';
import type { Running } from './item-runner.ts';

export interface RollingBack extends Running {
  readonly newId: () => string;
  /** Who is signed in to the tenant. */
  readonly sessions: SessionDirectory;
}

/**
 * Makes the plan that rolls back what a plan did, newest first. It is completely on disk before its first request, so that an
 * interrupted one is resumed and never planned again. Returns undefined if there is nothing to roll back. Items with an unknown
 * result are checked first; if that fails, it throws and nothing is changed.
 */
export async function openRollback(
  rolling: RollingBack,
  plan: StoredPlan,
  tenant: TenantProfile,
  call: CallContext,
): Promise<StoredPlan | undefined> {
  const { store } = rolling;
  if (plan.origin.type === 'take-back') {
    throw failure('invalid-input', 'This is already a rollback: resume it, or keep the result.');
  }
  const unable = await lookAtPlan(rolling, plan, tenant, call, { until: 'a-change' });
  if (unable !== undefined) throw new DeskFailure(unable);
  call.signal.throwIfAborted();
  const items = store.itemIds(plan.id).flatMap((id) => store.item(id) ?? []);
  const unseen = items.find((item) => item.state === 'unknown' && confirmedOutcome(item) !== undefined);
  if (unseen !== undefined) throw notKnown(unseen);
  const unproven = items.find(({ arrivals }) => arrivals.length > 0);
  if (unproven !== undefined) throw notClaimed(unproven);
  const edits = rollbackEdits(rolling, tenant.id, items);
  return store.together(() => {
    store.skip(plan.id, 'pending', rolling.now());
    for (const item of items) if (hasNoEffect(item)) store.resolve(item.id, 'taken-back', rolling.now());
    store.updatePlan(plan.id, { state: 'finished', error: null });
    return edits.length === 0 ? undefined : openPlan(rolling, plan, edits);
  });
}

/** It was checked, and nothing of it exists. */
function hasNoEffect({ state, outcome }: StoredItem): boolean {
  return state === 'unknown' && outcome === undefined;
}

function openPlan(
  rolling: RollingBack,
  plan: StoredPlan,
  edits: readonly PlannedEdit[],
): StoredPlan | undefined {
  const { store, now } = rolling;
  const id = rolling.newId();
  const at = now();
  store.add({
    id,
    tenantId: plan.tenantId,
    tenantName: plan.tenantName,
    state: 'open',
    origin: { type: 'take-back', planId: plan.id },
    title: `Roll back: ${plan.title}`,
    createdAt: at,
    appliedBy: signedInName(rolling.sessions, plan.tenantId),
    appliedAt: at,
  });
  store.addItems(
    id,
    edits.flatMap((edit) => rollbackItem(rolling, edit)),
  );
  return store.plan(id);
}

/** The state it starts from is read right before it is sent. */
function rollbackItem(
  { kinds, newId }: { readonly kinds: KindTable; readonly newId: () => string },
  edit: PlannedEdit,
): NewItem[] {
  if (edit.type !== 'edit') return [];
  const kind = kinds.itemKind(edit.kind);
  const verb = edit.wanted === null ? 'delete' : edit.targetId === null ? 'create' : 'update';
  const verbs = { create: 'Restore', update: 'Restore', delete: 'Delete' } as const;
  const state = edit.wanted ?? edit.base;
  return [
    {
      id: newId(),
      state: 'pending',
      kind: kind.name,
      kindVersion: kind.version,
      verb,
      targetId: edit.targetId ?? '',
      targetName: state === null ? '' : kind.nameOf(state),
      title: `${verbs[verb]} ${kind.noun.one}`,
      summary: 'Original value',
      groupId: `${kind.name} ${verb}`,
      typeName: '',
      decision: null,
      base: edit.base,
      wanted: edit.wanted,
      before: null,
      after: verb === 'create' ? edit.wanted : null,
      details: { basis: 'fresh', warnings: [], steps: [], ...(edit.sendMode && { sendMode: edit.sendMode }) },
      draft: null,
      undoes: edit.undoes ?? null,
      revives: edit.revives ?? null,
      error: undefined,
    },
  ];
}

/** Items that may be someone else's are never deleted, and items that may be ours are never silently left behind. */
function notClaimed({ targetName, arrivals }: StoredItem): DeskFailure {
  const names = arrivals.map(({ name }) => name).join(', ');
  return failure(
    'outcome-unknown',
    `New items may come from “${targetName}” or from someone else: ${names}. Nothing was rolled back. Specify whether they are yours, then roll back.`,
  );
}

function notKnown(item: StoredItem): DeskFailure {
  return failure(
    'outcome-unknown',
    `The result for ${item.targetName} isn’t known yet, so nothing was rolled back. Check its status, then roll back.`,
    item.error === undefined ? {} : { detail: item.error.message },
  );
}
