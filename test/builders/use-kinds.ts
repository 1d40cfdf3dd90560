import { afterEach, beforeEach } from 'vitest';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { KindsOnTenant } from '../integration/kinds-on-tenant.ts';
import { createKindsOnTenant } from '../integration/kinds-on-tenant.ts';
import type { TenantInUse } from './use-tenant.ts';
import { useTenant } from './use-tenant.ts';

/** The kinds of two admins of one embedded tenant, recreated for each test of a spec file. */
export interface KindsInUse {
  readonly tenant: TenantInUse;
  /** The network between the tenant and `kinds`. */
  readonly network: FaultProxy;
  readonly kinds: KindsOnTenant;
  /** Another admin, not affected by network faults. */
  readonly colleague: KindsOnTenant;
}

/** Call it once at the top of a spec file. */
export function useKinds(): KindsInUse {
  const tenant = useTenant();
  let made: Omit<KindsInUse, 'tenant'> | undefined;
  const now = (): Omit<KindsInUse, 'tenant'> => {
    if (made === undefined) throw new Error('The kinds exist only while a test runs.');
    return made;
  };

  beforeEach(async () => {
    const { baseUrl, accessToken } = tenant;
    const network = await startFaultProxy(baseUrl);
    made = {
      network,
      kinds: createKindsOnTenant({ baseUrl: network.baseUrl, accessToken }),
      colleague: createKindsOnTenant({ baseUrl, accessToken }),
    };
  });
  afterEach(async () => {
    now().kinds[Symbol.dispose]();
    now().colleague[Symbol.dispose]();
    await now().network[Symbol.asyncDispose]();
    made = undefined;
  });

  return {
    tenant,
    get network() {
      return now().network;
    },
    get kinds() {
      return now().kinds;
    },
    get colleague() {
      return now().colleague;
    },
  };
}
