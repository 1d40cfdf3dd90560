import type { Emit } from '../../contract/bridge/events.ts';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import type { SessionDirectory } from '../tenants/session/session-directory.ts';
import type { OfflineTenant } from './offline-store.ts';
import type { SyncMode, SyncParts, SyncProgress } from './sync-tenant.ts';
import { newProgress, syncTenant } from './sync-tenant.ts';
import { isDue } from './when-due.ts';

export interface OfflineParts extends SyncParts {
  readonly sessions: SessionDirectory;
  readonly emit: Emit;
}

/** Makes tenants available offline: reads everything that is shown of them into the snapshots and refreshes it when due. */
export interface OfflineSync {
  list(): OfflineStatus[];
  keep(tenantId: string): OfflineStatus;
  refresh(tenantId: string): OfflineStatus;
  stop(tenantId: string): Promise<OfflineStatus>;
  leave(tenantId: string, forgets: boolean): Promise<OfflineStatus>;
  /** Deletes what is cached of a tenant. One that is available offline stays so, and is synced again. */
  clear(tenantId: string): Promise<void>;
  /** Something was applied to the tenant. */
  noteApplied(tenantId: string): void;
  /** Starts what is due. Called every few seconds. */
  tick(): void;
  /** Stops running syncs; the next start resumes them. */
  end(): Promise<void>;
}

const nothingRead = { isOn: false, isStopped: false, begunAt: null, finishedAt: null, kinds: [] } as const;

export function createOfflineSync(parts: OfflineParts): OfflineSync {
  const { store, snapshots, tenants, now } = parts;
  const cachedOf = (tenantId: string): OfflineTenant => store.get(tenantId) ?? { tenantId, ...nothingRead };
  const { progressOf, describe, announce, begin, halt, forget, end } = createTenantSyncs(parts, cachedOf);
  return {
    list() {
      const known = new Set(tenants.list().map(({ id }) => id));
      return store
        .list()
        .flatMap((stored) => (known.has(stored.tenantId) ? describe(stored.tenantId, stored) : []));
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
      announce(tenantId);
      return describe(tenantId);
    },
    async leave(tenantId, forgets) {
      store.put({ ...cachedOf(tenantId), isOn: false });
      await halt(tenantId);
      if (forgets) {
        snapshots.forget(tenantId);
        store.remove(tenantId);
        forget(tenantId);
      }
      announce(tenantId);
      return describe(tenantId);
    },
    async clear(tenantId) {
      await halt(tenantId);
      snapshots.forget(tenantId);
      const { isOn } = cachedOf(tenantId);
      if (store.get(tenantId) !== undefined) store.put({ tenantId, ...nothingRead, isOn });
      forget(tenantId);
      if (tenants.list().some(({ id }) => id === tenantId)) announce(tenantId);
    },
    noteApplied(tenantId) {
      if (cachedOf(tenantId).isOn) progressOf(tenantId).appliedAt = now();
    },
    tick() {
      const known = new Set(tenants.list().map(({ id }) => id));
      for (const stored of store.list()) {
        const { tenantId } = stored;
        if (!known.has(tenantId)) store.remove(tenantId);
        else {
          const { running, error, triedAt, appliedAt } = progressOf(tenantId);
          const isSignedIn = parts.sessions.status(tenantId).state === 'signed-in';
          const due = isDue(stored, { error, triedAt, appliedAt, isSignedIn, now: now() });
          if (running === undefined && due !== undefined) begin(tenantId, due);
        }
      }
    },
    end,
  };
}

/** The syncs of the tenants, at most one each, and their progress. */
function createTenantSyncs(parts: OfflineParts, cachedOf: (tenantId: string) => OfflineTenant) {
  const progresses = new Map<string, SyncProgress>();

  function progressOf(tenantId: string): SyncProgress {
    const known = progresses.get(tenantId);
    if (known !== undefined) return known;
    const made = newProgress();
    progresses.set(tenantId, made);
    return made;
  }

  function describe(tenantId: string, stored = cachedOf(tenantId)): OfflineStatus {
    const progress = progressOf(tenantId);
    progress.bytes ??= parts.snapshots.bytes(tenantId);
    return describeTenant(stored, progress, progress.bytes);
  }

  const announce = (tenantId: string): void => parts.emit('offline.changed', describe(tenantId));

  function begin(tenantId: string, mode: SyncMode): void {
    const progress = progressOf(tenantId);
    if (progress.running !== undefined) return;
    progress.error = undefined;
    progress.triedAt = parts.now();
    progress.appliedAt = undefined;
    const abort = new AbortController();
    const ended = syncTenant({
      ...{ parts, tenantId, mode, progress, signal: abort.signal },
      stored: () => cachedOf(tenantId),
      announce: () => announce(tenantId),
    }).finally(() => {
      progress.running = undefined;
      progress.bytes = undefined;
      announce(tenantId);
    });
    progress.running = { abort, ended };
    announce(tenantId);
  }

  async function halt(tenantId: string): Promise<void> {
    const { running } = progressOf(tenantId);
    running?.abort.abort();
    await running?.ended;
  }

  return {
    progressOf,
    describe,
    announce,
    begin,
    halt,
    forget: (tenantId: string) => progresses.delete(tenantId),
    async end() {
      await Promise.all([...progresses.keys()].map(halt));
    },
  };
}

function describeTenant(
  stored: OfflineTenant,
  { running, error }: SyncProgress,
  bytes: number,
): OfflineStatus {
  const { tenantId, isOn, isStopped, finishedAt, kinds } = stored;
  return {
    ...{ tenantId, isOn, isStopped, finishedAt, isRunning: running !== undefined },
    ...(error === undefined ? {} : { error }),
    bytes,
    kinds: [...kinds],
  };
}
