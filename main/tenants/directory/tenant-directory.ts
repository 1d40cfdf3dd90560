import type { TenantProfile } from '../../../contract/tenants/tenants.ts';

/** The tenant profiles as other services read them. */
export interface TenantDirectory {
  /** Throws `not-found`. */
  get(tenantId: string): TenantProfile;
  list(): readonly TenantProfile[];
}
