import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession } from './browser-session.ts';

const REDIRECT = 'http://127.0.0.1:54321/callback';

const tenant = useTenant();
let configuration: client.Configuration;

beforeAll(async () => {
  configuration = await client.discovery(new URL(tenant.issuer), tenant.clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
});

interface Prepared {
  readonly url: string;
  readonly checks: client.AuthorizationCodeGrantChecks;
}

async function prepare(parameters: Readonly<Record<string, string>> = {}): Promise<Prepared> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT,
    scope: 'openid profile email offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  });
  return { url: url.href, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
}

async function signIn(): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const { url, checks } = await prepare();
  const browser = createBrowserSession(tenant.baseUrl);
  const page = await browser.open(url);
  const back = await browser.submit(page, {
    username: 'admin@acme.example',
    password: tenant.password,
    decision: 'sign-in',
  });
  return client.authorizationCodeGrant(configuration, new URL(back.url), checks);
}

describe('signing in to the embedded tenant with a foreign client', () => {
  it('issues tokens for the authorization code flow with PKCE', async () => {
    const tokens = await signIn();
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBeGreaterThan(0);
    expect(tokens.claims()).toMatchObject({ name: 'Sandbox Administrator', email: 'admin@acme.example' });
    const info = await client.fetchUserInfo(configuration, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(info).toMatchObject({
      email: 'admin@acme.example',
      email_verified: true,
      name: 'Sandbox Administrator',
    });
    expect(info.picture).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('shows a page with labeled fields, the administrator filled in, and no script', async () => {
    const { url } = await prepare();
    const page = await createBrowserSession(tenant.baseUrl).open(url);
    expect(page.html).toMatch(/<label for="username">User name<\/label><input id="username"/);
    expect(page.html).toMatch(/<label for="password">Password<\/label><input id="password"/);
    expect(page.html).toMatch(/<button[^>]*>Sign in<\/button>/);
    expect(page.html).toContain('value="admin@acme.example"');
    expect(page.html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:54321",
    );
  });

  it('says so when the password is wrong, and lets the person try again', async () => {
    const { url, checks } = await prepare();
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(url);
    const again = await browser.submit(page, {
      username: 'admin@acme.example',
      password: 'wrong',
      decision: 'sign-in',
    });
    expect(again.status).toBe(401);
    expect(again.html).toContain('Wrong user name or password.');
    const back = await browser.submit(again, {
      username: 'admin@acme.example',
      password: tenant.password,
      decision: 'sign-in',
    });
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), checks);
    expect(tokens.access_token).not.toBe('');
  });

  it('rotates the refresh token and rejects the used one', async () => {
    const first = await signIn();
    const second = await client.refreshTokenGrant(configuration, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await expect(client.refreshTokenGrant(configuration, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('rejects a revoked access token on the management API', async () => {
    const tokens = await signIn();
    const call = (): Promise<Response> =>
      fetch(`${tenant.baseUrl}/TenantConfig/GetCustomerConfig`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
    expect((await call()).status).toBe(200);
    await client.tokenRevocation(configuration, tokens.access_token);
    expect((await call()).status).toBe(401);
  });

  it('redeems a code once', async () => {
    const { url, checks } = await prepare();
    const browser = createBrowserSession(tenant.baseUrl);
    const back = await browser.submit(await browser.open(url), {
      username: 'admin@acme.example',
      password: tenant.password,
      decision: 'sign-in',
    });
    await client.authorizationCodeGrant(configuration, new URL(back.url), checks);
    await expect(
      client.authorizationCodeGrant(configuration, new URL(back.url), checks),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('returns login_required for prompt=none without a session', async () => {
    const { url } = await prepare({ prompt: 'none' });
    const back = await createBrowserSession(tenant.baseUrl).open(url);
    expect(new URL(back.url).searchParams.get('error')).toBe('login_required');
  });

  it('shows no page for prompt=none with a session', async () => {
    const browser = createBrowserSession(tenant.baseUrl);
    const first = await prepare();
    await browser.submit(await browser.open(first.url), {
      username: 'admin@acme.example',
      password: tenant.password,
      decision: 'sign-in',
    });
    const silent = await prepare({ prompt: 'none' });
    const back = await browser.open(silent.url);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), silent.checks);
    expect(tokens.claims()?.['email']).toBe('admin@acme.example');
  });

  it('prompts again for prompt=login, and returns login_required when the user cancels', async () => {
    const browser = createBrowserSession(tenant.baseUrl);
    const first = await prepare();
    await browser.submit(await browser.open(first.url), {
      username: 'admin@acme.example',
      password: tenant.password,
      decision: 'sign-in',
    });
    const again = await prepare({ prompt: 'login' });
    const page = await browser.open(again.url);
    expect(page.html).toContain('Sign in to Sandbox Staging');
    const back = await browser.submit(page, { decision: 'cancel' });
    expect(new URL(back.url).searchParams.get('error')).toBe('login_required');
    expect(new URL(back.url).searchParams.get('state')).toBe(again.checks.expectedState);
  });

  it('asks who it is for prompt=select_account, and takes another person', async () => {
    const browser = createBrowserSession(tenant.baseUrl);
    const first = await prepare();
    const credentials = { password: tenant.password, decision: 'sign-in' };
    await browser.submit(await browser.open(first.url), { ...credentials, username: 'admin@acme.example' });
    const again = await prepare({ prompt: 'select_account' });
    const page = await browser.open(again.url);
    const other = decodeURIComponent(/\?user=(?!admin)([^"]+)"/.exec(page.html)?.[1] ?? 'nobody');
    // A page that continues automatically ends the previous session.
    const ended = await browser.submit(page, { ...credentials, username: other });
    const back = await browser.submit(ended, {});
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), again.checks);
    expect(tokens.claims()?.['preferred_username']).toBe(other);
  });

  it('prompts once for prompt=select_account if no one is signed in', async () => {
    const { url, checks } = await prepare({ prompt: 'select_account' });
    const browser = createBrowserSession(tenant.baseUrl);
    const credentials = { username: 'admin@acme.example', password: tenant.password, decision: 'sign-in' };
    const back = await browser.submit(await browser.open(url), credentials);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), checks);
    expect(tokens.claims()?.['preferred_username']).toBe('admin@acme.example');
  });

  it('demands the redirect URI, with the code as well', async () => {
    const { url, checks } = await prepare();
    const browser = createBrowserSession(tenant.baseUrl);
    const without = new URL(url);
    without.searchParams.delete('redirect_uri');
    expect((await browser.open(without.href)).status).toBe(400);
    const credentials = { username: 'admin@acme.example', password: tenant.password, decision: 'sign-in' };
    const back = await browser.submit(await browser.open(url), credentials);
    const response = await fetch(`${tenant.baseUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: tenant.clientId,
        code: new URL(back.url).searchParams.get('code') ?? '',
        code_verifier: checks.pkceCodeVerifier ?? '',
      }),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it('responds with the allowed methods of its URLs', async () => {
    for (const [path, method, allow] of [
      ['/token', 'GET', 'POST'],
      ['/oauth2/revoke', 'PUT', 'POST'],
      ['/oauth2/introspect', 'DELETE', 'POST'],
      ['/authorize', 'PUT', 'GET, POST'],
      ['/userinfo', 'PATCH', 'GET, POST'],
      ['/oauth2/jwks', 'POST', 'GET'],
      ['/.well-known/openid-configuration', 'POST', 'GET'],
    ] as const) {
      const response = await fetch(`${tenant.baseUrl}${path}`, { method });
      expect([path, response.status, response.headers.get('allow'), await response.json()]).toMatchObject([
        path,
        405,
        allow,
        { error: 'invalid_request' },
      ]);
      const options = await fetch(`${tenant.baseUrl}${path}`, { method: 'OPTIONS' });
      expect([path, options.status, options.headers.get('allow')]).toEqual([path, 204, allow]);
    }
  });

  it('gives up after five wrong passwords, at the application', async () => {
    const { url } = await prepare({ prompt: 'login' });
    const browser = createBrowserSession(tenant.baseUrl);
    let page = await browser.open(url);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(page.html).toContain('Sign in to Sandbox Staging');
      page = await browser.submit(page, {
        username: 'admin@acme.example',
        password: 'wrong',
        decision: 'sign-in',
      });
    }
    expect(new URL(page.url).searchParams.get('error')).toBe('login_required');
  });

  it('rejects a scope without openid at the redirect URI', async () => {
    const { url } = await prepare({ scope: 'profile', max_age: '60' });
    const back = await createBrowserSession(tenant.baseUrl).open(url);
    expect(new URL(back.url).searchParams.get('error')).toBe('invalid_scope');
  });

  it('shows a page, not a redirect, for a redirect URI that is not on this machine', async () => {
    const { url } = await prepare({ redirect_uri: 'https://elsewhere.example/callback' });
    const page = await createBrowserSession(tenant.baseUrl).open(url);
    expect(page.status).toBe(400);
    expect(page.html).toContain('invalid_redirect_uri');
  });

  it('ends the session and then asks for a sign-in again', async () => {
    const browser = createBrowserSession(tenant.baseUrl);
    const first = await prepare();
    const back = await browser.submit(await browser.open(first.url), {
      username: 'admin@acme.example',
      password: tenant.password,
      decision: 'sign-in',
    });
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), first.checks);
    const end = client.buildEndSessionUrl(configuration, { id_token_hint: tokens.id_token ?? '' });
    const ended = await browser.submit(await browser.open(end.href), { logout: 'yes' });
    expect(ended.html).toContain('You are signed out');
    const silent = await browser.open((await prepare({ prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  });

  it('forbids caching of token and user information responses', async () => {
    const tokens = await signIn();
    const response = await fetch(`${tenant.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const token = await fetch(`${tenant.baseUrl}/token`, { method: 'POST' });
    expect(token.headers.get('cache-control')).toBe('no-store');
    expect(token.headers.get('pragma')).toBe('no-cache');
  });
});
