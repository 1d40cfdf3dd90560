import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { shorten } from '../client/tenant-message.ts';

/** Whatever ended a sign-in or a renewal, as a failure that says what happened. Never quotes a token. */
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
    return failure(
      'tenant-error',
      `The sign-in to ${tenantName} failed: the tenant answered HTTP ${status}. Try again.`,
      { cause: error },
    );
  }
  const refusal = chain.find(isRefusal);
  if (refusal !== undefined) return refused(tenantName, refusal.error, refusal.error_description);
  // How a token endpoint answers Basic authentication with a wrong secret. Source: RFC 6749, section 5.2.
  if (chain.some((cause) => cause instanceof WWWAuthenticateChallengeError)) {
    return refused(tenantName, 'invalid_client', 'the client ID or the client secret is wrong');
  }
  if (chain.some(isKeyMissing)) {
    return failure(
      'unexpected-response',
      `No signing key (JWKS) of ${tenantName} fits its ID token. ${isEntered ? 'Check the signing keys URL in the tenant’s settings.' : 'Try again; if it happens again, contact the tenant’s admin.'}`,
      { cause: error },
    );
  }
  const messages = chain.map((cause) => cause.message).join(' ');
  if (/ID Token|JWT|JWS|JWK|signature|claim/i.test(messages)) {
    const claim = claimNamed(chain);
    const about = /nonce/i.test(`${messages} ${claim}`)
      ? 'it does not belong to this sign-in (wrong nonce)'
      : claim === 'iss'
        ? `it is of another issuer than ${issuer}`
        : 'its signature or one of its claims is wrong';
    return failure(
      'id-token-invalid',
      `The ID token of ${tenantName} was not accepted: ${about}. You are not signed in. ${isEntered ? 'Check the issuer and the signing keys URL in the tenant’s settings.' : 'Try again; if it happens again, ask whoever runs the tenant.'}`,
      { detail: shorten(messages), cause: error },
    );
  }
  return failure(
    'unexpected-response',
    `The sign-in to ${tenantName} failed: its answer was not understood. ${isEntered ? 'Check the endpoints in the tenant’s settings.' : 'Try again.'}`,
    { detail: shorten(messages), cause: error },
  );
}

/** The provider's own `error` and `error_description`. Source: RFC 6749, sections 4.1.2.1 and 5.2. */
export function refused(tenantName: string, code: string, description: string | undefined): DeskFailure {
  const reason = description === undefined || description === '' ? code : description;
  return failure(
    'sign-in-refused',
    `${tenantName} refused the sign-in: ${shorten(reason)}. Try again, or check the client ID and scopes of the tenant.`,
    { detail: shorten(code) },
  );
}

/** The status with which the provider failed by itself, rather than said no. */
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

/** True when the provider has said no, so that the same tokens will never do again. */
export function isFinal(error: unknown): boolean {
  const chain = causesOf(error);
  return (
    failedStatus(chain) === undefined &&
    chain.some(
      (cause) => cause instanceof ResponseBodyError || cause instanceof WWWAuthenticateChallengeError,
    )
  );
}

function isRefusal(cause: Error): cause is AuthorizationResponseError | ResponseBodyError {
  return cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError;
}

/** A key that is not published (yet) says nothing about the signature: providers rotate keys before all servers know. */
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

/** The library puts the claim's name beside the error: `{ claim: 'nonce' }`. */
function claimNamed(chain: readonly Error[]): string {
  for (const { cause } of chain) {
    if (typeof cause === 'object' && cause !== null && 'claim' in cause) return String(cause.claim);
  }
  return '';
}
