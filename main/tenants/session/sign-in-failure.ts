import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { shorten } from '../client/tenant-message.ts';

/** Converts any error of a sign-in or renewal to a failure. Never quotes a token. */
export function signInFailure(
  error: unknown,
  { name: tenantName, issuer, endpoints }: Pick<TenantProfile, 'name' | 'issuer' | 'endpoints'>,
): DeskFailure {
  const isEntered = endpoints !== undefined;
  const chain = causesOf(error);
  const own = chain.find((cause) => cause instanceof DeskFailure);
  if (own !== undefined) return own;
  const status = failedStatus(chain);
  if (status !== undefined) {
    return failure('tenant-error', `The sign-in to ${tenantName} failed: HTTP ${status}. Try again.`, {
      cause: error,
    });
  }
  const rejection = chain.find(isRejection);
  if (rejection !== undefined) return rejected(tenantName, rejection.error, rejection.error_description);
  // How a token endpoint answers Basic authentication with a wrong secret. Source: RFC 6749, section 5.2.
  if (chain.some((cause) => cause instanceof WWWAuthenticateChallengeError)) {
    return rejected(tenantName, 'invalid_client', 'the client ID or the client secret is wrong');
  }
  if (chain.some(isKeyMissing)) {
    return failure(
      'unexpected-response',
      `No signing key (JWKS) of ${tenantName} matches its ID token. ${isEntered ? 'Check the signing keys URL in the tenant’s settings.' : 'Try again. If this persists, contact the tenant’s admin.'}`,
      { cause: error },
    );
  }
  const messages = chain.map((cause) => cause.message).join(' ');
  if (/ID Token|JWT|JWS|JWK|signature|claim/i.test(messages)) {
    const claim = claimNamed(chain);
    const problem = /nonce/i.test(`${messages} ${claim}`)
      ? 'it doesn’t belong to this sign-in (wrong nonce)'
      : claim === 'iss'
        ? `its issuer isn’t ${issuer}`
        : 'its signature or a claim is invalid';
    return failure(
      'id-token-invalid',
      `The ID token of ${tenantName} was not accepted: ${problem}. You are not signed in. ${isEntered ? 'Check the issuer and the signing keys URL in the tenant’s settings.' : 'Try again. If this persists, contact the tenant’s admin.'}`,
      { detail: shorten(messages), cause: error },
    );
  }
  return failure(
    'unexpected-response',
    `The sign-in to ${tenantName} failed: unexpected response. ${isEntered ? 'Check the endpoints in the tenant’s settings.' : 'Try again.'}`,
    { detail: shorten(messages), cause: error },
  );
}

/** The provider's own `error` and `error_description`. Source: RFC 6749, sections 4.1.2.1 and 5.2. */
export function rejected(tenantName: string, code: string, description: string | undefined): DeskFailure {
  const reason = description === undefined || description === '' ? code : description;
  return failure(
    'sign-in-refused',
    `${tenantName} rejected the sign-in: ${shorten(reason)}. Try again, or check the client ID and scopes of the tenant.`,
    { detail: shorten(code) },
  );
}

/** The HTTP status of a provider failure, as opposed to a rejection. */
function failedStatus(chain: readonly Error[]): number | undefined {
  const statuses = chain.flatMap((cause) =>
    cause instanceof ResponseBodyError
      ? [cause.status]
      : cause.cause instanceof Response
        ? [cause.cause.status]
        : [],
  );
  return statuses.find((status) => status >= 500 || status === 429);
}

/** True if the provider rejected the request, so that the same tokens will never work again. */
export function isFinal(error: unknown): boolean {
  const chain = causesOf(error);
  return (
    failedStatus(chain) === undefined &&
    chain.some(
      (cause) => cause instanceof ResponseBodyError || cause instanceof WWWAuthenticateChallengeError,
    )
  );
}

function isRejection(cause: Error): cause is AuthorizationResponseError | ResponseBodyError {
  return cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError;
}

/** An unpublished key says nothing about the signature: keys may be rotated before all servers know them. */
function isKeyMissing(cause: Error): boolean {
  return 'code' in cause && cause.code === 'OAUTH_KEY_SELECTION_FAILED';
}

function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error && chain.length < 8; current = current.cause) {
    chain.push(current);
  }
  return chain;
}

/** The library adds the claim name to the error: `{ claim: 'nonce' }`. */
function claimNamed(chain: readonly Error[]): string {
  for (const { cause } of chain) {
    if (typeof cause === 'object' && cause !== null && 'claim' in cause) return String(cause.claim);
  }
  return '';
}
