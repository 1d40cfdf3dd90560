import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { redirect, registerApplication, secret, signInAt } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession, type BrowserPage, type BrowserSession } from './browser-session.ts';

/**
 * Modules of the OpenID Foundation's plans beside the one for Basic OpenID Providers, by their names there, for what the
 * metadata offer: Config, Implicit, Hybrid, Form Post and RP-Initiated Logout. Session management, front-channel and
 * back-channel logout are not offered.
 */
const tenant = useTenant();
const signedOut = 'http://127.0.0.1:54321/signed-out';
const nonce = 'a-nonce';
const state = 'a state & "more"';
const implicit = ['id_token', 'id_token token'];
const hybrid = ['code id_token', 'code token', 'code id_token token'];

let metadata: Readonly<Record<string, unknown>>;
let clientId: string;

beforeAll(async () => {
  const result = await fetch(`${tenant.issuer}/.well-known/openid-configuration`);
  metadata = (await result.json()) as Readonly<Record<string, unknown>>;
  const profile = { ResponseTypes: ['code', ...implicit, ...hybrid], PostLogoutRedirects: [signedOut] };
  ({ clientId } = await registerApplication(tenant, { profile }));
});

const browse = (): BrowserSession => createBrowserSession(tenant.baseUrl);

/** Members of a request; undefined takes one away that is there otherwise. */
type Changes = Readonly<Record<string, string | undefined>>;

function addressOf(response_type: string, changes: Changes = {}): string {
  const all: Changes = {
    client_id: clientId,
    response_type,
    scope: 'openid',
    redirect_uri: redirect,
    state,
    nonce,
    ...changes,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${tenant.baseUrl}/authorize?${new URLSearchParams(given).toString()}`;
}

/** What comes back in the fragment. */
async function fragmentOf(address: string, browser = browse()): Promise<URLSearchParams> {
  const back = await signInAt(tenant, address, browser);
  expect(back.href.startsWith(`${redirect}#`), back.href).toBe(true);
  const parameters = new URLSearchParams(back.hash.slice(1));
  expect(parameters.get('state')).toBe(state);
  return parameters;
}

async function claimsOf(token: string | null): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(String(metadata['jwks_uri'])));
  const options = { issuer: tenant.issuer, audience: clientId, algorithms: ['RS256'] };
  const { payload, protectedHeader } = await jwtVerify(token ?? '', keys, options);
  expect([protectedHeader.kid, payload['nonce']]).toEqual([expect.any(String), nonce]);
  return payload;
}

/** `at_hash` and `c_hash` of RS256: the left half of SHA-256 (OpenID Connect Core 3.2.2.9, 3.3.2.11). */
const halfHash = (text: string | null): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest()
    .subarray(0, 16)
    .toString('base64url');

