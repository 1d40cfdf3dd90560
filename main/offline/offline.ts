import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createOfflineHandlers } from './handlers.ts';
import { createOfflineStore } from './offline-store.ts';
import { createOfflineSync } from './offline-sync.ts';
import type { OfflineParts } from './offline-sync.ts';

export { offlineSchemaSteps } from './offline-store.ts';

/** Tenants that are available offline. `readsOf`: what is read of each. */
export function createOffline(
  { database, log, tenants, sessions, cache, host, pause, newId, now }: NounParts,
  readsOf: OfflineParts['readsOf'],
) {
  const sync = createOfflineSync({
    ...{ tenants, sessions, readsOf, newId, now },
    store: createOfflineStore(database),
    snapshots: cache.snapshots,
    emit: host.emit,
    tryTo: createBestEffort(log, 'offline.progress-not-kept'),
    pause: (milliseconds, signal) => pause(milliseconds, signal).catch(() => undefined),
  });
  return { sync, handlers: createOfflineHandlers(sync) };
}
