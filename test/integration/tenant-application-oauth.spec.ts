import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  codeFlow,
  discover,
  redirect,
  registerApplication,
  secret,
  signInAt,
  type RegisteredApplication,
} from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement } from './tenant-process.ts';

const tenant = useTenant();
const serviceUser = 'svc-1@acme.example';
const everything = [{ Scope: 'all', Description: 'Everything', AllowedRest: ['.*'] }];

/** As SDKs send credentials that know nothing of percent-encoding. */
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

interface TokenRequest {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(
  path: string,
  body: Readonly<Record<string, string>>,
  authorization?: string,
): Promise<TokenRequest> {
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: authorization === undefined ? {} : { authorization },
    body: new URLSearchParams(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

describe('the addresses of one application', () => {
  let one: RegisteredApplication;
  let other: RegisteredApplication;
  beforeAll(async () => {
    one = await registerApplication(tenant, { serviceName: 'travel', profile: { KnownScopes: everything } });
    other = await registerApplication(tenant, { serviceName: 'canteen' });
  });

  it('are described, and lead from the sign-in to the revocation', async () => {
    const described = await fetch(`${tenant.baseUrl}/Travel/.Well-Known/OpenID-Configuration/`);
    const metadata = (await described.json()) as client.ServerMetadata;
    expect(metadata).toMatchObject({
      issuer: tenant.issuer,
      authorization_endpoint: `${tenant.baseUrl}/oauth2/authorize/Travel`,
      token_endpoint: `${tenant.baseUrl}/oauth2/token/Travel`,
      userinfo_endpoint: `${tenant.baseUrl}/oauth2/userinfo/Travel`,
      revocation_endpoint: `${tenant.baseUrl}/oauth2/revoke/Travel`,
      introspection_endpoint: `${tenant.baseUrl}/oauth2/introspect/Travel`,
    });
    const configuration = new client.Configuration(
      metadata,
      one.clientId,
      undefined,
      client.ClientSecretBasic(secret),
    );
    client.allowInsecureRequests(configuration);
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid email',
      state: 's',
    });
    const tokens = await client.authorizationCodeGrant(configuration, await signInAt(tenant, url.href), {
      expectedState: 's',
      idTokenExpected: true,
    });
    const sub = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(configuration, tokens.access_token, sub)).toMatchObject({ sub });
    expect((await client.tokenIntrospection(configuration, tokens.access_token)).active).toBe(true);
    await client.tokenRevocation(configuration, tokens.access_token);
    expect((await client.tokenIntrospection(configuration, tokens.access_token)).active).toBe(false);
  });

  it('serve no other application', async () => {
    const query = new URLSearchParams({
      client_id: other.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirect,
    });
    const page = await fetch(`${tenant.baseUrl}/oauth2/authorize/travel?${query.toString()}`, {
      redirect: 'manual',
    });
    expect(page.status).toBe(400);
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const form = { grant_type: 'refresh_token', refresh_token: 'r', token: 't' };
      const requested = await post(`/oauth2/${endpoint}/travel`, form, basic(other.clientId, secret));
      expect([endpoint, requested.status, requested.body['error']]).toEqual([
        endpoint,
        401,
        'invalid_client',
      ]);
    }
    const configuration = await discover(tenant, other.clientId);
    const { access_token: token } = await codeFlow(tenant, configuration);
    for (const [name, status] of [
      ['travel', 401],
      ['canteen', 200],
    ]) {
      const headers = { authorization: `Bearer ${token}` };
      const info = await fetch(`${tenant.baseUrl}/oauth2/userinfo/${name}`, { headers });
      expect([name, info.status]).toEqual([name, status]);
    }
  });

