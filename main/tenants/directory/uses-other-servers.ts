import { isDeepStrictEqual } from 'node:util';
import { isServerChanged } from '../../../contract/tenants/sign-in-servers.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';

/** True if tokens of the profile as it was must not be sent to the servers of the new one. */
export function usesOtherServers(before: TenantProfile, after: TenantProfile): boolean {
  return (
    isServerChanged(before, after) ||
    !isSameAddress(before.analyticsUrl, after.analyticsUrl) ||
    before.clientId !== after.clientId ||
    !isDeepStrictEqual(before.endpoints, after.endpoints)
  );
}
