import * as openid from 'openid-client';
import { valueAt } from '../../contract/applications/application-settings.ts';
import { responseTypesIn, textsIn } from '../../contract/applications/setting-values.ts';
import { failure } from '../platform/errors/failure.ts';
import { findProvider, requireConfirmedHosts, type Provider } from '../tenants/session/provider.ts';
import { withSignInTicket } from '../tenants/session/sign-in-ticket.ts';
import type { TestSubject } from './sign-in-test.ts';

/** What was requested, and what the response is checked against. */
export interface OpenIdRequest {
  readonly clientId: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly responseType: string;
  readonly scope: string;
  readonly provider: Provider;
}

/** Requests what the application would: a code if allowed, otherwise the tokens themselves, with PKCE and a nonce. */
export async function makeOpenIdRequest(subject: TestSubject): Promise<OpenIdRequest> {
  const { transport, profile, signal, record } = subject;
  const clientId = valueAt(record, 'OAuthProfile.ClientID');
  if (typeof clientId !== 'string' || clientId === '')
    throw failure(
      'invalid-input',
      `${subject.applicationName} has no client ID, so no one can sign in to it. Add one first.`,
    );
  const provider = await findProvider(transport, profile, signal);
  requireConfirmedHosts(provider, profile);
  return {
    clientId,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    responseType: responseTypeOf(record),
    scope: scopeOf(record),
    provider,
  };
}

/** The start URL in the browser, with a ticket that fills in the sign-in page. */
export async function authorizationUrl(
  { person, receiver, now, embeddedPassword }: TestSubject,
  request: OpenIdRequest,
): Promise<URL> {
  const { issuer, authorization_endpoint: endpoint } = request.provider.metadata;
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    client_id: request.clientId,
    response_type: request.responseType,
    redirect_uri: receiver,
    scope: request.scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: 'S256',
    response_mode: 'form_post',
    // The user signed in to the browser is not the test user.
    prompt: 'select_account',
    login_hint: person.username,
  }).toString();
  if (embeddedPassword === undefined) return url;
  return withSignInTicket(url, { issuer, password: embeddedPassword, now });
}

/** A code when the application may use one. Anything not allowed is reported by the tenant. */
function responseTypeOf(record: TestSubject['record']): string {
  const listed = responseTypesIn(valueAt(record, 'OAuthProfile.ResponseTypes'));
  const grants = textsIn(valueAt(record, 'OAuthProfile.AllowedAuth')).map((grant) => grant.toLowerCase());
  const mayHaveCode = grants.length === 0 || grants.includes('authorizationcode');
  if (mayHaveCode && (listed.length === 0 || listed.includes('code'))) return 'code';
  return listed.find((type) => type.includes('id_token')) ?? (mayHaveCode ? 'code' : 'id_token token');
}

function scopeOf(record: TestSubject['record']): string {
  const listed = textsIn(valueAt(record, 'OAuthProfile.Scopes'));
  const requested = listed.length === 0 ? ['profile', 'email'] : listed;
  // A test needs no token that outlives it.
  return [...new Set(['openid', ...requested])].filter((scope) => scope !== 'offline_access').join(' ');
}
