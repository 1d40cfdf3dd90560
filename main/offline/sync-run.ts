import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { isTenantWide } from '../../contract/errors/errors.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { OfflineKind, OfflineKindState } from '../../contract/offline/offline.ts';
import { inOrder } from '../platform/timing/in-order.ts';

/** Some things that are read together. */
export interface OfflineItem {
  /** The snapshots that it writes, one for each thing. */
  readonly keys: readonly string[];
  /** Reads them from the tenant, not from what is kept. Throws. */
  read(call: CallContext): Promise<void>;
}

/** All there is of one kind. */
export interface OfflineReads {
  readonly kind: OfflineKind;
  /** True where it is read as a whole, and tells what else there is. */
  readonly isList: boolean;
  items(call: CallContext): Promise<readonly OfflineItem[]>;
}

export interface OfflineSyncRun {
  readonly reads: readonly OfflineReads[];
  /** How it stood before: when a kind was read the last time stays true until it is read again. */
  readonly before: readonly OfflineKindState[];
  /** What was read at this time or later need not be read again. */
  since(reads: OfflineReads): number;
  /** When each snapshot of the tenant was read, by key. */
  readonly readAt: () => ReadonlyMap<string, number>;
  /** Throws where what was just read is not on disk, or where there is no more room for it. */
  readonly assertStored: () => void;
  readonly note: (state: OfflineKindState) => void;
  /** Resolves after some milliseconds, or when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly call: CallContext;
}

/** Requests at once: a tenant has other work to do, and so has the person. */
const readsAtOnce = 3;
/** How long to leave a tenant alone that says that it is asked too much, after what the client waits by itself. */
const restsMs = [5_000, 20_000, 60_000];
/** After so many refusals in a row nothing else is asked of a kind. */
const maxRefusals = 5;

/**
 * Reads everything of a tenant that is older than it may be. What is refused of one kind says nothing of the others;
 * what would fail all alike is thrown, and what was read until then stays.
 */
export async function runOfflineSync(run: OfflineSyncRun): Promise<void> {
  const politely = createPoliteReads(run);
  for (const reads of run.reads) await syncKind(run, reads, politely);
}

type ReadItem = (item: OfflineItem) => Promise<DeskError | undefined>;

async function syncKind(run: OfflineSyncRun, reads: OfflineReads, readItem: ReadItem): Promise<void> {
  const { kind } = reads;
  const readBefore = run.before.find((one) => one.kind === kind)?.readAt ?? null;
  const state = { kind, done: 0, failed: 0, total: 0, readAt: readBefore };
  let error: DeskError | undefined;
  const told = (): OfflineKindState => ({ ...state, ...(error === undefined ? {} : { error }) });
  try {
    const items = await reads.items(run.call);
    const known = run.readAt();
    const since = run.since(reads);
    const due = items.filter(({ keys }) => keys.some((key) => (known.get(key) ?? -1) < since));
    state.total = sizeOf(items);
    state.done = state.total - sizeOf(due);
    run.note(told());
    let refusals = 0;
    const answers = inOrder(due, readsAtOnce, async (item) => ({ item, refused: await readItem(item) }));
    for await (const { item, refused } of answers) {
      error ??= refused;
      refusals = refused === undefined ? 0 : refusals + 1;
      state[refused === undefined ? 'done' : 'failed'] += item.keys.length;
      run.note(told());
      if (refusals === maxRefusals) break;
    }
    state.failed = state.total - state.done;
    if (error === undefined) state.readAt = run.now();
  } catch (thrown) {
    const failed = toDeskError(thrown);
    if (isTenantWide(failed.code)) throw thrown;
    error = failed;
  }
  run.note(told());
}

const sizeOf = (items: readonly OfflineItem[]): number =>
  items.reduce((sum, { keys }) => sum + keys.length, 0);

/**
 * Reads an item, and answers why the tenant refused it. While the tenant asks to be left alone nobody asks it anything;
 * when it asks again and again, that is thrown like whatever else would fail all alike.
 */
function createPoliteReads({ call, pause, assertStored }: OfflineSyncRun): ReadItem {
  let resting: Promise<void> | undefined;

  async function readItem(item: OfflineItem, rests: number): Promise<DeskError | undefined> {
    await resting;
    call.signal.throwIfAborted();
    try {
      await item.read(call);
    } catch (thrown) {
      const error = toDeskError(thrown);
      const restMs = restsMs[rests];
      if (error.code === 'rate-limited' && restMs !== undefined) {
        resting ??= pause(restMs, call.signal).finally(() => (resting = undefined));
        return await readItem(item, rests + 1);
      }
      if (isTenantWide(error.code) || call.signal.aborted) throw thrown;
      // It was deleted since the list was read.
      return error.code === 'not-found' ? undefined : error;
    }
    assertStored();
    return undefined;
  }

  return (item) => readItem(item, 0);
}
