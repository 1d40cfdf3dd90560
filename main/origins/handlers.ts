import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { trustedOriginsSchema } from '../../contract/origins/origins.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { countingSkipped } from '../tenants/endpoints/list-read.ts';
import { readCustomerConfig } from '../tenants/endpoints/customer-config.ts';
import { explainOrigin } from './explain-origin.ts';
import { originsKey } from './origins-key.ts';
import { preflightRequest, browserOrigin, judgePreflight, shownResponse } from './preflight.ts';

export interface OriginParts {
  readonly client: TenantClient;
  readonly tenants: TenantDirectory;
  readonly cache: SnapshotCache;
}

export function createOriginHandlers({ client, tenants, cache }: OriginParts): HandlersOf<'origins'> {
  return {
    'origins.get': ({ tenantId, freshness }, call) =>
      countingSkipped(
        async () => {
          const { origins, skipped } = await readCustomerConfig(client, tenantId, call);
          return { rows: [...origins], skipped };
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
    'origins.explain': async ({ texts }) => texts.map(explainOrigin),
    'origins.check': async ({ tenantId, address }, call) => {
      const origin = browserOrigin(address);
      const path = '/redrock/query';
      const headers = {
        origin,
        'access-control-request-method': preflightRequest.method,
        'access-control-request-headers': preflightRequest.headers.join(','),
      };
      const purpose = `test access from ${origin}`;
      const response = await client.preflight({ tenantId, path, headers, purpose }, call);
      return {
        origin,
        ...judgePreflight(origin, response),
        request: {
          url: tenants.get(tenantId).baseUrl.replace(/\/+$/, '') + path,
          headers: Object.entries(headers),
        },
        response: shownResponse(response),
      };
    },
  };
}
