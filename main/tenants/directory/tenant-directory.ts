import type { TenantProfile } from '../../../contract/tenants/tenants.ts';

/** Read access to the tenant profiles for other services. */
export interface TenantDirectory {
  /** Throws `not-found`. */
  get(tenantId: string): TenantProfile;
  list(): readonly TenantProfile[];
}