  it('let a service user obtain tokens of people, and its own, as the application allows', async () => {
    const profile = { AllowedAuth: 'ResourceCreds', KnownScopes: everything };
    const { id } = await registerApplication(tenant, {
      templateId: 'OAuth2ServerClient',
      serviceName: 'console',
      profile,
    });
    // In the body, as command lines send it.
    const program = { client_id: serviceUser, client_secret: tenant.password };
    const person = { username: tenant.username, password: tenant.password };
    const form = { grant_type: 'password', scope: 'all', ...person, ...program };
    const { status, body } = await post('/oauth2/token/console', form);
    expect([status, body]).toMatchObject([200, { scope: 'all', token_type: 'Bearer' }]);
    expect(body).not.toHaveProperty('refresh_token');
    const accessToken = String(body['access_token']);
    const asPerson = { ...tenant, accessToken };
    const record = await callManagement(asPerson, '/SaasManage/GetApplication', { _RowKey: id });
    expect(record.envelope.success).toBe(true);
    const authorization = basic(serviceUser, tenant.password);
    const introspected = await post('/oauth2/introspect/console', { token: accessToken }, authorization);
    expect(introspected.body).toMatchObject({ active: true, scope: 'all' });
    const denied = { status: 400, body: { error: 'unauthorized_client' } };
    expect(await post('/token', form)).toMatchObject(denied);
    const own = { grant_type: 'client_credentials', scope: 'all' };
    expect(await post('/oauth2/token/console', own, authorization)).toMatchObject(denied);
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { AllowedAuth: 'ClientCreds' },
    });
    expect((await post('/oauth2/token/console', own, authorization)).status).toBe(200);
    expect(await post('/oauth2/token/console', form)).toMatchObject(denied);
    expect((await callManagement(asPerson, '/SaasManage/GetCategories')).status).toBe(401);
    const unpublished = { UnPublish: [{ ID: 'Everybody' }] };
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { AllowedAuth: 'ResourceCreds' },
      AppRoles: unpublished,
    });
    expect((await post('/oauth2/token/console', form)).body['error']).toBe('invalid_grant');
  });

  it('serve an OAuth application without OpenID Connect', async () => {
    const { clientId } = await registerApplication(tenant, {
      templateId: 'OAuth2Server',
      serviceName: 'payroll',
      profile: { KnownScopes: [{ Scope: 'apps', AllowedRest: ['/SaasManage/GetCategories'] }] },
    });
    const query = new URLSearchParams({
      client_id: 'payroll',
      response_type: 'code',
      scope: 'apps',
      redirect_uri: redirect,
      nonce: 'means nothing here',
    });
    const back = await signInAt(tenant, `${tenant.baseUrl}/oauth2/authorize/payroll?${query.toString()}`);
    const form = { grant_type: 'authorization_code', redirect_uri: redirect };
    const code = back.searchParams.get('code') ?? '';
    const { status, body } = await post('/oauth2/token/payroll', { ...form, code }, basic(clientId, secret));
    expect([status, body['scope'], body['id_token']]).toEqual([200, 'apps', undefined]);
    const accessToken = String(body['access_token']);
    const { envelope } = await callManagement({ ...tenant, accessToken }, '/SaasManage/GetCategories');
    expect(envelope.success).toBe(true);
    query.delete('scope');
    const rejected = await fetch(`${tenant.baseUrl}/oauth2/authorize/payroll?${query.toString()}`, {
      redirect: 'manual',
    });
    expect(rejected.headers.get('location')).toContain('error=invalid_scope');
  });

  it('are none of a SAML application, nor of one that is not there', async () => {
    const saml = await tenant.addApplication('Generic SAML');
    for (const name of [saml, 'no-such-application']) {
      for (const endpoint of ['authorize', 'token', 'userinfo', 'revoke', 'introspect'])
        expect((await post(`/oauth2/${endpoint}/${name}`, {})).status).toBe(404);
      const described = await fetch(`${tenant.baseUrl}/${name}/.well-known/openid-configuration`);
      expect(described.status).toBe(404);
    }
  });

  it('give a service user what the scopes of the application allow', async () => {
    const form = { grant_type: 'client_credentials', scope: 'all management' };
    const { body } = await post('/oauth2/token/travel', form, basic(serviceUser, tenant.password));
    expect(body).toMatchObject({ scope: 'all', token_type: 'Bearer' });
    const token = String(body['access_token']);
    const call = () => callManagement({ ...tenant, accessToken: token }, '/SaasManage/GetCategories');
    expect((await call()).envelope.success).toBe(true);
    const named = await post(
      '/oauth2/token/travel',
      { ...form, client_id: 'Travel' },
      basic(serviceUser, tenant.password),
    );
    expect(named.status).toBe(200);
    const query = new URLSearchParams({
      client_id: 'travel',
      response_type: 'id_token',
      scope: 'openid email api',
      redirect_uri: redirect,
    });
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: one.id,
      OAuthProfile: { ResponseTypes: ['code', 'id_token'] },
    });
    const response = await fetch(`${tenant.baseUrl}/OAuth2/Authorize/travel?${query.toString()}`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('#id_token='),
    ]);
    await tenant.call('/SaasManage/DeleteApplication', { _RowKey: [one.id] });
    expect((await call()).status).toBe(401);
  });
});

