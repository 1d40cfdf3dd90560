import * as client from 'openid-client';
import { z } from 'zod';
import type { SessionUser } from '../../../contract/tenants/session.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';
import { clientAuthentication } from './client-authentication.ts';
import { describeClock } from './clock-difference.ts';
import { withSignInTicket } from './sign-in-ticket.ts';
import type { TokenResponse } from './provider-fetch.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { TokenSet } from './token-set.ts';
import { maxLifetimeSeconds, minRenewedLifeSeconds } from './token-set.ts';
import type { OpenIdCall } from './open-id-call.ts';

/** Tolerated clock difference between this machine and the tenant, in seconds. */
const clockToleranceSeconds = 30;
/** Assumed lifetime of an access token if the tenant doesn't report it; a rejected token is renewed earlier. */
const assumedLifeSeconds = 3600;

/** An authorization request, with the values that bind the callback to it. */
export interface AuthorizationRequest {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Creates the URL to open: authorization code with PKCE S256, state and nonce. Source: RFC 7636, RFC 9700. */
export async function beginAuthorization(
  call: OpenIdCall,
  redirectUri: string,
): Promise<AuthorizationRequest> {
  const state = client.randomState();
  const nonce = client.randomNonce();
  const codeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(configure(call), {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopesOf(call.profile),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  const { embeddedPassword: password, now } = call;
  const { issuer } = call.profile;
  const opened = password === undefined ? url : withSignInTicket(url, { issuer, password, now });
  return { url: opened.href, state, nonce, codeVerifier };
}

/** Exchanges the code and validates the ID token: signature, issuer, audience, times and nonce. */
export async function finishAuthorization(
  call: OpenIdCall,
  request: AuthorizationRequest,
  callback: URL,
): Promise<TokenSet> {
  const { configuration, response } = await requestTokens(call, 'id-token-invalid', {
    request: (configured) =>
      client.authorizationCodeGrant(configured, callback, {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.codeVerifier,
        idTokenExpected: true,
      }),
  });
  const claims = response.claims();
  if (claims === undefined) throw new Error('The token response has no ID token.');
  const user = userOf(claims, call.profile.name);
  if (response.expires_in === 0 && response.refresh_token === undefined)
    throw expiredOnArrival(call.profile.name);
  return tokenSetOf(
    call,
    response,
    user.name === undefined ? await askForUser(configuration, response, user) : user,
  );
}

/**
 * Renews the tokens; keeps those that the tenant doesn't replace. Calls `keep` with a new refresh token before validating the
 * response: the old one may be consumed, and a validation that fails now must not end the session. Throws `id-token-invalid` for
 * tokens of another user (OpenID Connect Core, section 12.2), and `renewal-failed` if this computer's clock is the reason for the
 * rejection.
 */
export async function renew(
  call: OpenIdCall,
  tokens: TokenSet,
  keep: (refreshToken: string) => Promise<void>,
): Promise<TokenSet> {
  const { refreshToken, user } = tokens;
  if (refreshToken === undefined) throw new Error('There is no refresh token.');
  const { response } = await requestTokens(call, 'renewal-failed', {
    request: (configuration) => client.refreshTokenGrant(configuration, refreshToken),
    keep,
  });
  const subject = response.claims()?.sub ?? user.subject;
  if (subject !== user.subject) {
    throw failure(
      'id-token-invalid',
      `${call.profile.name} renewed your session with tokens of another user. They weren’t used, and you are signed out. Sign in again. If this persists, contact the tenant’s admin.`,
    );
  }
  const { scope } = tokens;
  const renewed = {
    refreshToken,
    ...(scope === undefined ? {} : { scope }),
    ...tokenSetOf(call, response, user),
  };
  // A shorter lifetime would end before the next renewal: the tenant decides how long it accepts the token.
  const expiresAt = Math.max(renewed.expiresAt, renewed.obtainedAt + minRenewedLifeSeconds * 1000);
  return { ...renewed, expiresAt, ...(response.expires_in === 0 ? { isExpiredOnArrival: true } : {}) };
}

export function expiredOnArrival(tenantName: string): DeskFailure {
  return failure(
    'renewal-failed',
    `${tenantName} issues access tokens that have already expired (expires_in: 0). Requests may be rejected. Ask the tenant’s admin to set a longer lifetime.`,
  );
}

interface TokenRequest {
  readonly request: (configuration: client.Configuration) => Promise<GrantedTokens>;
  readonly keep?: (refreshToken: string) => Promise<void>;
}

type GrantedTokens = Awaited<ReturnType<typeof client.refreshTokenGrant>>;

/** Requests tokens and validates the response. Throws `codeForClock` if this computer's clock is wrong. */
async function requestTokens(
  call: OpenIdCall,
  codeForClock: ErrorCode,
  { request, keep }: TokenRequest,
): Promise<{ readonly configuration: client.Configuration; readonly response: GrantedTokens }> {
  let tenantTime: number | undefined;
  const configuration = configure(call, async (response) => {
    ({ tenantTime } = response);
    if (response.refreshToken !== undefined) await keep?.(response.refreshToken);
  });
  try {
    return { configuration, response: await request(configuration) };
  } catch (error) {
    const clock = describeClock(error, tenantTime);
    if (clock === undefined) throw error;
    throw failure(
      codeForClock,
      `${clock}, so the ID token of ${call.profile.name} was not accepted. Set the clock and try again.`,
      { cause: error },
    );
  }
}

/** Revokes the tokens. Does nothing if the provider doesn't support it. Source: RFC 7009. */
export async function revoke(call: OpenIdCall, tokens: TokenSet): Promise<void> {
  if (call.provider.metadata.revocation_endpoint === undefined) return;
  const configuration = configure(call);
  const { refreshToken, accessToken } = tokens;
  if (refreshToken !== undefined) {
    await client.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
  }
  await client.tokenRevocation(configuration, accessToken, { token_type_hint: 'access_token' });
}

/** Settings of the library for one tenant and its client. */
export function configure(
  call: OpenIdCall,
  note: (response: TokenResponse) => Promise<void> = async () => undefined,
): client.Configuration {
  const { profile, provider, clientSecret } = call;
  const configuration = new client.Configuration(
    provider.metadata,
    profile.clientId,
    { [client.clockTolerance]: clockToleranceSeconds },
    clientAuthentication(provider.metadata, clientSecret),
  );
  configuration[client.customFetch] = createProviderFetch(call, note);
  // Validates the ID token's signature although it comes directly from the provider.
  client.enableNonRepudiationChecks(configuration);
  if (isLoopback(new URL(provider.metadata.issuer))) client.allowInsecureRequests(configuration);
  return configuration;
}

function scopesOf({ scopes }: TenantProfile): string {
  return [...new Set(['openid', ...scopes])].join(' ');
}

export function tokenSetOf(
  { profile, now }: OpenIdCall,
  response: client.TokenEndpointResponse,
  user: SessionUser,
): TokenSet {
  const obtainedAt = Math.floor(now());
  const lifeSeconds = Math.min(response.expires_in ?? assumedLifeSeconds, maxLifetimeSeconds);
  return {
    accessToken: response.access_token,
    ...(response.refresh_token === undefined ? {} : { refreshToken: response.refresh_token }),
    obtainedAt,
    expiresAt: obtainedAt + Math.floor(lifeSeconds * 1000),
    issuer: profile.issuer,
    clientId: profile.clientId,
    ...(response.scope === undefined ? {} : { scope: response.scope }),
    user,
  };
}

const claimsSchema = z.looseObject({
  /** At most 255 ASCII characters in the specification (OpenID Connect Core 1.0, section 2), but longer and non-ASCII ones exist. */
  sub: z.string().regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  unique_name: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
});

function userOf(claims: unknown, tenantName: string): SessionUser {
  const { data } = claimsSchema.safeParse(claims);
  if (data === undefined) {
    throw failure(
      'id-token-invalid',
      `The ID token of ${tenantName} was not accepted: its subject (sub) is empty or has control characters. You are not signed in. Contact the tenant’s admin.`,
    );
  }
  const { sub, name, preferred_username, unique_name, email } = data;
  const shownName = name ?? preferred_username ?? unique_name;
  return {
    subject: sub,
    ...(shownName === undefined ? {} : { name: shownName }),
    ...(email === undefined ? {} : { email }),
  };
}

/** The name is optional: errors don't fail the sign-in. */
async function askForUser(
  configuration: client.Configuration,
  response: client.TokenEndpointResponse,
  known: SessionUser,
): Promise<SessionUser> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return known;
  try {
    const claims = await client.fetchUserInfo(configuration, response.access_token, known.subject);
    return { ...userOf(claims, configuration.serverMetadata().issuer), ...known };
  } catch {
    return known;
  }
}
