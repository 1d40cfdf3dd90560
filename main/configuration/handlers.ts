import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { configurationSchema } from '../../contract/configuration/configuration.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readWholeConfig } from '../tenants/endpoints/customer-config.ts';
import { configurationKey } from './configuration-kind.ts';
import { configurationOf } from './configuration-state.ts';

export function createConfigurationHandlers(
  client: TenantClient,
  cache: SnapshotCache,
): HandlersOf<'configuration'> {
  return {
    'configuration.get': ({ tenantId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: configurationKey,
        freshness,
        schema: configurationSchema,
        fetch: async () => configurationOf(await readWholeConfig(client, tenantId, call)),
      }),
  };
}
