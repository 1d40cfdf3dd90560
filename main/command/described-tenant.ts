import type { TenantProfile } from '../../contract/tenants/tenants.ts';

/** A tenant as documents of the command describe it. */
export interface DescribedTenant {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  readonly url: string;
}

export function describeTenant({ id, name, environment, baseUrl }: TenantProfile): DescribedTenant {
  return { id, name, environment, url: baseUrl };
}
