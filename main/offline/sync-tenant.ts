import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { DeskError } from '../../contract/errors/errors.ts';
import { maxCachedBytes } from '../../contract/offline/offline-kinds.ts';
import type { OfflineKindState } from '../../contract/offline/offline.ts';
import { failure } from '../platform/errors/failure.ts';
import type { BestEffort } from '../platform/storage/best-effort.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { OfflineStore, OfflineTenant } from './offline-store.ts';
import type { OfflineSyncRun, OfflineReads } from './sync-run.ts';
import { runOfflineSync } from './sync-run.ts';
import { formatBytes } from '../../languages/text/intl.ts';

export interface SyncParts {
  readonly store: OfflineStore;
  readonly snapshots: SnapshotStore;
  readonly tenants: TenantDirectory;
  /** What is read of a tenant. */
  readonly readsOf: (tenantId: string) => readonly OfflineReads[];
  /** For progress records: a failing disk is reported by the reads themselves. */
  readonly tryTo: BestEffort;
  readonly pause: OfflineSyncRun['pause'];
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** `after-apply`: lists are refreshed; of the rest, only new items are read. */
export type SyncMode = 'all' | 'after-apply';

/** The in-memory state of a tenant's sync. */
export interface SyncProgress {
  running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  error: DeskError | undefined;
  triedAt: number;
  appliedAt: number | undefined;
  announcedAt: number;
  /** Bytes on disk, as last counted. */
  bytes: number | undefined;
}

export const newProgress = (): SyncProgress => ({
  running: undefined,
  error: undefined,
  triedAt: 0,
  appliedAt: undefined,
  announcedAt: 0,
  bytes: undefined,
});

export interface TenantSync {
  readonly parts: SyncParts;
  readonly tenantId: string;
  readonly mode: SyncMode;
  readonly progress: SyncProgress;
  readonly signal: AbortSignal;
  /** The stored record of the tenant. */
  readonly stored: () => OfflineTenant;
  readonly announce: () => void;
}

/** Milliseconds between two progress updates: more frequent ones would go unnoticed. */
const announceEveryMs = 200;
/** Reads between two size counts, because counting looks at each snapshot. */
const countedEvery = 200;

/** Reads what is due of a tenant. Never rejects: an error is part of its progress. */
export async function syncTenant(sync: TenantSync): Promise<void> {
  const { parts, tenantId, mode, progress, signal } = sync;
  const { snapshots, now } = parts;
  const record = createSyncRecord(sync);
  const { begunAt } = record;
  let reads = 0;
  try {
    record.save({});
    const startedAt = now();
    await runOfflineSync({
      reads: parts.readsOf(tenantId),
      before: record.kinds(),
      since: ({ isList }) => (mode === 'all' ? begunAt : isList ? startedAt : 0),
      readAt: () => new Map(snapshots.keys(tenantId, '').map(({ key, fetchedAt }) => [key, fetchedAt])),
      assertStored: () => checkStored(sync, (reads += 1)),
      note: record.note,
      pause: parts.pause,
      now,
      call: { signal, requestId: parts.newId() },
    });
    record.save(mode === 'all' ? { begunAt: null, finishedAt: now() } : {});
  } catch (thrown) {
    if (!signal.aborted) progress.error = toDeskError(thrown);
    record.save({});
  }
}

/** The progress of a sync, saved from time to time. */
function createSyncRecord({ parts, mode, progress, stored, announce }: TenantSync) {
  const begun = stored();
  const begunAt = begun.begunAt ?? parts.now();
  let record = mode === 'all' ? { ...begun, begunAt, isStopped: false } : begun;

  function save(changes: Partial<OfflineTenant>): void {
    // Whether it was turned on or off in the meantime stays.
    record = { ...record, isOn: stored().isOn, ...changes };
    parts.tryTo(() => parts.store.put(record));
  }

  function note(state: OfflineKindState): void {
    const others = record.kinds.filter(({ kind }) => kind !== state.kind);
    const kinds = [...others, state];
    const isDone = state.done + state.failed === state.total;
    if (!isDone && ageOf(progress.announcedAt, parts.now()) < announceEveryMs) {
      record = { ...record, kinds };
      return;
    }
    progress.announcedAt = parts.now();
    save({ kinds });
    announce();
  }

  return { begunAt, kinds: () => record.kinds, save, note };
}

/**
 * Throws if the data that was just read isn't on disk, or if there is no more space: views can do without a snapshot, but
 * someone who wants to go offline can't.
 */
function checkStored({ parts, tenantId, progress }: TenantSync, reads: number): void {
  const { snapshots, tenants } = parts;
  const notStored = snapshots.notStored();
  if (notStored !== undefined) throw notStored;
  if (reads % countedEvery !== 0) return;
  progress.bytes = snapshots.bytes(tenantId);
  if (progress.bytes <= maxCachedBytes) return;
  throw failure(
    'storage-full',
    `Offline data of ${tenants.get(tenantId).name} exceeds ${formatBytes(maxCachedBytes, 'up')}. What was synced is available offline; the rest isn’t synced.`,
  );
}
