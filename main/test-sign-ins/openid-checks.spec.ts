import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkIdToken, type ExpectedToken } from './openid-checks.ts';
import { rejectionOf } from './openid-rejection.ts';

const now = 1_800_000_000;
const good: JWTPayload = {
  iss: 'https://t.example',
  aud: 'app',
  sub: 'u',
  nonce: 'n',
  iat: now,
  exp: now + 269,
};
let expected: ExpectedToken;
let sign: (claims: JWTPayload) => Promise<string>;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey);
  expected = {
    issuer: 'https://t.example',
    clientId: 'app',
    nonce: 'n',
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] },
    accessToken: undefined,
    code: undefined,
    now,
  };
});

const failedOf = async (
  claims: JWTPayload,
  more: Partial<ExpectedToken> = {},
  token?: string,
  algorithm = 'ES256',
) =>
  (await checkIdToken(token ?? (await sign(claims)), algorithm, claims, { ...expected, ...more })).filter(
    ({ state }) => state === 'failed',
  );

describe('ID token checks', () => {
  it('pass for a valid token, with its remaining lifetime', async () => {
    expect(await failedOf(good)).toEqual([]);
    const checks = await checkIdToken(await sign(good), 'ES256', good, expected);
    expect(checks.find(({ name }) => name === 'Not expired')?.fact).toBe('4 min 29 s left');
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }, 'Issuer matches'],
    ['another audience', { aud: 'other' }, 'Audience matches'],
    ['several audiences and no azp', { aud: ['app', 'other'] }, 'Audience matches'],
    ['another azp', { azp: 'other' }, 'Audience matches'],
    ['a past expiration', { exp: now - 31 }, 'Not expired'],
    ['a future nbf', { nbf: now + 60 }, 'Not expired'],
    ['no expiration', { exp: null }, 'Not expired'],
    ['another nonce', { nonce: 'm' }, 'Nonce matches'],
    ['no nonce', { nonce: null }, 'Nonce matches'],
  ] satisfies [string, Record<string, unknown>, string][])(
    'with %s fail exactly one check',
    async (_what, change, name) => {
      const claims = Object.entries({ ...good, ...change }).filter(([, value]) => value !== null);
      const failures = await failedOf(Object.fromEntries(claims));
      expect(failures.map((one) => one.name)).toEqual([name]);
      expect(failures[0]?.explanation).toMatch(/\.$/);
    },
  );

  it('fail for the hash of another value', async () => {
    const failures = await failedOf(
      { ...good, at_hash: 'AAAA', c_hash: 'BBBB' },
      { accessToken: 'a', code: 'c' },
    );
    expect(failures.map(({ name }) => name)).toEqual(['Access token hash matches', 'Code hash matches']);
  });

  it('fail for a changed, unknown or missing signature, and skip one that only the application can check', async () => {
    const [head = '', , signature = ''] = (await sign(good)).split('.');
    const changed = `${head}.${Buffer.from(JSON.stringify({ ...good, sub: 'admin' })).toString('base64url')}.${signature}`;
    const why = async (token: string, algorithm: string, keys = expected.keys) =>
      (await failedOf(good, { keys }, token, algorithm)).map(({ explanation }) => explanation);
    expect(await why(changed, 'ES256')).toEqual([expect.stringContaining("doesn't match the token")]);
    expect(await why(await sign(good), 'ES256', { keys: [] })).toEqual([
      expect.stringContaining('signing keys'),
    ]);
    expect(await why(new UnsecuredJWT(good).encode(), 'none')).toEqual(['The token is not signed.']);
    const [first] = await checkIdToken(await sign(good), 'HS256', good, expected);
    expect(first).toMatchObject({ state: 'skipped' });
  });
});

describe('an OAuth error', () => {
  it('is explained with what to do, even an unknown one', () => {
    expect(rejectionOf('invalid_scope', 'None of these')).toMatchObject({
      title: 'The application isn’t allowed these scopes',
      explanation: 'None of these. Check the scopes of the application.',
    });
    expect(rejectionOf('constructor', '')).toMatchObject({
      title: 'The tenant rejected the sign-in',
      code: 'constructor',
    });
  });
});
