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
  const currents = new Map<string, SyncProgress>();

  function currentOf(tenantId: string): SyncProgress {
    const known = currents.get(tenantId);
    if (known !== undefined) return known;
    const made = newProgress();
    currents.set(tenantId, made);
    return made;
  }

  const cachedOf = (tenantId: string): OfflineTenant => store.get(tenantId) ?? { tenantId, ...nothingRead };

  function describe(tenantId: string, stored = cachedOf(tenantId)): OfflineStatus {
    const progress = currentOf(tenantId);
    progress.bytes ??= snapshots.bytes(tenantId);
    return describeTenant(stored, progress, progress.bytes);
  }

  const announce = (tenantId: string): void => parts.emit('offline.changed', describe(tenantId));

  function begin(tenantId: string, mode: SyncMode): void {
    const current = currentOf(tenantId);
    if (current.running !== undefined) return;
    current.error = undefined;
    current.triedAt = now();
    current.appliedAt = undefined;
    const abort = new AbortController();
    const ended = syncTenant({
      ...{ parts, tenantId, mode, progress: current, signal: abort.signal },
      stored: () => cachedOf(tenantId),
      announce: () => announce(tenantId),
    }).finally(() => {
      current.running = undefined;
      current.bytes = undefined;
      announce(tenantId);
    });
    current.running = { abort, ended };
    announce(tenantId);
  }

  async function halt(tenantId: string): Promise<void> {
    const { running } = currentOf(tenantId);
    running?.abort.abort();
    await running?.ended;
  }

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
        currents.delete(tenantId);
      }
      announce(tenantId);
      return describe(tenantId);
    },
    noteApplied(tenantId) {
      if (cachedOf(tenantId).isOn) currentOf(tenantId).appliedAt = now();
    },
    tick() {
      const known = new Set(tenants.list().map(({ id }) => id));
      for (const stored of store.list()) {
        const { tenantId } = stored;
        if (!known.has(tenantId)) store.remove(tenantId);
        else {
          const { running, error, triedAt, appliedAt } = currentOf(tenantId);
          const isSignedIn = parts.sessions.status(tenantId).state === 'signed-in';
          const due = isDue(stored, { error, triedAt, appliedAt, isSignedIn, now: now() });
          if (running === undefined && due !== undefined) begin(tenantId, due);
        }
      }
    },
    async end() {
      await Promise.all([...currents.keys()].map(halt));
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
