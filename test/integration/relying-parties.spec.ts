import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import session from 'express-session';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore, type SigninResponse } from 'oidc-client-ts';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { AuthorizationCode, ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redirect, registerApplication, secret, signInAt } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession } from './browser-session.ts';
import { callManagement } from './tenant-process.ts';

/** Third-party programs, used as their manuals say, beside `openid-client`, which the other specs use. */
const tenant = useTenant();
const signedOut = 'http://127.0.0.1:54321/signed-out';
const sandboxAdministrator = { name: 'Sandbox Administrator', email: 'admin@acme.example' };

/** The status that a token is worth at the user information. */
async function statusWith(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${tenant.baseUrl}/userinfo`, { headers })).status;
}

/** Confirms to leave, and answers where that ended. */
async function signOut(browser: ReturnType<typeof createBrowserSession>, url: string): Promise<string> {
  const end = await browser.submit(await browser.open(url), { logout: 'yes' });
  return end.url;
}

describe('oidc-client-ts, in a browser', () => {
  const stored = new InMemoryWebStorage();

  async function register(): Promise<OidcClient> {
    const { clientId } = await registerApplication(tenant, {
      profile: {
        TokenEndpointAuthMethod: 'none',
        ClientSecret: '',
        AllowRefresh: true,
        PostLogoutRedirects: [signedOut],
      },
    });
    return new OidcClient({
      authority: tenant.issuer,
      client_id: clientId,
      redirect_uri: redirect,
      post_logout_redirect_uri: signedOut,
      scope: 'openid profile email offline_access',
      loadUserInfo: true,
      stateStore: new WebStorageStateStore({ store: stored }),
    });
  }

  it('signs in, refreshes, revokes and signs out', async () => {
    const program = await register();
    const browser = createBrowserSession(tenant.baseUrl);
    const begun = await program.createSigninRequest({ state: { page: 'reports' }, prompt: 'consent' });
    const { username, password } = tenant;
    const consent = await browser.submit(await browser.open(begun.url), {
      username,
      password,
      decision: 'sign-in',
    });
    const { url } = await browser.submit(consent, { decision: 'allow' });
    const first: SigninResponse = await program.processSigninResponse(url);
    expect(first.profile).toMatchObject(sandboxAdministrator);
    expect(first.userState).toEqual({ page: 'reports' });
    expect(await statusWith(first.access_token)).toBe(200);

    const second = await program.useRefreshToken({
      state: {
        refresh_token: first.refresh_token ?? '',
        id_token: first.id_token ?? '',
        session_state: null,
        scope: first.scope ?? '',
        profile: first.profile,
      },
    });
    expect(second.access_token).not.toBe(first.access_token);
    expect(await statusWith(second.access_token)).toBe(200);

    await program.revokeToken(second.access_token, 'access_token');
    expect(await statusWith(second.access_token)).toBe(401);

    const end = await program.createSignoutRequest({ id_token_hint: second.id_token ?? '', state: 'bye' });
    const returned = await signOut(browser, end.url);
    expect(returned.startsWith(`${signedOut}?`)).toBe(true);
    expect((await program.processSignoutResponse(returned)).error).toBeNull();
    const silent = await program.createSigninRequest({ prompt: 'none' });
    const { url: rejected } = await browser.open(silent.url);
    await expect(program.processSigninResponse(rejected)).rejects.toMatchObject({ error: 'login_required' });
  });
});

describe('passport-openidconnect, in an Express server', () => {
  let server: Server;
  let origin: string;
  let clientId: string;
  let signedIn: { readonly refreshToken: string; readonly idToken: string; readonly accessToken: string };

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const callbackURL = `${origin}/callback`;
    ({ clientId } = await registerApplication(tenant, {
      profile: { Redirects: [callbackURL], AllowRefresh: true, PostLogoutRedirects: [signedOut] },
    }));
    server.on('request', passportServer(callbackURL));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function passportServer(callbackURL: string): express.Express {
    const people = new passport.Passport();
    people.serializeUser((user, done) => done(null, user));
    people.deserializeUser<Express.User>((user, done) => done(null, user));
    people.use(
      'tenant',
      new OpenIDConnectStrategy(
        {
          issuer: tenant.issuer,
          authorizationURL: `${tenant.baseUrl}/authorize`,
          tokenURL: `${tenant.baseUrl}/token`,
          userInfoURL: `${tenant.baseUrl}/userinfo`,
          clientID: clientId,
          clientSecret: secret,
          callbackURL,
          scope: ['profile', 'email'],
        },
        (
          _issuer: string,
          profile: OpenIDConnectStrategy.Profile,
          _context: object,
          idToken: string | object,
          accessToken: string | object,
          refreshToken: string,
          done: OpenIDConnectStrategy.VerifyCallback,
        ) => {
          signedIn = { idToken: String(idToken), accessToken: String(accessToken), refreshToken };
          done(null, profile);
        },
      ),
    );
    const program = express();
    program.use(session({ secret: 'of this spec', resave: false, saveUninitialized: false }));
    program.use(people.session());
    program.get('/login', people.authenticate('tenant') as express.RequestHandler);
    program.get('/callback', people.authenticate('tenant') as express.RequestHandler, (request, response) => {
      response.json(request.user);
    });
    return program;
  }

  /** The person's browser at the server: answers what the server says in the end. */
  async function login(decision: 'sign-in' | 'cancel') {
    const begun = await fetch(`${origin}/login`, { redirect: 'manual' });
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const browser = createBrowserSession(tenant.baseUrl);
    const page = await browser.open(begun.headers.get('location') ?? '');
    const { username, password } = tenant;
    const { url } = await browser.submit(page, { username, password, decision });
    const result = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    return { browser, status: result.status, pageText: await result.text() };
  }

  const postForm = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${tenant.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams(form),
    });

  it('signs in; what it was handed refreshes, ends when revoked, and signs out', async () => {
    const { browser, status, pageText } = await login('sign-in');
    expect(status).toBe(200);
    expect(JSON.parse(pageText)).toMatchObject({
      displayName: sandboxAdministrator.name,
      emails: [{ value: sandboxAdministrator.email }],
    });
    const form = { grant_type: 'refresh_token', refresh_token: signedIn.refreshToken };
    const refreshed = (await (await postForm('/token', form)).json()) as { access_token: string };
    expect(await statusWith(refreshed.access_token)).toBe(200);
    expect((await postForm('/oauth2/revoke', { token: refreshed.access_token })).status).toBe(200);
    expect(await statusWith(refreshed.access_token)).toBe(401);
    const end = new URLSearchParams({ id_token_hint: signedIn.idToken, post_logout_redirect_uri: signedOut });
    expect(await signOut(browser, `${tenant.baseUrl}/oauth2/endsession?${end.toString()}`)).toBe(signedOut);
  });

  it('reports that the user canceled', async () => {
    const { status, pageText } = await login('cancel');
    expect([status, pageText]).toEqual([401, 'Unauthorized']);
  });
});

describe('simple-oauth2, in a program that knows OAuth alone', () => {
  const paths = { tokenPath: '/oauth2/token/ledger', revokePath: '/oauth2/revoke/ledger' };
  const everything = [{ Scope: 'all', Description: 'Everything', AllowedRest: ['.*'] }];
  let id: string;

  beforeAll(async () => {
    const registered = await registerApplication(tenant, {
      serviceName: 'ledger',
      profile: {
        KnownScopes: everything,
        AllowRefresh: true,
        PostLogoutRedirects: [signedOut],
        AllowedAuth: 'AuthorizationCode,ClientCreds,ResourceCreds',
      },
    });
    id = registered.clientId;
  });

  it('signs in, refreshes, revokes and signs out', async () => {
    const auth = { ...paths, tokenHost: tenant.baseUrl, authorizePath: '/oauth2/authorize/ledger' };
    const program = new AuthorizationCode({ client: { id, secret }, auth });
    const url = program.authorizeURL({ redirect_uri: redirect, scope: 'openid all', state: 's' });
    const browser = createBrowserSession(tenant.baseUrl);
    const back = await signInAt(tenant, url, browser);
    const first = await program.getToken({
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirect,
    });
    expect(first.expired()).toBe(false);
    // Stored in a file between two runs of the program, as its manual advises.
    const second = await program.createToken(JSON.parse(JSON.stringify(first))).refresh();
    const accessToken = String(second.token['access_token']);
    const call = await callManagement({ ...tenant, accessToken }, '/SaasManage/GetCategories');
    expect(call.envelope.success).toBe(true);
    expect(await statusWith(accessToken)).toBe(200);
    // The answer is empty and of no type (RFC 7009); left to itself the library wants JSON of every answer.
    await second.revokeAll({ json: true });
    expect(await statusWith(accessToken)).toBe(401);
    await expect(second.refresh()).rejects.toMatchObject({ output: { statusCode: 400 } });
    // OAuth alone ends no session: the program sends the user to the URL of OpenID Connect.
    const leaving = new URLSearchParams({
      id_token_hint: String(first.token['id_token']),
      post_logout_redirect_uri: signedOut,
    });
    const end = await signOut(browser, `${tenant.baseUrl}/oauth2/endsession?${leaving.toString()}`);
    expect(end).toBe(signedOut);
    const again = await browser.open(`${url}&prompt=none`);
    expect(new URL(again.url).searchParams.get('error')).toBe('login_required');
  });

  it('obtains a token for itself, and one with the name and password of a user', async () => {
    const auth = { ...paths, tokenHost: tenant.baseUrl };
    const itself = await new ClientCredentials({ client: { id, secret }, auth }).getToken({ scope: 'all' });
    expect(itself.token).toMatchObject({ token_type: 'Bearer', scope: 'all' });
    const { username, password } = tenant;
    const person = await new ResourceOwnerPassword({ client: { id, secret }, auth }).getToken({
      username,
      password,
      scope: 'openid email',
    });
    expect(await statusWith(String(person.token['access_token']))).toBe(200);
    await expect(
      new ClientCredentials({ client: { id, secret: 'wrong' }, auth }).getToken({ scope: 'all' }),
    ).rejects.toMatchObject({ output: { statusCode: 401 } });
  });
});
