import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import { valueAt } from '../../contract/application-settings.ts';
import { textsIn } from '../../contract/setting-values.ts';
import type { SignInCheck, TestOutcome } from '../../contract/test-sign-ins.ts';
import { failure } from '../platform/failure.ts';
import { findProvider, requireConfirmedHosts, type Provider } from '../tenants/session/provider.ts';
import { withSignInTicket } from '../tenants/session/sign-in-ticket.ts';
import { checkIdToken, checkSignature } from './openid-checks.ts';
import { refusalOf } from './openid-refusal.ts';
import { openIdSections } from './openid-sections.ts';
import { readLines } from './set-by.ts';
import type { Finished, SignInTest, TestSubject } from './sign-in-test.ts';

const mostBytes = 1024 * 1024;
/** With which a test stands for its application at the token endpoint of an embedded tenant. */
const testHeader = 'sandbox-test-sign-in';

const tokensSchema = z.looseObject({ id_token: z.string().optional(), access_token: z.string().optional() });
const keysSchema = z.custom<JSONWebKeySet>(
  (value) => z.looseObject({ keys: z.array(z.looseObject({})) }).safeParse(value).success,
);

/** Asks as the application would, for a code where it may and for the tokens themselves otherwise, with PKCE and a nonce. */
export async function beginOpenIdTest(subject: TestSubject): Promise<SignInTest> {
  const { transport, profile, signal, record, person, receiver, now, embeddedPassword } = subject;
  const clientId = valueAt(record, 'OAuthProfile.ClientID');
  if (typeof clientId !== 'string' || clientId === '')
    throw failure(
      'invalid-input',
      `${subject.applicationName} has no client ID, so nobody can sign in to it.`,
    );
  const provider = await findProvider(transport, profile, signal);
  requireConfirmedHosts(provider, profile);
  const request = {
    clientId,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
    responseType: responseTypeOf(record),
    scope: scopeOf(record),
    provider,
  };
  const url = new URL(provider.metadata.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: clientId,
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
  const { issuer } = provider.metadata;
  const ticketed =
    embeddedPassword === undefined ? url : withSignInTicket(url, { issuer, password: embeddedPassword, now });
  return {
    url: ticketed.href,
    requestId: null,
    requestFacts: [
      { name: 'Client', value: clientId },
      { name: 'Response type', value: request.responseType },
      { name: 'Scope', value: request.scope },
    ],
    isOwn: ({ searchParams }) => {
      const states = searchParams.getAll('state');
      return states.length === 1 && states[0] === request.state;
    },
    finish: (callback, testId) => finish(subject, request, callback.searchParams, testId),
  };
}

interface OpenIdRequest {
  readonly clientId: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly scope: string;
  readonly provider: Provider;
}

async function finish(
  subject: TestSubject,
  request: OpenIdRequest,
  answer: URLSearchParams,
  testId: string,
): Promise<Finished> {
  const responseFacts = [{ name: 'Response mode', value: 'form_post' }];
  const error = answer.get('error');
  if (error !== null)
    return { outcome: refusalOf(error, answer.get('error_description') ?? ''), responseFacts };
  const { issuer } = request.provider.metadata;
  const answeredBy = answer.get('iss');
  if (answeredBy !== null && answeredBy !== issuer)
    return {
      outcome: refusalOf('mix_up', `The answer is of ${answeredBy}, not of ${issuer}.`),
      responseFacts,
    };
  const code = answer.get('code') ?? undefined;
  const exchanged: Exchanged = code === undefined ? {} : await redeem(subject, request, code, testId);
  if (exchanged.refusal !== undefined) return { outcome: exchanged.refusal, responseFacts };
  const idToken = exchanged.id_token ?? answer.get('id_token') ?? undefined;
  const accessToken = exchanged.access_token ?? answer.get('access_token') ?? undefined;
  if (idToken === undefined)
    return {
      outcome: refusalOf(
        'no_id_token',
        'The tenant answered without an ID token. Check the scopes of the application.',
      ),
      responseFacts,
    };
  return {
    outcome: await read(subject, request, {
      idToken,
      accessToken,
      code: exchanged.id_token === undefined ? code : undefined,
      testId,
    }),
    responseFacts: [
      ...responseFacts,
      { name: 'Received', value: accessToken === undefined ? 'ID token' : 'ID token, access token' },
    ],
  };
}

interface Exchanged {
  readonly id_token?: string | undefined;
  readonly access_token?: string | undefined;
  /** In the place of tokens. */
  readonly refusal?: TestOutcome;
}

async function redeem(
  subject: TestSubject,
  request: OpenIdRequest,
  code: string,
  testId: string,
): Promise<Exchanged> {
  const { status, body } = await subject.transport.send({
    method: 'POST',
    url: request.provider.metadata.token_endpoint,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      [testHeader]: testId,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: subject.receiver,
      client_id: request.clientId,
      code_verifier: request.codeVerifier,
    }).toString(),
    signal: subject.signal,
    maxBytes: mostBytes,
    purpose: 'exchange the code for tokens',
  });
  const json = jsonOf(body);
  if (status !== 200) {
    const { error, error_description: text } = z
      .looseObject({ error: z.string().catch(`HTTP ${status}`), error_description: z.string().catch('') })
      .parse(json ?? {});
    return { refusal: refusalOf(error, text) };
  }
  const { id_token, access_token } = tokensSchema.parse(json);
  return { id_token, access_token };
}

