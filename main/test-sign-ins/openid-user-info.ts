import type { JSONWebKeySet, JWTPayload } from 'jose';
import { z } from 'zod';
import type { SignInCheck } from '../../contract/test-sign-ins/test-sign-ins.ts';
import { failed, passed } from './check.ts';
import { checkSignature } from './openid-checks.ts';
import { decoded, jsonOf, maxBytes } from './openid-message.ts';
import type { OpenIdRequest } from './openid-request.ts';
import type { TestSubject } from './sign-in-test.ts';

export interface UserInfo {
  readonly claims: JWTPayload;
  readonly checks: (subject: string | undefined) => readonly SignInCheck[];
}

/** UserInfo claims, in addition to the ID token. Source: OpenID Connect Core 1.0, 5.3. */
export async function readUser(
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
    maxBytes: maxBytes,
    purpose: 'load UserInfo',
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
      checks: () => [failed(name, '', `UserInfo couldn't be read: HTTP ${status}.`)],
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
        ? passed(name, subject)
        : failed(name, '', 'Its sub differs from the ID token’s.', {
            received: String(claims['sub']),
            expected: String(subject),
          }),
    ],
  };
}
