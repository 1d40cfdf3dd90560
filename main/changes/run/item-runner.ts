import type { DeskError } from '../../../contract/errors/errors.ts';
import { isSettledInEffect } from '../../../contract/changes/item-states.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { ChangeContext } from '../kind/change-context.ts';
import { createFreshReads } from '../kind/fresh-reads.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { RegisteredKind } from '../kind/registered-kind.ts';
import { summarizeItem } from '../plan/describe-plan.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { ItemApplication, ItemEnd } from './apply-item.ts';
import { createGroupCommit } from './group-commit.ts';
import { createOfflineNotes } from './offline-notes.ts';
import { lanesOf } from './concurrency.ts';
import type { Settling } from './resolve-item.ts';
import { settleItem } from './resolve-item.ts';
import type { Turn, Width } from './active-items.ts';

export interface Running
  extends Omit<ItemApplication, 'noted' | 'commit' | 'maySend'>, Omit<Settling, 'commit'> {
  readonly kinds: KindTable;
  readonly emit: Emit;
  /** See `ChangeContext`. */
  readonly verifyPauses: ChangeContext['pauses'];
}

export type RunItem = (
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
) => Promise<ItemEnd>;

export interface Run {
  readonly plan: StoredPlan;
  readonly tenant: TenantProfile;
  readonly requestId: string;
  readonly isStopped: () => boolean;
  /** All that are not settled, unless told otherwise. */
  readonly itemIds?: readonly string[];
}

interface TreatedRun extends Run {
  readonly itemIds: readonly string[];
  readonly width: Width;
}

/** What the items of one run have in common, and how each of them is treated and settled. */
export interface ItemRunner {
  /** What the item must not overlap with; undefined where it has to be alone. */
  lanesOf(item: StoredItem, kind: RegisteredKind | undefined): Promise<readonly string[] | undefined>;
  /** `release` gives the lanes of the item free before its end, as soon as nothing can be taken for it any longer. */
  treat(item: StoredItem, kind: RegisteredKind | undefined, turn: Turn, release: () => void): Promise<void>;
  /** Nothing more is begun: it was paused, or the tenant as a whole cannot be asked. */
  isStopped(): boolean;
  /** Writes what was collected, and answers why the run stopped before its end. */
  end(): DeskError | undefined;
}

export function createItemRunner(running: Running, run: TreatedRun, treat: RunItem): ItemRunner {
  const { store } = running;
  const { plan, tenant, itemIds, width } = run;
  const { total } = store.counts(plan.id);
  const offline = createOfflineNotes(running, plan.tenantId);
  const commit = createGroupCommit({
    transaction: (work) => store.together(work),
    most: width.active,
    clock: () => performance.now(),
  });
  const made = new Map(store.createdBy(plan.id).map(({ targetId, id }) => [targetId, id]));
  const lasting = new Map<string, Promise<unknown>>();
  const shared = createFreshReads({ lasting });
  // A cancel takes effect between items.
  const call = { requestId: run.requestId, signal: new AbortController().signal };
  const ofRun = { tenant, call, pauses: running.verifyPauses };
  let done = total - itemIds.length;
  let stop: DeskError | undefined;

  const tell = (more: { readonly current: string } | { readonly item?: ReturnType<typeof summarizeItem> }) =>
    running.emit('changes.progress', { planId: plan.id, stage: 'applying', total, done, ...more });

  /** What the item must know of the others, and they of it. */
  function contextOf(item: StoredItem, { gathered }: Turn): ChangeContext {
    return {
      ...ofRun,
      // What is read for one item serves the next only where nothing is sent in between.
      reads: width.all === 1 ? shared : createFreshReads({ lasting, gather: gathered }),
      attemptId: item.id,
      isOfAnother: (id) => made.has(id) && made.get(id) !== item.id,
    };
  }

  const isStopped = (): boolean => stop !== undefined || run.isStopped();

  /** Of many that were looked at together those that have not sent yet are held back; one by one the one under way is finished. */
  async function maySend(turn: Turn, notifyCurrent: () => void): Promise<boolean> {
    if (width.all === 1) return true;
    await turn.toSend();
    if (isStopped()) return false;
    notifyCurrent();
    return true;
  }

  return {
    lanesOf: (item, kind) => lanesOf(kind, item, { ...ofRun, reads: shared }),
    async treat(item, kind, turn, release) {
      const notifyCurrent = (): void => tell({ current: `${item.title}: ${item.targetName}` });
      // Of many that look together the one is told that sends.
      if (width.all === 1) notifyCurrent();
      const noted = (targetId: string): void => {
        if (item.verb !== 'create') return;
        made.set(targetId, item.id);
        // From now on it is told from others by its identifier.
        release();
      };
      const application = {
        store,
        now: running.now,
        noted,
        commit,
        maySend: () => maySend(turn, notifyCurrent),
      };
      const end =
        kind === undefined
          ? unreadableEnd(item)
          : await treat(application, kind, item, contextOf(item, turn));
      // Nothing more is begun, also while this is written.
      if (end.stops === true) stop = end.error;
      const now = await settleItem({ ...running, commit }, plan, item.id, end);
      if (end.outcome !== undefined) noted(end.outcome.targetId);
      if (end.state !== 'pending') done += 1;
      if (now !== undefined && isSettledInEffect(now.state)) offline.add(now);
      tell(now === undefined ? {} : { item: summarizeItem(now) });
    },
    isStopped,
    end() {
      offline.write();
      return stop;
    },
  };
}

/** What this version cannot read it does not send; whether it was sent before is not known. */
function unreadableEnd({ state, error }: StoredItem): ItemEnd {
  const known = error === undefined ? {} : { error };
  return state === 'pending' ? { state: 'left-out', ...known } : { state: 'unknown', ...known };
}