interface ReceivedTokens {
  readonly idToken: string;
  readonly accessToken: string | undefined;
  /** Only where it came together with the ID token. */
  readonly code: string | undefined;
  readonly testId: string;
}

async function read(
  subject: TestSubject,
  request: OpenIdRequest,
  { idToken, accessToken, code, testId }: ReceivedTokens,
): Promise<Finished['outcome']> {
  const token = decoded(idToken);
  if (token === undefined)
    return refusalOf('invalid_id_token', 'The ID token is no JSON Web Token that can be read.');
  const keys = await readKeys(subject, request);
  const { clientId, nonce, provider } = request;
  const expected = {
    issuer: provider.metadata.issuer,
    clientId,
    nonce,
    keys,
    accessToken,
    code,
    now: subject.now() / 1000,
  };
  const user = accessToken === undefined ? undefined : await readUser(subject, request, accessToken, keys);
  const lineOf = await readLines(subject, testId, token.claims.sub);
  return {
    kind: 'received',
    checks: [
      ...(await checkIdToken(idToken, token.algorithm, token.claims, expected)),
      ...(user === undefined ? [] : user.checks(token.claims.sub)),
    ],
    sections: openIdSections(token.claims, user?.claims, lineOf),
    notes: notesOn(subject.record),
    sources: [
      {
        title: 'ID token',
        language: 'json',
        text: JSON.stringify({ header: token.header, payload: token.claims }, null, 2),
      },
      ...(user === undefined
        ? []
        : [{ title: 'UserInfo', language: 'json' as const, text: JSON.stringify(user.claims, null, 2) }]),
    ],
  };
}

async function readKeys(
  { transport, signal }: TestSubject,
  { provider }: OpenIdRequest,
): Promise<JSONWebKeySet> {
  const { body } = await transport.send({
    method: 'GET',
    url: provider.metadata.jwks_uri,
    headers: { accept: 'application/json' },
    signal,
    maxBytes: mostBytes,
    purpose: 'read the signing keys (JWKS)',
    isRead: true,
  });
  const keys = keysSchema.safeParse(jsonOf(body));
  if (keys.success) return keys.data;
  throw failure('unexpected-response', "The tenant's signing keys (JWKS) couldn't be read. Try again.");
}

interface UserInfo {
  readonly claims: JWTPayload;
  readonly checks: (subject: string | undefined) => readonly SignInCheck[];
}

/** Source: OpenID Connect Core 1.0, 5.3. */
async function readUser(
  { transport, signal }: TestSubject,
  { provider }: OpenIdRequest,
  accessToken: string,
  keys: JSONWebKeySet,
): Promise<UserInfo | undefined> {
  const url = provider.metadata.userinfo_endpoint;
  if (url === undefined) return undefined;
  const { status, body } = await transport.send({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json, application/jwt' },
    signal,
    maxBytes: mostBytes,
    purpose: 'read the user information',
    isRead: true,
  });
  const name = 'UserInfo is about the same user';
  const text = Buffer.from(body).toString('utf8');
  const token = status === 200 ? decoded(text) : undefined;
  const claims =
    status === 200
      ? (token?.claims ?? z.record(z.string(), z.unknown()).safeParse(jsonOf(body)).data)
      : undefined;
  if (claims === undefined)
    return {
      claims: {},
      checks: () => [
        { name, state: 'failed', fact: '', explanation: `UserInfo couldn't be read: HTTP ${status}.` },
      ],
    };
  const signature =
    token === undefined
      ? []
      : [await checkSignature(text, token.algorithm, keys, 'UserInfo signature valid')];
  return {
    claims,
    checks: (subject) => [
      ...signature,
      claims['sub'] === subject && subject !== undefined
        ? { name, state: 'passed', fact: subject }
        : {
            name,
            state: 'failed',
            fact: '',
            explanation: 'Its sub is not that of the ID token.',
            received: String(claims['sub']),
            expected: String(subject),
          },
    ],
  };
}

function decoded(token: string) {
  try {
    const header = decodeProtectedHeader(token);
    return { header, algorithm: header.alg ?? 'none', claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A code where the application may have one. What it may not have at all, the tenant says. */
function responseTypeOf(record: TestSubject['record']): string {
  const types = valueAt(record, 'OAuthProfile.ResponseTypes');
  const listed = Array.isArray(types)
    ? textsIn(types)
    : typeof types === 'string' && types !== ''
      ? [types]
      : [];
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

function notesOn(record: TestSubject['record']): string[] {
  const method = valueAt(record, 'OAuthProfile.TokenEndpointAuthMethod');
  const encryption = valueAt(record, 'OAuthProfile.IdTokenEncryptedResponseAlg');
  return [
    ...(method === 'none'
      ? []
      : [
          'Client authentication was not tested: Tenant Desk redeemed the code with PKCE, without the secret or key of the application.',
        ]),
    ...(typeof encryption === 'string' && encryption !== ''
      ? [`The application gets its ID token encrypted (${encryption}). The test receiver got it unencrypted.`]
      : []),
  ];
}
