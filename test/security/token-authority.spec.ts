import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  codeFlow,
  discover,
  redirect,
  registerApplication,
  secret,
  type RegisteredApplication,
} from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement, type TenantAddress } from '../integration/tenant-process.ts';
import { addressOf, tenantEndpoints, type Endpoint } from './tenant-endpoints.ts';

const tenant = useTenant();
const endpoints = await tenantEndpoints();

/** Calls an endpoint with a body that each of them reads. */
function ask(endpoint: Endpoint, token: string): Promise<Response> {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  return fetch(addressOf(endpoint, tenant), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  });
}

/** The status of a GET with exactly this target: other clients strip the part after a `#`. */
async function statusOfTarget(path: string, token: string): Promise<number> {
  const { hostname, port } = new URL(tenant.baseUrl);
  const headers = { authorization: `Bearer ${token}` };
  const sent = request({ hostname, port, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

const withToken = (accessToken: string): TenantAddress => ({ ...tenant, accessToken });

async function scopeReported(parameters: Readonly<Record<string, string>>, user = 'svc-1@acme.example') {
  const configuration = await discover(tenant, user, client.ClientSecretBasic(tenant.password));
  return client.clientCredentialsGrant(configuration, parameters);
}

it('finds the endpoints of the tenant', () => {
  expect(endpoints.filter(({ api }) => api === 'management').length).toBeGreaterThanOrEqual(18);
  expect(endpoints.filter(({ api }) => api === 'analytics').length).toBeGreaterThanOrEqual(8);
  expect(endpoints.filter(({ api }) => api === 'sandbox').length).toBeGreaterThanOrEqual(15);
});

describe('an admin’s token of an ordinary application', () => {
  let token = '';
  beforeAll(async () => {
    const { clientId } = await registerApplication(tenant);
    token = (await codeFlow(tenant, await discover(tenant, clientId), 'openid email')).access_token;
  });

  it('is valid for user information', async () => {
    const info = await fetch(`${tenant.baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(await info.json()).toMatchObject({ email: tenant.username });
  });

  it.each(endpoints)('cannot change or read anything at $method $path ($api)', async (endpoint) => {
    const response = await ask(endpoint, token);
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    const body: unknown = await response.json();
    if (endpoint.api === 'management') {
      expect(response.status).toBe(200);
      expect(body).toMatchObject({ success: false, Result: null, ErrorID: 'NotAuthorized' });
    } else {
      expect(response.status).toBe(403);
      expect(body).toMatchObject({ error: 'insufficient_scope' });
    }
  });

  it.each(['/SAASMANAGE/GetApplication/', '//saasmanage//getapplication', '/saas%4danage/GetApplication'])(
    'cannot read anything at %s',
    async (path) => {
      const { envelope } = await callManagement(withToken(token), path, {});
      expect(envelope.success).toBe(false);
      expect(['NotAuthorized', 'EndpointNotFound']).toContain(envelope.ErrorID);
    },
  );

  it('gets no code, no token, and no session at the authorization endpoint', async () => {
    const other = await registerApplication(tenant, { profile: { ResponseTypes: ['code', 'id_token'] } });
    for (const [client_id, response_type] of [
      [tenant.clientId, 'code'],
      [other.clientId, 'code'],
      [other.clientId, 'id_token'],
    ] as const) {
      const query = new URLSearchParams({
        client_id,
        response_type,
        scope: 'openid',
        redirect_uri: redirect,
        nonce: 'n',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      const response = await fetch(`${tenant.baseUrl}/authorize?${query.toString()}`, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${token}` },
      });
      expect([400, 401]).toContain(response.status);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('an application with known scopes', () => {
  const knownScopes = [
    { Scope: 'query', Description: 'Run queries', AllowedRest: ['/redrock/query'] },
    { Scope: 'webhooks', Description: 'Read webhooks', AllowedRest: ['analytics/.*'] },
  ];
  let application: RegisteredApplication;
  beforeAll(async () => {
    application = await registerApplication(tenant, {
      profile: {
        KnownScopes: knownScopes,
      },
    });
  });
  const query = { api: 'management', method: 'POST', path: '/RedRock/Query' } as const;
  const rules = { api: 'analytics', method: 'GET', path: '/rules' } as const;
  const isAllowed = async (endpoint: Endpoint, token: string): Promise<boolean> =>
    !(await ask(endpoint, token)).headers.has('www-authenticate');

  it('can call with each scope only what that scope allows', async () => {
    const configuration = await discover(tenant, application.clientId);
    const tokens = await codeFlow(tenant, configuration, 'openid query');
    expect(tokens.scope).toBe('openid query');
    const allowed = [];
    for (const endpoint of endpoints)
      if (await isAllowed(endpoint, tokens.access_token)) allowed.push(endpoint.path.toLowerCase());
    expect(allowed).toEqual(['/redrock/query']);
    const webhooks = await codeFlow(tenant, configuration, 'openid webhooks');
    expect(await isAllowed(rules, webhooks.access_token)).toBe(true);
    expect(await isAllowed(query, webhooks.access_token)).toBe(false);
  });

  it('cannot call anything else with another spelling of a path that its scope allows', async () => {
    const configuration = await discover(tenant, application.clientId);
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: application.id,
      OAuthProfile: {
        KnownScopes: [
          { Scope: 'models', Description: 'Read variables', AllowedRest: ['/analytics/.*/models'] },
        ],
      },
    });
    const { access_token: token } = await codeFlow(tenant, configuration, 'openid models');
    const root = new URL(tenant.analyticsUrl).pathname;
    for (const [target, expected] of [
      [`${root}/dataset/system/models`, 200],
      [`${root}//dataset/%73ystem/MODELS/`, 200],
      [`${root}/rules`, 403],
      [`${root}/rules?/models`, 403],
      [`${root}/rules%3F/models`, 403],
      [`${root}/rules#/models`, 400],
      [`${root}/rules?x#/models`, 400],
      ['/sandbox/status#/analytics/x/models', 400],
      ['/SaasManage/GetCategories#/analytics/x/models', 400],
      ['/userinfo#/analytics/x/models', 400],
    ] as const)
      expect([target, await statusOfTarget(target, token)]).toEqual([target, expected]);
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: application.id,
      OAuthProfile: { KnownScopes: knownScopes },
    });
  });

  it('gets the granted scope when it requested more than it may have', async () => {
    const configuration = await discover(tenant, application.clientId);
    const tokens = await codeFlow(tenant, configuration, 'openid query management analytics everything');
    expect(tokens.scope).toBe('openid query');
    expect(await isAllowed(rules, tokens.access_token)).toBe(false);
  });

  it('loses removed scopes immediately', async () => {
    const configuration = await discover(tenant, application.clientId);
    const { access_token: token } = await codeFlow(tenant, configuration, 'openid query');
    expect(await isAllowed(query, token)).toBe(true);
    const KnownScopes = [{ Scope: 'query', Description: 'Nothing any more', AllowedRest: [] }];
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: application.id,
      OAuthProfile: { KnownScopes },
    });
    expect(await isAllowed(query, token)).toBe(false);
  });

  it('grants a program without a user what the scope allows, and no user’s rights', async () => {
    const { clientId } = await registerApplication(tenant, {
      templateId: 'OAuth2Server',
      profile: { KnownScopes: [{ Scope: 'all', Description: '', AllowedRest: ['.*'] }] },
    });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    const { access_token: token } = await client.clientCredentialsGrant(configuration, { scope: 'all' });
    expect((await callManagement(withToken(token), '/SaasManage/GetCategories')).envelope.success).toBe(true);
    expect(
      (await callManagement(withToken(token), '/SaasManage/ImportAppFromTemplate', { ID: 'Generic SAML' }))
        .envelope,
    ).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
    const nothing = await client.clientCredentialsGrant(configuration, {});
    expect(await isAllowed(query, nothing.access_token)).toBe(false);
    await expect(client.clientCredentialsGrant(configuration, { scope: 'management' })).rejects.toMatchObject(
      { error: 'invalid_scope' },
    );
  });
});

