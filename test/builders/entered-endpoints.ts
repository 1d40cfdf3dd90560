import type { ProviderEndpoints } from '../../contract/tenants/tenants.ts';

/** The endpoints of the fake provider at this origin, as a user enters them. */
export function enteredEndpoints(
  origin: string,
  changes: Partial<ProviderEndpoints> = {},
): ProviderEndpoints {
  return {
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    jwksUri: `${origin}/jwks`,
    revocationEndpoint: `${origin}/revoke`,
    clientAuthentication: 'client_secret_basic',
    ...changes,
  };
}
