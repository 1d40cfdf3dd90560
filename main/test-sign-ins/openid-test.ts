import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { valueAt } from '../../contract/applications/application-settings.ts';
import type { TestOutcome } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { failure } from '../platform/errors/failure.ts';
import { checkIdToken } from './openid-checks.ts';
import { redeem, type Exchanged } from './openid-code.ts';
import { decoded, jsonOf, maxBytes, type DecodedToken } from './openid-message.ts';
import { rejectionOf } from './openid-rejection.ts';
import { authorizationUrl, makeOpenIdRequest, type OpenIdRequest } from './openid-request.ts';
import { openIdSections } from './openid-sections.ts';
import { readUser } from './openid-user-info.ts';
import { inputOfRejected, readScriptRun, type SourceOf } from './script-run.ts';
import type { Finished, SignInTest, TestSubject } from './sign-in-test.ts';

const keysSchema = z.custom<JSONWebKeySet>(
  (value) => z.looseObject({ keys: z.array(z.looseObject({})) }).safeParse(value).success,
);

/** Sends the request that the application would send, and reads the returned tokens. */
export async function beginOpenIdTest(subject: TestSubject): Promise<SignInTest> {
  if (subject.startFrom === 'tenant')
    throw failure('invalid-input', 'OpenID Connect sign-ins start at the application. Choose “Application”.');
  const request = await makeOpenIdRequest(subject);
  return {
    url: (await authorizationUrl(subject, request)).href,
    requestId: null,
    requestFacts: [
      { name: 'Client', value: request.clientId },
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

async function finish(
  subject: TestSubject,
  request: OpenIdRequest,
  parameters: URLSearchParams,
  testId: string,
): Promise<Finished> {
  const mode = { name: 'Response mode', value: 'form_post' };
  const received = await receive(subject, request, parameters, testId);
  const token = 'rejection' in received ? undefined : decoded(received.idToken);
  if ('rejection' in received || token === undefined) {
    const unreadable = rejectionOf('invalid_id_token', 'The ID token is not a valid JSON Web Token.');
    return {
      outcome: 'rejection' in received ? received.rejection : unreadable,
      input: await inputOfRejected(subject, testId),
      responseFacts: [mode],
    };
  }
  const { sourceOf, input } = await readScriptRun(subject, testId, token.claims.sub);
  const what = received.accessToken === undefined ? 'ID token' : 'ID token, access token';
  return {
    outcome: await read(subject, request, { ...received, token, sourceOf }),
    input,
    responseFacts: [mode, { name: 'Received', value: what }],
  };
}

interface ReceivedTokens {
  readonly idToken: string;
  readonly accessToken: string | undefined;
  /** Only when it came together with the ID token. */
  readonly code: string | undefined;
}

/** The tokens that were returned, directly or for a code. */
async function receive(
  subject: TestSubject,
  request: OpenIdRequest,
  parameters: URLSearchParams,
  testId: string,
): Promise<ReceivedTokens | { readonly rejection: TestOutcome }> {
  const error = parameters.get('error');
  if (error !== null) return { rejection: rejectionOf(error, parameters.get('error_description') ?? '') };
  const { issuer } = request.provider.metadata;
  const answeredBy = parameters.get('iss');
  if (answeredBy !== null && answeredBy !== issuer)
    return {
      rejection: rejectionOf(
        'mix_up',
        `The response is from ${answeredBy}, not from ${issuer}. It was not used.`,
      ),
    };
  const code = parameters.get('code') ?? undefined;
  const exchanged: Exchanged = code === undefined ? {} : await redeem(subject, request, code, testId);
  if (exchanged.rejection !== undefined) return { rejection: exchanged.rejection };
  const idToken = exchanged.id_token ?? parameters.get('id_token') ?? undefined;
  if (idToken === undefined)
    return {
      rejection: rejectionOf(
        'no_id_token',
        'The tenant returned no ID token. Check the scopes of the application.',
      ),
    };
  return {
    idToken,
    accessToken: exchanged.access_token ?? parameters.get('access_token') ?? undefined,
    code: exchanged.id_token === undefined ? code : undefined,
  };
}

interface ReadTokens extends ReceivedTokens {
  readonly token: DecodedToken;
  readonly sourceOf: SourceOf;
}

async function read(
  subject: TestSubject,
  request: OpenIdRequest,
  { idToken, accessToken, code, token, sourceOf }: ReadTokens,
): Promise<TestOutcome> {
  const { header, algorithm, claims } = token;
  const keys = await readKeys(subject, request);
  const expected = {
    issuer: request.provider.metadata.issuer,
    clientId: request.clientId,
    nonce: request.nonce,
    keys,
    accessToken,
    code,
    now: subject.now() / 1000,
  };
  const user = accessToken === undefined ? undefined : await readUser(subject, request, accessToken, keys);
  const sourceText = (of: unknown): string => JSON.stringify(of, null, 2);
  return {
    kind: 'received',
    checks: [
      ...(await checkIdToken(idToken, algorithm, claims, expected)),
      ...(user === undefined ? [] : user.checks(claims.sub)),
    ],
    sections: openIdSections(claims, user?.claims, sourceOf),
    notes: notesOn(subject.record),
    sources: [
      { title: 'ID token', language: 'json', text: sourceText({ header, payload: claims }) },
      ...(user === undefined
        ? []
        : [{ title: 'UserInfo', language: 'json' as const, text: sourceText(user.claims) }]),
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
    maxBytes: maxBytes,
    purpose: 'load the signing keys (JWKS)',
    isRead: true,
  });
  const keys = keysSchema.safeParse(jsonOf(body));
  if (keys.success) return keys.data;
  throw failure('unexpected-response', "The tenant's signing keys (JWKS) couldn't be read. Try again.");
}

function notesOn(record: TestSubject['record']): string[] {
  const method = valueAt(record, 'OAuthProfile.TokenEndpointAuthMethod');
  const encryption = valueAt(record, 'OAuthProfile.IdTokenEncryptedResponseAlg');
  return [
    ...(method === 'none'
      ? []
      : [
          'Client authentication wasn’t tested: the code was redeemed with PKCE, without the application’s secret or key.',
        ]),
    ...(typeof encryption === 'string' && encryption !== ''
      ? [
          `The application receives its ID token encrypted (${encryption}). The test receiver got it unencrypted.`,
        ]
      : []),
  ];
}
