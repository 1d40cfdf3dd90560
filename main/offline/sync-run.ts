import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { isTenantWide } from '../../contract/errors/errors.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import type { OfflineKind, OfflineKindState } from '../../contract/offline/offline.ts';
import { inOrder } from '../platform/timing/in-order.ts';

/** Items that are read together. */
export interface OfflineItem {
  /** The snapshot keys that it writes, one for each item. */
  readonly keys: readonly string[];
  /** Reads them from the tenant, not from the cache. Throws. */
  read(call: CallContext): Promise<void>;
}

/** All items of one kind. */
export interface OfflineReads {
  readonly kind: OfflineKind;
  /** True when one read returns all of it and lists what else there is. */
  readonly isList: boolean;
  items(call: CallContext): Promise<readonly OfflineItem[]>;
}

export interface OfflineSyncRun {
  readonly reads: readonly OfflineReads[];
  /** The previous state: the time of the last read of a kind stays valid until its next read. */
  readonly before: readonly OfflineKindState[];
  /** Snapshots read at this time or later need no refresh. */
  since(reads: OfflineReads): number;
  /** When each snapshot of the tenant was read, by key. */
  readonly readAt: () => ReadonlyMap<string, number>;
  /** Throws if the data that was just read isn't on disk, or if there is no more space for it. */
  readonly assertStored: () => void;
  readonly note: (state: OfflineKindState) => void;
  /** Resolves after some milliseconds, or when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly call: CallContext;
}

/** Concurrent requests: leaves capacity for other work on the tenant. */
const readsAtOnce = 3;
/** How long to pause after a tenant answers 429, in addition to the client's own wait. */
const restsMs = [5_000, 20_000, 60_000];
/** After so many rejections in a row, the rest of a kind is skipped. */
const maxRejections = 5;

/**
 * Reads everything of a tenant that is older than allowed. A rejection of one kind doesn't affect the others; an error
 * that affects all of them is thrown, and the data read until then stays.
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
  const current = (): OfflineKindState => ({ ...state, ...(error === undefined ? {} : { error }) });
  try {
    const items = await reads.items(run.call);
    const known = run.readAt();
    const since = run.since(reads);
    const due = items.filter(({ keys }) => keys.some((key) => (known.get(key) ?? -1) < since));
    state.total = sizeOf(items);
    state.done = state.total - sizeOf(due);
    run.note(current());
    let rejections = 0;
    const results = inOrder(due, readsAtOnce, async (item) => ({ item, rejection: await readItem(item) }));
    for await (const { item, rejection } of results) {
      error ??= rejection;
      rejections = rejection === undefined ? 0 : rejections + 1;
      state[rejection === undefined ? 'done' : 'failed'] += item.keys.length;
      run.note(current());
      if (rejections === maxRejections) break;
    }
    state.failed = state.total - state.done;
    if (error === undefined) state.readAt = run.now();
  } catch (thrown) {
    const failed = toDeskError(thrown);
    if (isTenantWide(failed.code)) throw thrown;
    error = failed;
  }
  run.note(current());
}

const sizeOf = (items: readonly OfflineItem[]): number =>
  items.reduce((sum, { keys }) => sum + keys.length, 0);

/**
 * Reads an item, and returns the error when the tenant rejected it. After a 429 nothing is sent for a while; repeated
 * 429 responses are thrown like any error that affects everything.
 */
function createPoliteReads({ call, pause, assertStored }: OfflineSyncRun): ReadItem {
  let resting: Promise<void> | undefined;

  async function readItem(item: OfflineItem, pauses: number): Promise<DeskError | undefined> {
    await resting;
    call.signal.throwIfAborted();
    try {
      await item.read(call);
    } catch (thrown) {
      const error = toDeskError(thrown);
      const restMs = restsMs[pauses];
      if (error.code === 'rate-limited' && restMs !== undefined) {
        resting ??= pause(restMs, call.signal).finally(() => (resting = undefined));
        return await readItem(item, pauses + 1);
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
