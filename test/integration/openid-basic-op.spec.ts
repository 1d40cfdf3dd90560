import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { redirect, registerApplication, secret } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession, type BrowserPage, type BrowserSession } from './browser-session.ts';

/**
 * The modules of the OpenID Foundation's plan for Basic OpenID Providers, by their names there, to the extent that a person in
 * front of a screen need not judge a picture. Requests are written out here, so that no library is kind to the tenant.
 */
const tenant = useTenant();

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly userinfo_endpoint: string;
  readonly jwks_uri: string;
  readonly scopes_supported: readonly string[];
  readonly claims_parameter_supported: boolean;
  readonly request_uri_parameter_supported: boolean;
  readonly request_parameter_supported?: boolean;
}

interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope?: string;
}

/** Members of a request; undefined takes one away that is there otherwise. */
type Changes = Readonly<Record<string, string | undefined>>;

let metadata: Metadata;
let clientId: string;
let other: string;

beforeAll(async () => {
  const result = await fetch(`${tenant.issuer}/.well-known/openid-configuration`);
  metadata = (await result.json()) as Metadata;
  clientId = (await registerApplication(tenant)).clientId;
  other = (await registerApplication(tenant)).clientId;
});

const browse = (): BrowserSession => createBrowserSession(tenant.baseUrl);
const nonce = 'a-nonce';
const state = 'a state & "more"';

function requestOf(changes: Changes = {}): URLSearchParams {
  const all: Changes = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    state,
    nonce,
    ...changes,
  };
  return new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const open = (browser: BrowserSession, changes: Changes = {}): Promise<BrowserPage> =>
  browser.open(`${metadata.authorization_endpoint}?${requestOf(changes).toString()}`);

function signIn(browser: BrowserSession, page: BrowserPage): Promise<BrowserPage> {
  expect(page.html).toContain('name="password"');
  const { username, password } = tenant;
  return browser.submit(page, { username, password, decision: 'sign-in' });
}

/** The parameters with which the person comes back to the relying party. */
function back(page: BrowserPage): URLSearchParams {
  expect(page.url.startsWith(`${redirect}?`), page.html).toBe(true);
  const parameters = new URL(page.url).searchParams;
  expect(parameters.get('state')).toBe(state);
  return parameters;
}

const basic = (): string => `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`;

function askForTokens(
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { authorization: basic() },
): Promise<Response> {
  return fetch(metadata.token_endpoint, { method: 'POST', headers, body: new URLSearchParams(form) });
}

const redemptionOf = (page: BrowserPage): Readonly<Record<string, string>> => ({
  grant_type: 'authorization_code',
  code: back(page).get('code') ?? '',
  redirect_uri: redirect,
});

async function redeem(page: BrowserPage): Promise<Tokens> {
  const result = await askForTokens(redemptionOf(page));
  expect(result.status).toBe(200);
  expect(result.headers.get('cache-control')).toContain('no-store');
  return (await result.json()) as Tokens;
}

/** Checked as OpenID Connect Core 3.1.3.7 asks a relying party to. */
async function claimsOf(
  { id_token: token }: Tokens,
  expectedNonce: string | null = nonce,
): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri));
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
  });
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload['nonce'] ?? null).toBe(expectedNonce);
  return payload;
}

/** From the request to checked claims, for a user who has not signed in before. */
async function wholeFlow(
  changes: Changes = {},
): Promise<{ readonly tokens: Tokens; readonly claims: JWTPayload }> {
  const browser = browse();
  const tokens = await redeem(await signIn(browser, await open(browser, changes)));
  const claims = await claimsOf(tokens, 'nonce' in changes ? null : nonce);
  return { tokens, claims };
}

async function userInfo(init: RequestInit): Promise<Record<string, unknown>> {
  const result = await fetch(metadata.userinfo_endpoint, init);
  expect(result.status).toBe(200);
  expect(result.headers.get('content-type')).toContain('application/json');
  return (await result.json()) as Record<string, unknown>;
}

const bearer = ({ access_token: token }: Tokens): RequestInit => ({
  headers: { authorization: `Bearer ${token}` },
});

/** What user information holds for a scope, and that it is the person of the ID token. */
async function informationFor(scope: string): Promise<string[]> {
  const { tokens, claims } = await wholeFlow({ scope });
  const info = await userInfo(bearer(tokens));
  expect(info['sub']).toBe(claims.sub);
  return Object.keys(info).sort();
}

const profile = ['family_name', 'given_name', 'name', 'picture', 'preferred_username'];
const email = ['email', 'email_verified'];

