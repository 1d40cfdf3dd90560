import type { HandlersOf } from '../../contract/methods.ts';
import { trustedOriginsSchema } from '../../contract/origins.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import { countingLeftOut } from '../tenants/endpoints/list-read.ts';
import { readCustomerConfig } from '../tenants/endpoints/customer-config.ts';
import { normaliseOrigin } from './origin.ts';
import { originsKey } from './origins-key.ts';

export interface OriginParts {
  readonly client: TenantClient;
  readonly tenants: TenantDirectory;
  readonly cache: SnapshotCache;
}

export function createOriginHandlers({ client, tenants, cache }: OriginParts): HandlersOf<'origins'> {
  return {
    'origins.get': ({ tenantId, freshness }, call) =>
      countingLeftOut(
        async () => {
          const { origins, leftOut } = await readCustomerConfig(client, tenantId, call);
          return { rows: [...origins], leftOut };
        },
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: originsKey,
            freshness,
            schema: trustedOriginsSchema,
            fetch: async () => ({
              origins: await fetch(),
              ownHost: new URL(tenants.get(tenantId).baseUrl).host,
            }),
          }),
      ),
    'origins.normalise': async ({ text }) => ({ origin: normaliseOrigin(text) }),
  };
}
