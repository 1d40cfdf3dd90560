import type { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { TenantInput, TenantProfile } from '../../contract/tenants/tenants.ts';
import { failure } from '../platform/errors/failure.ts';
import { isSecureAddress } from '../platform/http/loopback.ts';
import { normalizedAddress } from '../../contract/values/normalized-address.ts';

/**
 * Completes what a person entered: addresses without a trailing slash and with their defaults. Throws
 * `invalid-input` for an address over which tokens would travel in the clear, and for a header that looks like a
 * credential, as profiles are kept in plain text.
 */
export function profileOfInput(
  input: TenantInput,
  kept: Pick<TenantProfile, 'id' | 'hasClientSecret' | 'isSandbox'>,
): TenantProfile {
  const { clientSecret: _secret, ...fields } = input;
  const baseUrl = normalizedAddress(input.baseUrl);
  const profile: TenantProfile = {
    ...fields,
    ...kept,
    baseUrl,
    analyticsUrl: normalizedAddress(input.analyticsUrl ?? `${baseUrl}/analytics/services/v1.0`),
    // An issuer is compared character by character elsewhere: it stays as it was entered.
    issuer: input.issuer ?? baseUrl,
  };
  const { clientAuthentication: _how, ...named } = profile.endpoints ?? {};
  const endpoints = Object.values(named);
  for (const address of [profile.baseUrl, profile.analyticsUrl, profile.issuer, ...endpoints]) {
    const { username, password } = new URL(address);
    if (username !== '' || password !== '') {
      throw failure('invalid-input', 'Remove the user name and password from the URL. Sign in instead.');
    }
    if (!isSecureAddress(address)) throw unprotected(address);
  }
  // An issuer on this machine is a provider on this machine; the endpoints of any other one are out there, too.
  const isPlain = (address: string): boolean => new URL(address).protocol === 'http:';
  const plain = isPlain(profile.issuer) ? undefined : endpoints.find(isPlain);
  if (plain !== undefined) throw unprotected(plain);
  const credential = Object.keys(profile.extraHeaders).find((name) =>
    /^(authorization|proxy-authorization|cookie)$/i.test(name),
  );
  if (credential !== undefined) {
    throw failure(
      'invalid-input',
      `The header ${credential} cannot be set: it is a secret, and the profile is kept in plain text.`,
    );
  }
  return profile;
}

function unprotected(address: string): DeskFailure {
  return failure(
    'invalid-input',
    `${address} is not an https address. Sign-ins would travel unprotected; plain http works on this machine only.`,
  );
}