describe('a service user', () => {
  it('can call the API that its token names, and cannot control the sandbox', async () => {
    const management = await scopeReported({ scope: 'management' });
    const analytics = await scopeReported({ scope: 'analytics openid' });
    expect(analytics.scope).toBe('analytics');
    for (const endpoint of endpoints) {
      const isOutside = async (token: string): Promise<boolean> =>
        (await ask(endpoint, token)).headers.has('www-authenticate');
      expect([endpoint, await isOutside(management.access_token)]).toEqual([
        endpoint,
        endpoint.api !== 'management',
      ]);
      if (endpoint.api !== 'management')
        expect([endpoint, await isOutside(analytics.access_token)]).toEqual([
          endpoint,
          endpoint.api !== 'analytics',
        ]);
    }
    const unnamed = await scopeReported({});
    const rejected = await callManagement(withToken(unnamed.access_token), '/SaasManage/GetCategories');
    expect(rejected.envelope).toMatchObject({ success: false, ErrorID: 'NotAuthorized' });
  });

  it('gets an ID token for its token, and no session that outlives it', async () => {
    const { access_token: token } = await scopeReported({ scope: 'analytics' });
    const { clientId } = await registerApplication(tenant, {
      profile: { ResponseTypes: ['code', 'id_token'] },
    });
    const request = (client_id: string, response_type: string): URLSearchParams =>
      new URLSearchParams({
        client_id,
        response_type,
        scope: 'openid',
        redirect_uri: redirect,
        nonce: 'n',
        prompt: 'none',
      });
    const response = await fetch(`${tenant.baseUrl}/authorize?${request(clientId, 'id_token').toString()}`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers.get('location')).toContain('#id_token=');
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const silent = await fetch(`${tenant.baseUrl}/authorize?${request(clientId, 'code').toString()}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect(silent.headers.get('location')).toContain('error=login_required');
  });
});

describe('the client of Tenant Desk', () => {
  it('is never rejected for a missing scope', async () => {
    for (const endpoint of endpoints.filter(({ path }) => path !== '/reset')) {
      const response = await ask(endpoint, tenant.accessToken);
      expect([endpoint, response.headers.get('www-authenticate')]).toEqual([endpoint, null]);
    }
  });
});
