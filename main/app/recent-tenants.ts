import type { Handlers } from '../../contract/bridge/methods.ts';
import { deepLinkOf, linkedTenantOf } from '../../contract/links/deep-link.ts';
import type { RecentTenant } from '../platform/host/recent-tenant.ts';

const maxRecent = 8;
const call = { signal: new AbortController().signal, requestId: 'recent' };

/** The tenants opened last, newest first, and how to open each. Excludes tenants that were never opened. */
export async function recentTenants(
  handlers: Pick<Handlers, 'tenants.list' | 'overview.tenants'>,
): Promise<readonly RecentTenant[]> {
  const [tenants, glances] = await Promise.all([
    handlers['tenants.list'](undefined, call),
    handlers['overview.tenants'](undefined, call),
  ]);
  const openedAt = new Map(glances.map((glance) => [glance.tenantId, glance.openedAt]));
  return tenants
    .flatMap((tenant) => {
      const at = openedAt.get(tenant.id);
      const link = deepLinkOf({
        scope: 'tenant',
        tenant: linkedTenantOf(tenant),
        view: 'overview',
        rest: [],
      });
      return at === undefined || at === null || link === undefined ? [] : [{ name: tenant.name, link, at }];
    })
    .toSorted((one, other) => other.at - one.at)
    .slice(0, maxRecent)
    .map(({ name, link }) => ({ name, link }));
}
