import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { OfflineSync } from './offline-sync.ts';

export function createOfflineHandlers(sync: OfflineSync): HandlersOf<'offline'> {
  return {
    'offline.list': async () => sync.list(),
    'offline.keep': async ({ tenantId }) => sync.keep(tenantId),
    'offline.refresh': async ({ tenantId }) => sync.refresh(tenantId),
    'offline.stop': ({ tenantId }) => sync.stop(tenantId),
    'offline.leave': ({ tenantId, forgets }) => sync.leave(tenantId, forgets),
  };
}
