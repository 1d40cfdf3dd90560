import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { ConnectionCheck } from './connection/connection-check.ts';
import type { TenantService } from './tenant-service.ts';

export function createTenantHandlers(
  tenants: TenantService,
  checkConnection: ConnectionCheck,
): HandlersOf<'tenants'> {
  return {
    'tenants.list': async () => tenants.list(),
    'tenants.add': (input) => tenants.add(input),
    'tenants.update': ({ id, profile }) => tenants.update(id, profile),
    'tenants.remove': async ({ id }) => {
      await tenants.remove(id);
      return undefined;
    },
    'tenants.discover': (address, { signal }) => tenants.discover(address, signal),
    'tenants.check': (request, { signal }) => checkConnection(request, signal),
  };
}
