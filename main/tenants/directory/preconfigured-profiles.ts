import { isDeepStrictEqual } from 'node:util';
import type { PreconfiguredTenant } from '../../../contract/policy/policy.ts';
import { tenantInputSchema } from '../../../contract/tenants/tenants.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { profileOfInput } from './profile-of-input.ts';
import type { TenantStore } from './tenant-store.ts';
import { usesOtherServers } from './uses-other-servers.ts';

/**
 * Adds each tenant of the policy, or gives the profile that someone added for its base URL the values of the policy. Returns
 * whether anything changed, and the IDs of the tenants whose tokens belong to other servers.
 */
export function adoptPreconfiguredTenants(
  store: TenantStore,
  { values }: ManagedPolicy,
  newId: () => string,
): { readonly changed: boolean; readonly moved: readonly string[] } {
  const moved: string[] = [];
  let changed = false;
  for (const tenant of values.preconfiguredTenants ?? []) {
    const known = store
      .list()
      .find(({ baseUrl, isSandbox }) => !isSandbox && isSameAddress(baseUrl, tenant.baseUrl));
    const { id = newId(), hasClientSecret = false } = known ?? {};
    const profile = profileOf(tenant, { id, hasClientSecret, isSandbox: false });
    if (known !== undefined && isDeepStrictEqual(known, profile)) continue;
    changed = true;
    if (known === undefined) store.insert(profile);
    else store.replace(profile);
    if (known !== undefined && usesOtherServers(known, profile)) moved.push(id);
  }
  return { changed, moved };
}

function profileOf(
  tenant: PreconfiguredTenant,
  fixed: Pick<TenantProfile, 'id' | 'hasClientSecret' | 'isSandbox'>,
): TenantProfile {
  return profileOfInput(tenantInputSchema.parse(tenant), fixed);
}
