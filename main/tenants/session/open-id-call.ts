import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Transport } from '../../platform/http/transport.ts';
import type { Provider } from './provider.ts';

export interface OpenIdCall {
  readonly profile: TenantProfile;
  readonly clientSecret: string | undefined;
  /** For an embedded tenant of this app, so that the user doesn't have to enter one. */
  readonly embeddedPassword: string | undefined;
  readonly provider: Provider;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly now: () => number;
}
