import { deepLinkOf, linkedTenantOf } from '../../../contract/links/deep-link.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Route } from '../../state/router.svelte.ts';

type LinkedTenant = Pick<TenantProfile, 'id' | 'name' | 'baseUrl' | 'isSandbox'>;

/** The link that opens this view in any Tenant Desk that has the tenant; undefined if a link can't name what is open. */
export function linkToRoute(route: Route, tenants: readonly LinkedTenant[]): string | undefined {
  if (route.scope === 'global') return deepLinkOf(route);
  const tenant = tenants.find(({ id }) => id === route.tenantId);
  return tenant && deepLinkOf({ ...route, tenant: linkedTenantOf(tenant) });
}
