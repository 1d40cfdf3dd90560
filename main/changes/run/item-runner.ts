import type { DeskError } from '../../../contract/errors/errors.ts';
import { isInEffectState } from '../../../contract/changes/item-states.ts';
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
import type { ItemResolving } from './resolve-item.ts';
import { resolveItem } from './resolve-item.ts';
import type { Turn, Width } from './active-items.ts';

export interface Running
  extends Omit<ItemApplication, 'noted' | 'commit' | 'maySend'>, Omit<ItemResolving, 'commit'> {
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
  /** All unresolved items by default. */
  readonly itemIds?: readonly string[];
}

interface ItemsRun extends Run {
  readonly itemIds: readonly string[];
  readonly width: Width;
}

/** What the items of one run share, and how each of them is run and resolved. */
export interface ItemRunner {
  /** What the item must not overlap with; undefined if it has to run alone. */
  lanesOf(item: StoredItem, kind: RegisteredKind | undefined): Promise<readonly string[] | undefined>;
  /** `release` frees the lanes of the item before it ends, as soon as nothing can be mistaken for it. */
  run(item: StoredItem, kind: RegisteredKind | undefined, turn: Turn, release: () => void): Promise<void>;
  /** True if no more items are started: the run was paused, or the whole tenant is unavailable. */
  isStopped(): boolean;
  /** Writes collected changes to the offline copies, and returns why the run stopped early. */
  end(): DeskError | undefined;
}

export function createItemRunner(running: Running, run: ItemsRun, runItem: RunItem): ItemRunner {
  const { store } = running;
  const { plan, tenant, itemIds, width } = run;
  const { total } = store.counts(plan.id);
  const offline = createOfflineNotes(running, plan.tenantId);
  const commit = createGroupCommit({
    transaction: (work) => store.together(work),
    maxWaiting: width.active,
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

  const emitProgress = (
    more: { readonly current: string } | { readonly item?: ReturnType<typeof summarizeItem> },
  ) => running.emit('changes.progress', { planId: plan.id, stage: 'applying', total, done, ...more });

  /** What the item must know of the others, and they of it. */
  function contextOf(item: StoredItem, { batched }: Turn): ChangeContext {
    return {
      ...ofRun,
      // Reads for one item can serve the next only if nothing is sent in between.
      reads: width.all === 1 ? shared : createFreshReads({ lasting, batch: batched }),
      attemptId: item.id,
      isOfAnother: (id) => made.has(id) && made.get(id) !== item.id,
    };
  }

  const isStopped = (): boolean => stop !== undefined || run.isStopped();

  /** When a run stops, items that haven't sent yet are held back; if items run one by one, the current one is finished. */
  async function maySend(turn: Turn, notifyCurrent: () => void): Promise<boolean> {
    if (width.all === 1) return true;
    await turn.toSend();
    if (isStopped()) return false;
    notifyCurrent();
    return true;
  }

  return {
    lanesOf: (item, kind) => lanesOf(kind, item, { ...ofRun, reads: shared }),
    async run(item, kind, turn, release) {
      const notifyCurrent = (): void => emitProgress({ current: `${item.title}: ${item.targetName}` });
      // If several items read at once, progress names the one that sends.
      if (width.all === 1) notifyCurrent();
      const noted = (targetId: string): void => {
        if (item.verb !== 'create') return;
        made.set(targetId, item.id);
        // From now on its ID distinguishes it from others.
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
          : await runItem(application, kind, item, contextOf(item, turn));
      // No more items are started, even while this result is written.
      if (end.stops === true) stop = end.error;
      const now = await resolveItem({ ...running, commit }, plan, item.id, end);
      if (end.outcome !== undefined) noted(end.outcome.targetId);
      if (end.state !== 'pending') done += 1;
      if (now !== undefined && isInEffectState(now.state)) offline.add(now);
      emitProgress(now === undefined ? {} : { item: summarizeItem(now) });
    },
    isStopped,
    end() {
      offline.write();
      return stop;
    },
  };
}

/** An item that this version can't read isn't sent; whether it was sent before isn't known. */
function unreadableEnd({ state, error }: StoredItem): ItemEnd {
  const known = error === undefined ? {} : { error };
  return state === 'pending' ? { state: 'left-out', ...known } : { state: 'unknown', ...known };
}
