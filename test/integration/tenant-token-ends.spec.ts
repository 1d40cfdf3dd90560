import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { codeFlow, discover, registerApplication, secret } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';

const tenant = useTenant();
const profile = { KnownScopes: [{ Scope: 'all', Description: 'Everything', AllowedRest: ['.*'] }] };

async function tokensOf(clientId: string): Promise<{ access: string; refresh: string; id: string }> {
  const tokens = await codeFlow(tenant, await discover(tenant, clientId), 'openid all');
  return { access: tokens.access_token, refresh: tokens.refresh_token ?? '', id: tokens.id_token ?? '' };
}

/** The statuses of a management call and of user information. */
async function uses(token: string): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const categories = await fetch(`${tenant.baseUrl}/SaasManage/GetCategories`, { method: 'POST', headers });
  const info = await fetch(`${tenant.baseUrl}/userinfo`, { headers });
  return [categories.status, info.status];
}

function post(path: string, body: Readonly<Record<string, string>>, user?: string): Promise<Response> {
  const authorization = `Basic ${btoa(`${user ?? ''}:${secret}`)}`;
  return fetch(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: user === undefined ? {} : { authorization },
    body: new URLSearchParams(body),
  });
}

describe('the tokens of an application', () => {
  it('end with it', async () => {
    const { id, clientId } = await registerApplication(tenant, { profile });
    const { access, refresh } = await tokensOf(clientId);
    expect(await uses(access)).toEqual([200, 200]);
    await tenant.call('/SaasManage/DeleteApplication', { _RowKey: [id] });
    expect(await uses(access)).toEqual([401, 401]);
    // A new application with the same client ID gets none of them.
    const successor = await tenant.addApplication('Generic Bookmark');
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: successor,
      OAuthProfile: {
        ...profile,
        ClientID: clientId,
        ClientSecret: secret,
        Redirects: ['https://a.example/'],
      },
    });
    expect(await uses(access)).toEqual([401, 401]);
    expect((await post('/token', { grant_type: 'refresh_token', refresh_token: refresh }, clientId)).ok).toBe(
      false,
    );
  });

  it('end with the secret that they were obtained with, and not with another change', async () => {
    const { id, clientId } = await registerApplication(tenant, { profile });
    const { access, refresh } = await tokensOf(clientId);
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      Name: 'Renamed',
      OAuthProfile: { ClientSecret: secret, Url: 'https://app.example/' },
    });
    expect(await uses(access)).toEqual([200, 200]);
    await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { ClientSecret: 'another secret, as the old one is known' },
    });
    expect(await uses(access)).toEqual([401, 401]);
    const configuration = await discover(
      tenant,
      clientId,
      client.ClientSecretBasic('another secret, as the old one is known'),
    );
    await expect(client.refreshTokenGrant(configuration, refresh)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('are revoked with an empty response without a content type', async () => {
    const { clientId } = await registerApplication(tenant, { profile });
    const { access } = await tokensOf(clientId);
    const response = await post('/oauth2/revoke', { token: access }, clientId);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      null,
      '',
    ]);
    expect(await uses(access)).toEqual([401, 401]);
  });
});

describe('introspection', () => {
  it('is advertised, and informs a client about the client’s tokens', async () => {
    const { clientId } = await registerApplication(tenant, { profile });
    const configuration = await discover(tenant, clientId);
    expect(configuration.serverMetadata().introspection_endpoint).toBe(`${tenant.baseUrl}/oauth2/introspect`);
    const { access, refresh } = await tokensOf(clientId);
    const found = await client.tokenIntrospection(configuration, access);
    expect(found).toMatchObject({
      active: true,
      client_id: clientId,
      scope: 'openid all',
      token_type: 'Bearer',
    });
    expect(await client.tokenIntrospection(configuration, refresh)).toMatchObject({ active: true });
    await client.tokenRevocation(configuration, access);
    expect(await client.tokenIntrospection(configuration, access)).toEqual({ active: false });
    expect(await client.tokenIntrospection(configuration, 'nonsense')).toEqual({ active: false });
  });

  it('discloses no tokens of other clients, and nothing to an unauthenticated client', async () => {
    const one = await registerApplication(tenant, { profile });
    const other = await registerApplication(tenant, { profile });
    const { access } = await tokensOf(one.clientId);
    const requested = await post('/oauth2/introspect', { token: access }, other.clientId);
    expect(await requested.json()).toEqual({ active: false });
    const publicly = await post('/oauth2/introspect', {
      token: tenant.accessToken,
      client_id: tenant.clientId,
    });
    expect(await publicly.json()).toEqual({ active: false });
    for (const response of [
      await post('/oauth2/introspect', { token: access }),
      await post('/oauth2/introspect', { token: access, client_id: one.clientId }),
      await post('/oauth2/introspect', { token: access }, 'nobody'),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    }
  });
});

it('never names an application without a client', async () => {
  const response = await post('/token', { grant_type: 'client_credentials' });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    `Basic realm="${tenant.baseUrl}"`,
  ]);
});
