import { isSameAddress } from '../values/normalized-address.ts';
import type { TenantProfile } from './tenants.ts';

type SignInServers = Pick<TenantProfile, 'baseUrl' | 'issuer' | 'endpoints' | 'signInHosts'>;

/** True if the client secret would be sent to a different server than it was entered for: then it must be entered again. */
export function isServerChanged(before: SignInServers, after: SignInServers): boolean {
  return (
    !isSameAddress(before.baseUrl, after.baseUrl) ||
    !isSameAddress(before.issuer, after.issuer) ||
    !maySendSecretTo(before, secretOrigin(after))
  );
}

/** With discovery, the secret is sent to the issuer's host, or to one that the user has allowed. */
function maySendSecretTo(profile: SignInServers, origin: string): boolean {
  if (secretOrigin(profile) === origin) return true;
  return (
    profile.endpoints === undefined &&
    (profile.signInHosts ?? []).some((host) => origin === `https://${host}`)
  );
}

function secretOrigin({ issuer, endpoints }: SignInServers): string {
  const address = endpoints?.tokenEndpoint ?? issuer;
  return URL.parse(address)?.origin ?? address;
}

/** Endpoint hosts, including ports, other than the issuer's. */
export function hostsBesideIssuer(issuer: string, endpoints: readonly string[]): readonly string[] {
  const hosts = endpoints.flatMap((endpoint) => URL.parse(endpoint)?.host ?? []);
  const own = URL.parse(issuer)?.host;
  return [...new Set(hosts)].filter((host) => host !== own);
}
