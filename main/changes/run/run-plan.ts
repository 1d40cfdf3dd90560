import { openItemStates } from '../../../contract/changes.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { Emit } from '../../../contract/events.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import type { ChangeContext } from '../kind/change-kind.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind } from '../kind/registered-kind.ts';
import { summariseItem } from '../plan/describe-plan.ts';
import type { StoredItem, StoredPlan } from '../plan/plan-record.ts';
import type { ItemApplication, ItemEnd } from './apply-item.ts';
import { applyItem, lookAgain } from './apply-item.ts';
import { createGroupCommit } from './group-commit.ts';
import { createLanes } from './lanes.ts';
import { createOfflineNotes } from './offline-notes.ts';
import { lanesOf, widthOf } from './run-width.ts';
import type { Settling } from './settle-item.ts';
import { settleItem } from './settle-item.ts';
import type { Turn } from './under-way.ts';
import { createUnderWay } from './under-way.ts';

export interface Running extends Omit<ItemApplication, 'noted' | 'commit'>, Omit<Settling, 'commit'> {
  readonly kinds: KindTable;
  readonly emit: Emit;
  /** See `ChangeContext`. */
  readonly verifyPauses: ChangeContext['pauses'];
}

type Treat = (
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
) => Promise<ItemEnd>;

/**
 * Applies the items of a plan that are not settled: one after the other, or several at once where they have nothing to
 * do with each other. `isPaused` is asked between items: a request
 * is never torn off half-way. When the tenant as a whole cannot be asked the rest waits, the plan stays open, and
 * the answer says why.
 */
export function runPlan(
  running: Running,
  plan: StoredPlan,
  tenant: TenantProfile,
  call: CallContext,
  isPaused: () => boolean,
): Promise<DeskError | undefined> {
  const isStopped = (): boolean => isPaused() || call.signal.aborted;
  return treatItems(running, { plan, tenant, requestId: call.requestId, isStopped }, applyItem);
}

/** Reads again what is not known of a plan, or of these items of it. Sends nothing. Answers why it could not look at everything. */
export function lookAtPlan(
  running: Running,
  plan: StoredPlan,
  tenant: TenantProfile,
  call: CallContext,
  {
    until = 'once',
    itemIds,
  }: { readonly until?: 'once' | 'a-change'; readonly itemIds?: readonly string[] } = {},
): Promise<DeskError | undefined> {
  const looking: Treat = (_application, kind, item, context) =>
    item.state === 'pending' ? Promise.resolve({ state: 'pending' }) : lookAgain(kind, item, context, until);
  const isStopped = (): boolean => call.signal.aborted;
  const run = { plan, tenant, requestId: call.requestId, isStopped };
  return treatItems(running, itemIds === undefined ? run : { ...run, itemIds }, looking);
}

interface Run {
  readonly plan: StoredPlan;
  readonly tenant: TenantProfile;
  readonly requestId: string;
  readonly isStopped: () => boolean;
  /** All that are not settled, unless told otherwise. */
  readonly itemIds?: readonly string[];
}

async function treatItems(
  running: Running,
  { plan, tenant, requestId, isStopped, itemIds }: Run,
  treat: Treat,
): Promise<DeskError | undefined> {
  const { store } = running;
  const { total } = store.counts(plan.id);
  const ids = itemIds ?? store.itemIds(plan.id, openItemStates);
  const progress = { planId: plan.id, stage: 'applying', total } as const;
  const offline = createOfflineNotes(running, plan.tenantId);
  const width = widthOf(running, plan.id);
  const underWay = createUnderWay(width);
  const lanes = createLanes();
  const commit = createGroupCommit((work) => store.together(work));
  const made = new Map(store.createdBy(plan.id).map(({ targetId, id }) => [targetId, id]));
  // A cancel takes effect between items.
  const call = { requestId, signal: new AbortController().signal };
  const lasting = new Map<string, Promise<unknown>>();
  const ofRun = { tenant, call, pauses: running.verifyPauses };
  const shared = createFreshReads({ lasting });
  let done = total - ids.length;
  let stop: DeskError | undefined;
  const isOver = (): boolean => stop !== undefined || isStopped() || underWay.hasFailed();

  const treatOne = async (
    item: StoredItem,
    kind: RegisteredKind | undefined,
    { gathered }: Turn,
    release: () => void,
  ): Promise<void> => {
    running.emit('changes.progress', { ...progress, done, current: `${item.title}: ${item.targetName}` });
    // What is read for one item serves the next only where nothing is sent in between.
    const reads = width.all === 1 ? shared : createFreshReads({ lasting, gather: gathered });
    const isOfAnother = (id: string): boolean => made.has(id) && made.get(id) !== item.id;
    const noted = (targetId: string): void => {
      if (item.verb !== 'create') return;
      made.set(targetId, item.id);
      // From now on it is told from others by its identifier.
      release();
    };
    const application = { store, now: running.now, noted, commit };
    const end =
      kind === undefined
        ? unreadableEnd(item)
        : await treat(application, kind, item, { ...ofRun, reads, isOfAnother });
    // Nothing more is begun, also while this is written.
    if (end.stops === true) stop = end.error;
    const now = await settleItem({ ...running, commit }, plan, item.id, end);
    if (end.outcome !== undefined) noted(end.outcome.targetId);
    done += 1;
    if (now?.state === 'verified') offline.add(now);
    const settled = now === undefined ? {} : { item: summariseItem(now) };
    running.emit('changes.progress', { ...progress, done, ...settled });
  };

  for (const id of ids) {
    await underWay.room();
    if (isOver()) break;
    const item = store.item(id);
    if (item === undefined) continue;
    const kind = running.kinds.find(item.kind);
    const taken = await lanesOf(kind, item, { ...ofRun, reads: shared });
    if (taken === undefined) await underWay.ended();
    underWay.begin(async (turn) => {
      const release = await turn.away(lanes.take(taken ?? []));
      try {
        // It may have waited in its lane.
        if (!isOver()) await treatOne(item, kind, turn, release);
      } finally {
        release();
      }
    });
    if (taken === undefined) await underWay.ended();
  }
  await underWay.ended();
  offline.write();
  store.updatePlan(plan.id, { error: stop ?? null });
  finishIfSettled(running, plan.id);
  return stop;
}

/** What this version cannot read it does not send; whether it was sent before is not known. */
function unreadableEnd({ state, error }: StoredItem): ItemEnd {
  const known = error === undefined ? {} : { error };
  return state === 'pending' ? { state: 'left-out', ...known } : { state: 'unknown', ...known };
}

/** A plan is finished when nothing of it is left to do and nothing is unknown. A crash may come before this. */
export function finishIfSettled({ store }: Pick<Running, 'store'>, planId: string): void {
  if (store.itemIds(planId, openItemStates).length === 0) store.updatePlan(planId, { state: 'finished' });
}
