import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Transport } from '../../platform/http/transport.ts';
import type { Provider } from './provider.ts';

export interface OpenIdCall {
  readonly profile: TenantProfile;
  readonly clientSecret: string | undefined;
  /** Where the tenant is an embedded one, of this desk: the person needs none. */
  readonly embeddedPassword: string | undefined;
  readonly provider: Provider;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly now: () => number;
}
