import type { Handler, HandlersOf } from '../../contract/bridge/methods.ts';
import type { TenantService } from './tenant-service.ts';

export function createTenantHandlers(
  tenants: TenantService,
  checkConnection: Handler<'tenants.check'>,
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
    'tenants.check': checkConnection,
  };
}