async function redeem(code: string | null): Promise<Readonly<Record<string, unknown>>> {
  const result = await fetch(`${tenant.baseUrl}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirect,
    }),
  });
  expect(result.status).toBe(200);
  return (await result.json()) as Readonly<Record<string, unknown>>;
}

async function userInfo(token: string | null): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const result = await fetch(`${tenant.baseUrl}/userinfo`, { headers });
  expect(result.status).toBe(200);
  return (await result.json()) as Readonly<Record<string, unknown>>;
}

it('oidcc-discovery-endpoint-verification', async () => {
  expect(metadata).toMatchObject({
    issuer: tenant.issuer,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']) as string[],
    scopes_supported: expect.arrayContaining(['openid']) as string[],
  });
  for (const [name, value] of Object.entries(metadata)) {
    if (!/_endpoint$|_uri$/.test(name)) continue;
    expect([name, URL.parse(String(value))?.origin]).toEqual([name, tenant.issuer]);
    const method = /^(token|revocation|introspection|pushed)/.test(name) ? 'POST' : 'GET';
    const { status } = await fetch(String(value), { method, redirect: 'manual' });
    expect([name, status >= 200 && status < 500 && status !== 404 && status !== 405]).toEqual([name, true]);
  }
  // Whatever flow is offered, an application can be registered for, and whatever is not offered is not there.
  expect([...(metadata['response_types_supported'] as string[])].sort()).toEqual(
    ['code', ...implicit, ...hybrid].sort(),
  );
  for (const name of ['registration_endpoint', 'check_session_iframe', 'device_authorization_endpoint'])
    expect(metadata).not.toHaveProperty(name);
  for (const name of ['backchannel_logout_supported', 'frontchannel_logout_supported'])
    expect(metadata[name] ?? false).toBe(false);
});

describe.each([...implicit, ...hybrid])('with the response type %s', (responseType) => {
  const parts = responseType.split(' ');

  it('oidcc-server and oidcc-idtoken-signature', async () => {
    const back = await fragmentOf(addressOf(responseType));
    const [code, token] = [back.get('code'), back.get('access_token')];
    expect([code !== null, token !== null, back.has('id_token')]).toEqual([
      parts.includes('code'),
      parts.includes('token'),
      parts.includes('id_token'),
    ]);
    if (token !== null) expect(back.get('token_type')).toBe('Bearer');
    const front = parts.includes('id_token') ? await claimsOf(back.get('id_token')) : undefined;
    expect(front?.['at_hash']).toBe(front && token !== null ? halfHash(token) : undefined);
    expect(front?.['c_hash']).toBe(front && code !== null ? halfHash(code) : undefined);
    if (token !== null && front !== undefined) expect((await userInfo(token))['sub']).toBe(front.sub);
    if (code === null) return;
    const tokens = await redeem(code);
    const late = await claimsOf(String(tokens['id_token']));
    expect([late.iss, late.sub]).toEqual([tenant.issuer, front?.sub ?? late.sub]);
    expect((await userInfo(String(tokens['access_token'])))['sub']).toBe(late.sub);
  });

  it('oidcc-ensure-request-without-nonce-fails, or succeeds where no ID token comes back', async () => {
    const browser = browse();
    await fragmentOf(addressOf(responseType), browser);
    const back = await fragmentOf(addressOf(responseType, { nonce: undefined }), browser);
    expect(back.get('error')).toBe(parts.includes('id_token') ? 'invalid_request' : null);
  });

  it('oidcc-scope-email', async () => {
    const back = await fragmentOf(addressOf(responseType, { scope: 'openid email' }));
    // Without an access token the claims are in the ID token (OpenID Connect Core 5.4).
    const token = back.get('access_token');
    const information = token === null ? await claimsOf(back.get('id_token')) : await userInfo(token);
    expect(information).toMatchObject({ email: tenant.username, email_verified: true });
  });

  it('oidcc-prompt-none-not-logged-in and oidcc-prompt-none-logged-in', async () => {
    const browser = browse();
    const silent = addressOf(responseType, { prompt: 'none' });
    expect((await fragmentOf(silent, browser)).get('error')).toBe('login_required');
    await fragmentOf(addressOf(responseType), browser);
    const back = await fragmentOf(silent, browser);
    expect([back.get('error'), back.has('code') || back.has('id_token')]).toEqual([null, true]);
  });

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const page = await browse().open(addressOf(responseType, { redirect_uri: `${redirect}/another` }));
    expect([page.status, page.url.startsWith(tenant.baseUrl)]).toEqual([400, true]);
  });

  it('answers no tokens in the query', async () => {
    const page = await browse().open(addressOf(responseType, { response_mode: 'query' }));
    const url = new URL(page.url);
    const parameters = new URLSearchParams(`${url.search.slice(1)}&${url.hash.slice(1)}`);
    expect(parameters.get('error')).toBe('invalid_request');
  });
});

describe.each(['code', ...implicit, ...hybrid])('with response_mode=form_post and %s', (responseType) => {
  const changes = { response_mode: 'form_post' };

  /** The form that a browser posts to the relying party (OAuth 2.0 Form Post Response Mode, section 2). */
  function formOf(page: BrowserPage): Readonly<Record<string, string>> {
    expect([page.status, page.headers.get('cache-control')]).toEqual([
      expect.any(Number),
      expect.stringContaining('no-store'),
    ]);
    expect(/<form method="post" action="([^"]+)"/.exec(page.html)?.[1]).toBe(redirect);
    const inputs = page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
  }

  it('oidcc-server', async () => {
    const browser = browse();
    const { username, password } = tenant;
    const page = await browser.open(addressOf(responseType, changes));
    const form = formOf(await browser.submit(page, { username, password, decision: 'sign-in' }));
    expect(form['state']).toBe('a state &amp; &quot;more&quot;');
    const parts = responseType.split(' ');
    expect(['code' in form, 'id_token' in form, 'access_token' in form]).toEqual([
      parts.includes('code'),
      parts.includes('id_token'),
      parts.includes('token'),
    ]);
    if (form['code'] !== undefined) await claimsOf(String((await redeem(form['code']))['id_token']));
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    const form = formOf(await browse().open(addressOf(responseType, { ...changes, prompt: 'none' })));
    expect(form['error']).toBe('login_required');
  });
});

describe('of the plan for RP-Initiated Logout', () => {
  interface SignedIn {
    readonly browser: BrowserSession;
    readonly idToken: string;
  }

  async function signIn(): Promise<SignedIn> {
    const browser = browse();
    const back = await signInAt(tenant, addressOf('code'), browser);
    return { browser, idToken: String((await redeem(back.searchParams.get('code')))['id_token']) };
  }

  const leave = ({ browser }: SignedIn, parameters: Readonly<Record<string, string>>): Promise<BrowserPage> =>
    browser.open(`${String(metadata['end_session_endpoint'])}?${new URLSearchParams(parameters).toString()}`);

  async function isSignedIn({ browser }: SignedIn): Promise<boolean> {
    const page = await browser.open(addressOf('code', { prompt: 'none' }));
    return new URL(page.url).searchParams.has('code');
  }

  it('oidcc-rp-initiated-logout', async () => {
    const person = await signIn();
    const page = await leave(person, {
      id_token_hint: person.idToken,
      post_logout_redirect_uri: signedOut,
      state,
    });
    const end = new URL((await person.browser.submit(page, { logout: 'yes' })).url);
    expect([end.origin + end.pathname, end.searchParams.get('state')]).toEqual([signedOut, state]);
    expect(await isSignedIn(person)).toBe(false);
  });

  it.each([
    ['oidcc-rp-initiated-logout-no-params', () => ({})],
    ['oidcc-rp-initiated-logout-only-state', () => ({ state })],
    [
      'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
      (hint: string) => ({ id_token_hint: hint, state }),
    ],
    ['oidcc-rp-initiated-logout-no-id-token-hint', () => ({ post_logout_redirect_uri: signedOut, state })],
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      (hint: string) => ({
        id_token_hint: hint,
        post_logout_redirect_uri: 'https://elsewhere.example/',
        state,
      }),
    ],
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      (hint: string) => ({ id_token_hint: hint, post_logout_redirect_uri: `${signedOut}?added=1`, state }),
    ],
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      (hint: string) => ({
        id_token_hint: new UnsecuredJWT(decodeJwt(hint)).encode(),
        post_logout_redirect_uri: signedOut,
      }),
    ],
    [
      'oidcc-rp-initiated-logout-bad-id-token-hint',
      () => ({ id_token_hint: 'e30.e30.e30', post_logout_redirect_uri: signedOut }),
    ],
  ] as const)('%s: never redirects', async (_module, parametersWith) => {
    const person = await signIn();
    const page = await leave(person, parametersWith(person.idToken));
    expect(page.url.startsWith(tenant.baseUrl)).toBe(true);
    if (page.status !== 200) {
      expect([page.status, await isSignedIn(person)]).toEqual([400, true]);
      return;
    }
    const end = await person.browser.submit(page, { logout: 'yes' });
    expect(end.url.startsWith(tenant.baseUrl)).toBe(true);
    expect(await isSignedIn(person)).toBe(false);
  });

  it('lets the form end at a program of the person, too', async () => {
    const outside = 'com.example.app:/signed-out';
    const registered = await registerApplication(tenant, { profile: { PostLogoutRedirects: [outside] } });
    const parameters = { client_id: registered.clientId, post_logout_redirect_uri: outside };
    const page = await leave(await signIn(), parameters);
    expect(page.headers.get('content-security-policy')).toContain('com.example.app:');
  });
});
