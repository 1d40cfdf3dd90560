import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import type { Emit } from '../../contract/bridge/events.ts';
import { maxCachedBytes } from '../../contract/offline/offline-kinds.ts';
import type { OfflineStatus, OfflineKindState } from '../../contract/offline/offline.ts';
import { sizeText } from '../../contract/values/size-words.ts';
import { failure } from '../platform/errors/failure.ts';
import type { BestEffort } from '../platform/storage/best-effort.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import type { SessionDirectory } from '../tenants/session/session-directory.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { OfflineStore, OfflineTenant } from './offline-store.ts';
import type { OfflineSyncRun, OfflineReads } from './sync-run.ts';
import { runOfflineSync } from './sync-run.ts';
import { isDue } from './when-due.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

export interface OfflineParts {
  readonly store: OfflineStore;
  readonly snapshots: SnapshotStore;
  readonly tenants: TenantDirectory;
  readonly sessions: SessionDirectory;
  /** What is read of a tenant. */
  readonly readsOf: (tenantId: string) => readonly OfflineReads[];
  readonly emit: Emit;
  /** For notes of how far it is: a disk that fails is told by what is kept. */
  readonly tryTo: BestEffort;
  readonly pause: OfflineSyncRun['pause'];
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Keeps tenants offline: everything that the desk shows of them is read into the snapshots and read again in time. */
export interface OfflineSync {
  list(): OfflineStatus[];
  keep(tenantId: string): OfflineStatus;
  refresh(tenantId: string): OfflineStatus;
  stop(tenantId: string): Promise<OfflineStatus>;
  leave(tenantId: string, forgets: boolean): Promise<OfflineStatus>;
  /** Something was applied to the tenant. */
  noteApplied(tenantId: string): void;
  /** Begins what is due. Asked every few seconds. */
  tick(): void;
  /** Ends what is under way; the next start goes on with it. */
  end(): Promise<void>;
}

/** What is known while the program runs. */
interface Current {
  running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  error: DeskError | undefined;
  triedAt: number;
  appliedAt: number | undefined;
  lastProgressAt: number;
  /** On disk, as counted last. */
  bytes: number | undefined;
}

/** Milliseconds between two notes of progress: more often nobody sees it. */
const noteEveryMs = 200;
/** Reads between two counts of what is on disk, which looks at each snapshot. */
const countedEvery = 200;
const nothingRead = { isOn: false, isStopped: false, begunAt: null, finishedAt: null, kinds: [] } as const;

export function createOfflineSync(parts: OfflineParts): OfflineSync {
  const { store, snapshots, tenants, now } = parts;
  const currents = new Map<string, Current>();

  function currentOf(tenantId: string): Current {
    const known = currents.get(tenantId);
    if (known !== undefined) return known;
    const made: Current = {
      running: undefined,
      error: undefined,
      triedAt: 0,
      appliedAt: undefined,
      lastProgressAt: 0,
      bytes: undefined,
    };
    currents.set(tenantId, made);
    return made;
  }

  const cachedOf = (tenantId: string): OfflineTenant => store.get(tenantId) ?? { tenantId, ...nothingRead };

  function describe(tenantId: string, kept = cachedOf(tenantId)): OfflineStatus {
    const current = currentOf(tenantId);
    const { running, error } = current;
    const { isOn, isStopped, finishedAt, kinds } = kept;
    return {
      ...{ tenantId, isOn, isStopped, finishedAt, isRunning: running !== undefined },
      ...(error === undefined ? {} : { error }),
      bytes: (current.bytes ??= snapshots.bytes(tenantId)),
      kinds: [...kinds],
    };
  }

  const tell = (tenantId: string): void => parts.emit('offline.changed', describe(tenantId));

  /** A snapshot that cannot be written is nothing to a view, and everything to whoever wants to go offline. */
  function assertStored(tenantId: string, reads: number): void {
    const notStored = snapshots.notStored();
    if (notStored !== undefined) throw notStored;
    if (reads % countedEvery !== 0) return;
    const current = currentOf(tenantId);
    current.bytes = snapshots.bytes(tenantId);
    if (current.bytes <= maxCachedBytes) return;
    throw failure(
      'storage-full',
      `More than ${sizeText(maxCachedBytes)} would be kept of ${tenants.get(tenantId).name}. What is there stays and can be read offline; the rest is not kept.`,
    );
  }

  /** Never rejects: why it could not go on is part of how it stands. */
  async function run(tenantId: string, mode: 'all' | 'after-apply', signal: AbortSignal): Promise<void> {
    const current = currentOf(tenantId);
    const begun = cachedOf(tenantId);
    const begunAt = begun.begunAt ?? now();
    let reads = 0;
    let kept = mode === 'all' ? { ...begun, begunAt, isStopped: false } : begun;
    const save = (changes: Partial<OfflineTenant>): void => {
      // What was turned on or off meanwhile stays so.
      kept = { ...kept, isOn: cachedOf(tenantId).isOn, ...changes };
      parts.tryTo(() => store.put(kept));
    };
    function note(state: OfflineKindState): void {
      const others = kept.kinds.filter(({ kind }) => kind !== state.kind);
      const kinds = [...others, state];
      const isReadable =
        ageOf(current.lastProgressAt, now()) >= noteEveryMs || state.done + state.failed === state.total;
      if (!isReadable) {
        kept = { ...kept, kinds };
        return;
      }
      current.lastProgressAt = now();
      save({ kinds });
      tell(tenantId);
    }
    try {
      save({});
      const startedAt = now();
      await runOfflineSync({
        reads: parts.readsOf(tenantId),
        before: kept.kinds,
        // After an apply lists are read again, and of the rest what was not there before.
        since: ({ isList }) => (mode === 'all' ? begunAt : isList ? startedAt : 0),
        readAt: () => new Map(snapshots.keys(tenantId, '').map(({ key, fetchedAt }) => [key, fetchedAt])),
        assertStored: () => assertStored(tenantId, (reads += 1)),
        note,
        pause: parts.pause,
        now,
        call: { signal, requestId: parts.newId() },
      });
      save(mode === 'all' ? { begunAt: null, finishedAt: now() } : {});
    } catch (thrown) {
      if (!signal.aborted) current.error = toDeskError(thrown);
      save({});
    }
  }

  function begin(tenantId: string, mode: 'all' | 'after-apply'): void {
    const current = currentOf(tenantId);
    if (current.running !== undefined) return;
    current.error = undefined;
    current.triedAt = now();
    current.appliedAt = undefined;
    const abort = new AbortController();
    const ended = run(tenantId, mode, abort.signal).finally(() => {
      current.running = undefined;
      current.bytes = undefined;
      tell(tenantId);
    });
    current.running = { abort, ended };
    tell(tenantId);
  }

  async function halt(tenantId: string): Promise<void> {
    const { running } = currentOf(tenantId);
    running?.abort.abort();
    await running?.ended;
  }

  return {
    list() {
      const known = new Set(tenants.list().map(({ id }) => id));
      return store.list().flatMap((kept) => (known.has(kept.tenantId) ? describe(kept.tenantId, kept) : []));
    },
    keep(tenantId) {
      tenants.get(tenantId);
      store.put({ ...cachedOf(tenantId), isOn: true, isStopped: false });
      begin(tenantId, 'all');
      return describe(tenantId);
    },
    refresh(tenantId) {
      tenants.get(tenantId);
      begin(tenantId, 'all');
      return describe(tenantId);
    },
    async stop(tenantId) {
      await halt(tenantId);
      store.put({ ...cachedOf(tenantId), isStopped: true });
      tell(tenantId);
      return describe(tenantId);
    },
    async leave(tenantId, forgets) {
      store.put({ ...cachedOf(tenantId), isOn: false });
      await halt(tenantId);
      if (forgets) {
        snapshots.forget(tenantId);
        store.remove(tenantId);
        currents.delete(tenantId);
      }
      tell(tenantId);
      return describe(tenantId);
    },
    noteApplied(tenantId) {
      if (cachedOf(tenantId).isOn) currentOf(tenantId).appliedAt = now();
    },
    tick() {
      const known = new Set(tenants.list().map(({ id }) => id));
      for (const kept of store.list()) {
        const { tenantId } = kept;
        if (!known.has(tenantId)) store.remove(tenantId);
        else {
          const { running, error, triedAt, appliedAt } = currentOf(tenantId);
          const isSignedIn = parts.sessions.status(tenantId).state === 'signed-in';
          const due = isDue(kept, { error, triedAt, appliedAt, isSignedIn, now: now() });
          if (running === undefined && due !== undefined) begin(tenantId, due);
        }
      }
    },
    async end() {
      await Promise.all([...currents.keys()].map(halt));
    },
  };
}