describe('of the plan for Basic OpenID Providers', () => {
  it('oidcc-server', async () => {
    const { tokens } = await wholeFlow();
    expect(tokens.token_type.toLowerCase()).toBe('bearer');
    expect(tokens.expires_in).toBeGreaterThan(0);
  });

  it('oidcc-response-type-missing', async () => {
    const page = await open(browse(), { response_type: undefined });
    expect(back(page).get('error')).toBe('invalid_request');
  });

  it('oidcc-userinfo-get', async () => {
    const { tokens, claims } = await wholeFlow();
    expect((await userInfo(bearer(tokens)))['sub']).toBe(claims.sub);
  });

  it('oidcc-userinfo-post-header', async () => {
    const { tokens, claims } = await wholeFlow();
    expect((await userInfo({ ...bearer(tokens), method: 'POST' }))['sub']).toBe(claims.sub);
  });

  it('oidcc-userinfo-post-body', async () => {
    const { tokens, claims } = await wholeFlow();
    const body = new URLSearchParams({ access_token: tokens.access_token });
    expect((await userInfo({ method: 'POST', body }))['sub']).toBe(claims.sub);
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { claims } = await wholeFlow({ nonce: undefined });
    expect(claims).not.toHaveProperty('nonce');
  });

  it('oidcc-scope-profile', async () => {
    expect(await informationFor('openid profile')).toEqual([...profile, 'sub']);
  });

  it('oidcc-scope-email', async () => {
    expect(await informationFor('openid email')).toEqual([...email, 'sub']);
  });

  // A provider may ignore a scope that it does not list (OpenID Connect Core 3.1.2.1): the sign-in continues.
  it.each(['address', 'phone'])('oidcc-scope-%s: left aside, as the metadata say', async (scope) => {
    expect(metadata.scopes_supported).not.toContain(scope);
    expect(await informationFor(`openid ${scope}`)).toEqual(['sub']);
  });

  it('oidcc-scope-all', async () => {
    expect(await informationFor('openid profile email address phone')).toEqual(
      [...profile, ...email, 'sub'].sort(),
    );
  });

  it('oidcc-ensure-other-scope-order-succeeds', async () => {
    expect(await informationFor('email openid')).toEqual([...email, 'sub']);
  });

  it.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
    expect((await wholeFlow({ display })).claims.sub).toBeTruthy();
  });

  it('oidcc-prompt-login', async () => {
    const browser = browse();
    const first = await claimsOf(
      await redeem(await signIn(browser, await open(browser, { max_age: '600' }))),
    );
    await secondLater(first);
    const again = await open(browser, { prompt: 'login', max_age: '600' });
    const second = await claimsOf(await redeem(await signIn(browser, again)));
    expect(second.sub).toBe(first.sub);
    expect(Number(second['auth_time'])).toBeGreaterThan(Number(first['auth_time']));
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    const parameters = back(await open(browse(), { prompt: 'none' }));
    expect([parameters.get('error'), parameters.has('code')]).toEqual(['login_required', false]);
  });

  it('oidcc-prompt-none-logged-in', async () => {
    const browser = browse();
    const first = await claimsOf(
      await redeem(await signIn(browser, await open(browser, { max_age: '600' }))),
    );
    const second = await claimsOf(await redeem(await open(browser, { prompt: 'none', max_age: '600' })));
    expect([second.sub, second['auth_time']]).toEqual([first.sub, first['auth_time']]);
  });

  it('oidcc-max-age-1', async () => {
    const browser = browse();
    const first = await claimsOf(await redeem(await signIn(browser, await open(browser, { max_age: '1' }))));
    await secondLater(first, 2);
    const second = await claimsOf(await redeem(await signIn(browser, await open(browser, { max_age: '1' }))));
    expect(Number(second['auth_time'])).toBeGreaterThan(Number(first['auth_time']));
  });

  it('oidcc-max-age-10000', async () => {
    const browser = browse();
    const first = await claimsOf(
      await redeem(await signIn(browser, await open(browser, { max_age: '10000' }))),
    );
    const second = await claimsOf(await redeem(await open(browser, { max_age: '10000' })));
    expect(second['auth_time']).toBe(first['auth_time']);
    expect(second.sub).toBe(first.sub);
  });

  it.each([
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ] as const)('%s', async (_module, parameters) => {
    expect((await wholeFlow(parameters)).claims.sub).toBeTruthy();
  });

  it('oidcc-login-hint', async () => {
    const page = await open(browse(), { login_hint: 'buffy@acme.example' });
    expect(page.html).toContain('value="buffy@acme.example"');
  });

  it('oidcc-id-token-hint', async () => {
    const browser = browse();
    const first = await redeem(await signIn(browser, await open(browser)));
    const page = await open(browser, { prompt: 'none', id_token_hint: first.id_token });
    expect((await claimsOf(await redeem(page))).sub).toBe((await claimsOf(first)).sub);
    const wrong = await open(browser, { prompt: 'none', id_token_hint: 'e30.e30.e30' });
    expect(back(wrong).get('error')).toBe('invalid_request');
  });

  // The second module does the same half a minute later; here the time between is what the first answer takes.
  it.each(['oidcc-codereuse', 'oidcc-codereuse-30seconds'])('%s', async (module) => {
    const browser = browse();
    const page = await signIn(browser, await open(browser));
    const tokens = await redeem(page);
    expect((await userInfo(bearer(tokens)))['sub']).toBeTruthy();
    const again = await askForTokens(redemptionOf(page));
    expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
    if (module === 'oidcc-codereuse') return;
    // Tokens issued for a code that someone had copied are revoked (RFC 6749 section 4.1.2).
    expect((await fetch(metadata.userinfo_endpoint, bearer(tokens))).status).toBe(401);
  });

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const page = await open(browse(), { redirect_uri: `${redirect}/another` });
    expect([page.status, page.url.startsWith(tenant.baseUrl)]).toEqual([400, true]);
    expect(page.html).toContain('redirect');
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const browser = browse();
    const page = await browser.post(metadata.authorization_endpoint, requestOf());
    expect((await claimsOf(await redeem(await signIn(browser, page)))).sub).toBeTruthy();
  });

  it('oidcc-server-client-secret-post', async () => {
    const post = await registerApplication(tenant, {
      profile: { TokenEndpointAuthMethod: 'client_secret_post' },
    });
    const browser = browse();
    const page = await signIn(browser, await open(browser, { client_id: post.clientId }));
    const form = { ...redemptionOf(page), client_id: post.clientId, client_secret: secret };
    const result = await askForTokens(form, {});
    expect([result.status, ((await result.json()) as Tokens).token_type.toLowerCase()]).toEqual([
      200,
      'bearer',
    ]);
  });

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const request = new UnsecuredJWT({ ...Object.fromEntries(requestOf()), state: 'of the object' }).encode();
    expect(metadata.request_parameter_supported ?? false).toBe(false);
    expect(back(await open(browse(), { request })).get('error')).toBe('request_not_supported');
  });

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const request = new UnsecuredJWT({ redirect_uri: `${redirect}/another` }).encode();
    const parameters = back(await open(browse(), { request }));
    expect([parameters.get('error'), parameters.has('code')]).toEqual(['request_not_supported', false]);
  });

  it('oidcc-claims-essential', async () => {
    const { tokens } = await wholeFlow({
      claims: JSON.stringify({ userinfo: { name: { essential: true } } }),
    });
    const info = await userInfo(bearer(tokens));
    expect('name' in info).toBe(metadata.claims_parameter_supported);
  });

  it('oidcc-refresh-token', async () => {
    const browser = browse();
    const page = await signIn(
      browser,
      await open(browser, { scope: 'openid offline_access', prompt: 'consent' }),
    );
    const first = await redeem(await browser.submit(page, { decision: 'allow' }));
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    const foreign = await askForTokens(form, { authorization: `Basic ${btoa(`${other}:${secret}`)}` });
    expect(((await foreign.json()) as { error: string }).error).toBe('invalid_grant');
    const result = await askForTokens(form);
    expect(result.status).toBe(200);
    const second = (await result.json()) as Tokens;
    expect(second.access_token).not.toBe(first.access_token);
    const [before, after] = [await claimsOf(first), await claimsOf(second)];
    expect([after.sub, after.iss, after.aud, after['auth_time']]).toEqual([
      before.sub,
      before.iss,
      before.aud,
      before['auth_time'],
    ]);
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const browser = browse();
    const changes = { code_challenge: challenge, code_challenge_method: 'S256' };
    const page = await signIn(browser, await open(browser, changes));
    const without = await askForTokens(redemptionOf(page));
    expect(((await without.json()) as { error: string }).error).toBe('invalid_grant');
    const second = await open(browser, changes);
    const result = await askForTokens({ ...redemptionOf(second), code_verifier: verifier });
    expect(result.status).toBe(200);
  });
});

/** `auth_time` counts whole seconds: waits until the tenant's clock is that many seconds later. */
async function secondLater(claims: JWTPayload, seconds = 1): Promise<void> {
  const authTime = Number(claims['auth_time']);
  await expect.poll(() => Date.now() / 1000, { timeout: 10_000 }).toBeGreaterThan(authTime + seconds + 0.05);
}
