import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { requireAllowedTenant } from '../../platform/policy/managed-policy.ts';
import type { TenantDirectory } from './tenant-directory.ts';

/** For requests: `get` throws `denied-by-policy` for a tenant whose URLs the policy doesn't allow. */
export function allowedTenants(tenants: TenantDirectory, policy: ManagedPolicy): TenantDirectory {
  return {
    list: () => tenants.list(),
    get(tenantId) {
      const profile = tenants.get(tenantId);
      requireAllowedTenant(policy, profile);
      return profile;
    },
  };
}
