import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createOfflineHandlers } from './handlers.ts';
import { createKeepStore } from './keep-store.ts';
import { createOfflineKeeping } from './keeping.ts';
import type { OfflineParts } from './keeping.ts';

export { offlineSchemaSteps } from './keep-store.ts';

/** Tenants that are kept offline. `readsOf`: what is read of each. */
export function createOffline(
  { database, log, tenants, sessions, cache, host, pause, newId, now }: NounParts,
  readsOf: OfflineParts['readsOf'],
) {
  const keeping = createOfflineKeeping({
    ...{ tenants, sessions, readsOf, newId, now },
    store: createKeepStore(database),
    snapshots: cache.snapshots,
    emit: host.emit,
    tryTo: createBestEffort(log, 'offline.progress-not-kept'),
    pause: (milliseconds, signal) => pause(milliseconds, signal).catch(() => undefined),
  });
  return { keeping, handlers: createOfflineHandlers(keeping) };
}
