import { openItemStates } from '../../../contract/changes.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { Emit } from '../../../contract/events.ts';
import type { CallContext } from '../../../contract/methods.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import type { ChangeContext, Remembered } from '../kind/change-kind.ts';
import { isStorageFailure } from '../../platform/storage/best-effort.ts';
import { inOrder } from '../../platform/in-order.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind } from '../kind/registered-kind.ts';
import { summariseItem } from '../plan/describe-plan.ts';
import type { StoredItem, StoredPlan } from '../plan/plan-record.ts';
import type { ItemApplication, ItemEnd } from './apply-item.ts';
import { applyItem, lookAgain } from './apply-item.ts';
import { createLanes } from './lanes.ts';
import type { Settling } from './settle-item.ts';
import { rememberedOf, settleItem } from './settle-item.ts';

export interface Running extends ItemApplication, Settling {
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
  const width = atOnce(running, plan.id);
  // A cancel takes effect between items.
  const call = { requestId, signal: new AbortController().signal };
  const lasting = new Map<string, Promise<unknown>>();
  const shared = createFreshReads(lasting);
  let done = total - ids.length;
  let stop: DeskError | undefined;

  function* remaining(): Generator<StoredItem> {
    for (const id of ids) {
      if (stop !== undefined || isStopped()) return;
      const item = store.item(id);
      if (item !== undefined) yield item;
    }
  }

  const lanes = createLanes();
  const treatOne = async (item: StoredItem, kind: RegisteredKind | undefined): Promise<void> => {
    // It may have waited in its lane.
    if (stop !== undefined || isStopped()) return;
    running.emit('changes.progress', { ...progress, done, current: `${item.title}: ${item.targetName}` });
    // What is read for one item serves the next only where nothing is sent in between.
    const reads = width === 1 ? shared : createFreshReads(lasting);
    const context = { tenant, call, reads, pauses: running.verifyPauses };
    const end = kind === undefined ? unreadableEnd(item) : await treat(running, kind, item, context);
    settleItem(running, plan, item.id, end);
    if (end.stops === true) stop = end.error;
    done += 1;
    const now = store.item(item.id);
    if (now?.state === 'verified') offline.add(now);
    const settled = now === undefined ? {} : { item: summariseItem(now) };
    running.emit('changes.progress', { ...progress, done, ...settled });
  };
  const treated = inOrder(remaining(), width, (item) => {
    const kind = running.kinds.find(item.kind);
    return lanes.take(laneOf(kind, item), () => treatOne(item, kind));
  });
  for await (const _item of treated) continue;
  offline.write();
  store.updatePlan(plan.id, { error: stop ?? null });
  finishIfSettled(running, plan.id);
  return stop;
}

/** What this version does not know is looked at by nobody else either. */
function laneOf(kind: RegisteredKind | undefined, { kind: name, plannedTargetId }: StoredItem): string {
  return kind?.type === 'thing' ? kind.laneOf(plannedTargetId) : `${name}:${plannedTargetId}`;
}

/** Items under way at once, where they have nothing to do with each other. */
const mostAtOnce = 4;

/**
 * How many items of a run may be under way at once: one, unless all of them change or delete different things of kinds
 * whose things are independent. What a run creates is told from what was there before, and needs its turn.
 */
function atOnce({ store, kinds }: Running, planId: string): number {
  const aims = store.aims(planId, openItemStates);
  // Things of several kinds that are one record have one lane.
  const targets = new Set(aims.map(({ kind, plannedTargetId }) => `${kind}\n${plannedTargetId}`));
  const isIndependent = aims.every(({ kind, verb }) => {
    const known = kinds.find(kind);
    return known?.type === 'thing' && known.isIndependent && verb !== 'create';
  });
  return isIndependent && targets.size === aims.length ? mostAtOnce : 1;
}

/** What this version cannot read it does not send; whether it was sent before is not known. */
function unreadableEnd({ state, error }: StoredItem): ItemEnd {
  const known = error === undefined ? {} : { error };
  return state === 'pending' ? { state: 'left-out', ...known } : { state: 'unknown', ...known };
}

/** Changes of which the offline copies learn together. */
const mostNotes = 250;

/** Collects what was read back, for offline copies that are written once for many changes. */
function createOfflineNotes({ kinds, store }: Pick<Running, 'kinds' | 'store'>, tenantId: string) {
  const byKind = new Map<string, Remembered<unknown>[]>();
  const write = (kind: string): void => {
    const thing = kinds.find(kind);
    const notes = byKind.get(kind) ?? [];
    byKind.delete(kind);
    if (thing?.type !== 'thing') return;
    try {
      store.together(() => thing.remember(notes, tenantId));
    } catch (error) {
      // What was applied is in the journal by now; a copy for later is no reason to call it failed.
      if (!isStorageFailure(error)) throw error;
    }
  };
  return {
    add(item: StoredItem): void {
      const notes = byKind.get(item.kind) ?? [];
      notes.push(rememberedOf(item));
      byKind.set(item.kind, notes);
      if (notes.length >= mostNotes) write(item.kind);
    },
    write(): void {
      for (const kind of [...byKind.keys()]) write(kind);
    },
  };
}

/** A plan is finished when nothing of it is left to do and nothing is unknown. A crash may come before this. */
export function finishIfSettled({ store }: Pick<Running, 'store'>, planId: string): void {
  if (store.itemIds(planId, openItemStates).length === 0) store.updatePlan(planId, { state: 'finished' });
}
