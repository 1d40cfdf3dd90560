import * as openid from 'openid-client';
import { valueAt } from '../../contract/applications/application-settings.ts';
import { responseTypesIn, textsIn } from '../../contract/applications/setting-values.ts';
import { failure } from '../platform/errors/failure.ts';
import { findProvider, requireConfirmedHosts, type Provider } from '../tenants/session/provider.ts';
import { withSignInTicket } from '../tenants/session/sign-in-ticket.ts';
import type { TestSubject } from './sign-in-test.ts';

/** What was asked, and what its answer is checked against. */
export interface OpenIdRequest {
  readonly clientId: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly responseType: string;
  readonly scope: string;
  readonly provider: Provider;
}

/** As the application would ask: for a code where it may and for the tokens themselves otherwise, with PKCE and a nonce. */
export async function makeOpenIdRequest(subject: TestSubject): Promise<OpenIdRequest> {
  const { transport, profile, signal, record } = subject;
  const clientId = valueAt(record, 'OAuthProfile.ClientID');
  if (typeof clientId !== 'string' || clientId === '')
    throw failure(
      'invalid-input',
      `${subject.applicationName} has no client ID, so nobody can sign in to it.`,
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

/** Where the browser begins, with a ticket that fills in the sign-in page. */
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
    // Whoever is signed in in the browser is not who is tested.
    prompt: 'select_account',
    login_hint: person.username,
  }).toString();
  if (embeddedPassword === undefined) return url;
  return withSignInTicket(url, { issuer, password: embeddedPassword, now });
}

/** A code where the application may have one. What it may not have at all, the tenant says. */
function responseTypeOf(record: TestSubject['record']): string {
  const listed = responseTypesIn(valueAt(record, 'OAuthProfile.ResponseTypes'));
  const grants = textsIn(valueAt(record, 'OAuthProfile.AllowedAuth')).map((grant) => grant.toLowerCase());
  const mayHaveCode = grants.length === 0 || grants.includes('authorizationcode');
  if (mayHaveCode && (listed.length === 0 || listed.includes('code'))) return 'code';
  return listed.find((type) => type.includes('id_token')) ?? (mayHaveCode ? 'code' : 'id_token token');
}

function scopeOf(record: TestSubject['record']): string {
  const listed = textsIn(valueAt(record, 'OAuthProfile.Scopes'));
  const wanted = listed.length === 0 ? ['profile', 'email'] : listed;
  // A test needs no token that outlives it.
  return [...new Set(['openid', ...wanted])].filter((scope) => scope !== 'offline_access').join(' ');
}
