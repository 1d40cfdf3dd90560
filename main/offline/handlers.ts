import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { OfflineSync } from './offline-sync.ts';

export function createOfflineHandlers(keeping: OfflineSync): HandlersOf<'offline'> {
  return {
    'offline.list': async () => keeping.list(),
    'offline.keep': async ({ tenantId }) => keeping.keep(tenantId),
    'offline.refresh': async ({ tenantId }) => keeping.refresh(tenantId),
    'offline.stop': ({ tenantId }) => keeping.stop(tenantId),
    'offline.leave': ({ tenantId, forgets }) => keeping.leave(tenantId, forgets),
  };
}
