import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { TenantInput, TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSecureAddress } from '../../../contract/schema/loopback.ts';
import { normalizedAddress } from '../../../contract/values/normalized-address.ts';

/**
 * Completes user input: normalizes URLs and applies defaults. Throws `invalid-input` for a URL that would send tokens in clear text,
 * and for a header that looks like a credential, because profiles are stored in plain text.
 */
export function profileOfInput(
  input: TenantInput,
  fixed: Pick<TenantProfile, 'id' | 'hasClientSecret' | 'isSandbox'>,
): TenantProfile {
  const { clientSecret: _secret, ...fields } = input;
  const baseUrl = normalizedAddress(input.baseUrl);
  const profile: TenantProfile = {
    ...fields,
    ...fixed,
    baseUrl,
    analyticsUrl: normalizedAddress(input.analyticsUrl ?? `${baseUrl}/analytics/services/v1.0`),
    // Issuers are compared exactly elsewhere, so it stays as entered.
    issuer: input.issuer ?? baseUrl,
  };
  const { clientAuthentication: _how, ...named } = profile.endpoints ?? {};
  const endpoints = Object.values(named);
  for (const address of [profile.baseUrl, profile.analyticsUrl, profile.issuer, ...endpoints]) {
    const { username, password } = new URL(address);
    if (username !== '' || password !== '') {
      throw failure('invalid-input', 'Remove the username and password from the URL. Sign in instead.');
    }
    if (!isSecureAddress(address)) throw unprotected(address);
  }
  // Only a provider on this machine may have plain http endpoints.
  const isPlain = (address: string): boolean => new URL(address).protocol === 'http:';
  const plain = isPlain(profile.issuer) ? undefined : endpoints.find(isPlain);
  if (plain !== undefined) throw unprotected(plain);
  const credential = Object.keys(profile.extraHeaders).find((name) =>
    /^(authorization|proxy-authorization|cookie)$/i.test(name),
  );
  if (credential !== undefined) {
    throw failure(
      'invalid-input',
      `The header ${credential} can’t be set: it is a secret, and profiles are stored in plain text.`,
    );
  }
  return profile;
}

function unprotected(address: string): DeskFailure {
  return failure(
    'invalid-input',
    `${address} is not an https URL. Plain http is only allowed on this machine.`,
  );
}