describe('AllowedAuth', () => {
  const ask = async (clientId: string, grant: string): Promise<unknown> => {
    const person = { username: tenant.username, password: tenant.password, scope: 'openid email' };
    const form = { grant_type: grant, ...(grant === 'password' ? person : {}) };
    return (await post('/token', form, basic(clientId, secret))).body['error'] ?? 'allowed';
  };

  it.each([
    ['AuthorizationCode', ['unauthorized_client', 'unauthorized_client', 'code']],
    ['ClientCreds,ResourceCreds', ['allowed', 'allowed', 'none']],
    ['Implicit', ['unauthorized_client', 'unauthorized_client', 'id_token']],
    ['', ['unauthorized_client', 'unauthorized_client', 'none']],
  ])('“%s” allows what it lists, and forbids the rest', async (allowed, [programs, password, flow]) => {
    const { clientId } = await registerApplication(tenant, { profile: { AllowedAuth: allowed } });
    expect([await ask(clientId, 'client_credentials'), await ask(clientId, 'password')]).toEqual([
      programs,
      password,
    ]);
    for (const response_type of ['code', 'id_token']) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type,
        scope: 'openid',
        redirect_uri: redirect,
        nonce: 'n',
      });
      const { status, headers } = await fetch(`${tenant.baseUrl}/authorize?${query.toString()}`, {
        redirect: 'manual',
      });
      const isOffered = status === 302 && headers.get('location')?.includes('/signin/') === true;
      expect([response_type, isOffered]).toEqual([response_type, response_type === flow]);
      if (!isOffered) expect(headers.get('location')).toContain('error=unauthorized_client');
    }
  });

  it('ends the tokens of a grant that it no longer lists', async () => {
    const profile = { AllowedAuth: 'ClientCreds', KnownScopes: everything };
    const { id, clientId } = await registerApplication(tenant, { profile });
    const form = { grant_type: 'client_credentials', scope: 'all' };
    const { body } = await post('/token', form, basic(clientId, secret));
    const accessToken = String(body['access_token']);
    const status = async (): Promise<number> =>
      (await callManagement({ ...tenant, accessToken }, '/SaasManage/GetCategories')).status;
    expect(await status()).toBe(200);
    const OAuthProfile = { AllowedAuth: 'AuthorizationCode' };
    await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, OAuthProfile });
    expect(await status()).toBe(401);
  });

  it("exchanges a user's password for tokens, which can be renewed, where it lists ResourceCreds", async () => {
    const { clientId } = await registerApplication(tenant, { profile: { AllowedAuth: 'ResourceCreds' } });
    const authorization = basic(clientId, secret);
    const form = { grant_type: 'password', username: tenant.username, scope: 'openid email nonsense' };
    const { body } = await post('/token', { ...form, password: tenant.password }, authorization);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 5 * 3600, scope: 'openid email' });
    const { scope: _scope, ...unscoped } = form;
    const without = await post('/token', { ...unscoped, password: tenant.password }, authorization);
    expect([without.status, without.body['scope']]).toEqual([200, undefined]);
    const info = await fetch(`${tenant.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${String(body['access_token'])}` },
    });
    expect(await info.json()).toMatchObject({ email: tenant.username });
    const [, claims = ''] = String(body['id_token']).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: tenant.issuer,
      aud: clientId,
      email: tenant.username,
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) };
    expect((await post('/token', refresh, authorization)).status).toBe(200);
    const wrong = await post('/token', { ...form, password: 'wrong' }, authorization);
    expect([wrong.status, wrong.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

describe('Basic credentials', () => {
  const plain = 'a+b%41 100%: ü'.replace(' ü', '');
  it.each([
    ['as they are', (text: string) => text],
    ['percent-encoded', encodeURIComponent],
  ])('are accepted %s', async (_way, written) => {
    for (const ClientSecret of [plain, 'a+b', '50%41', 'plain']) {
      const profile = { AllowedAuth: 'ClientCreds', ClientSecret };
      const { clientId } = await registerApplication(tenant, { profile });
      const form = { grant_type: 'client_credentials' };
      const good = await post('/token', form, basic(written(clientId), written(ClientSecret)));
      expect([ClientSecret, good.status]).toEqual([ClientSecret, 200]);
      const bad = await post('/token', form, basic(written(clientId), written(`${ClientSecret}+%`)));
      expect([bad.status, bad.body['error']]).toEqual([401, 'invalid_client']);
    }
  });
});
