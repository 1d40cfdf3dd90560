import type { FindProxy } from '../platform/http/find-proxy.ts';
import { noProxy } from '../platform/http/find-proxy.ts';
import { resolveHost } from '../tenants/connection/check-dns.ts';
import type { ConnectionCheck } from '../tenants/connection/connection-check.ts';
import { createConnectionCheck } from '../tenants/connection/connection-check.ts';
import { allowedTenants } from '../tenants/directory/allowed-tenants.ts';
import type { Foundation } from './foundation.ts';

/** The check of a connection, with the network as all requests use it. */
export function connectionCheckOf(
  { tenantStore, tenants, policy, vault, transport, settingsStore }: Foundation,
  now: () => number,
  systemProxy: FindProxy = noProxy,
): ConnectionCheck {
  return createConnectionCheck({
    ...{ vault, transport, resolveHost, now },
    tenants: allowedTenants(tenantStore, policy),
    discover: tenants.discover,
    async proxyFor(url) {
      const { proxyUrl } = settingsStore.read();
      return proxyUrl === '' ? await systemProxy(url) : proxyUrl;
    },
    clock: () => performance.now(),
  });
}
