import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { codeFlow, discover, registerApplication } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement } from './tenant-process.ts';

const tenant = useTenant();
const serviceUser = 'svc-1@acme.example';
const KnownScopes = [{ Scope: 'all', Description: 'Everything', AllowedRest: ['.*'] }];

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

async function post(path: string, body: Readonly<Record<string, string>>, authorization: string) {
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(body),
  });
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

const statusWith = async (accessToken: string): Promise<number> =>
  (await callManagement({ ...tenant, accessToken }, '/SaasManage/GetCategories')).status;

const verified = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${tenant.baseUrl}/oauth2/jwks`)), {
    issuer: tenant.issuer,
    typ: 'at+jwt',
    algorithms: ['RS256'],
  });

describe('the token that a service user obtains of an application', () => {
  it('lives as long as the application says, and as long as the tenant does elsewhere', async () => {
    const { id } = await registerApplication(tenant, {
      profile: { KnownScopes, TokenLifetimeString: '0:07:30' },
    });
    const form = { grant_type: 'client_credentials', scope: 'all' };
    const authorization = basic(serviceUser, tenant.password);
    expect(await post(`/oauth2/token/${id}`, form, authorization)).toMatchObject({ expires_in: 450 });
    const otherServer = { ...form, scope: 'management' };
    expect(await post('/token', otherServer, authorization)).toMatchObject({ expires_in: 3600 });
    const changed = { _RowKey: id, OAuthProfile: { TokenLifetimeString: '1.00:00:00' } };
    await tenant.call('/SaasManage/UpdateApplicationDE', changed);
    expect(await post(`/oauth2/token/${id}`, form, authorization)).toMatchObject({ expires_in: 86_400 });
  });

  it.each(['client_credentials', 'password'])(
    'is a JWT where the application says so, and ends when it is revoked: %s',
    async (grant_type) => {
      const { id } = await registerApplication(tenant, {
        profile: { KnownScopes, TokenType: 'JwtRS256', AllowedAuth: 'ClientCreds,ResourceCreds' },
      });
      const { username, password } = tenant;
      const person: Record<string, string> = grant_type === 'password' ? { username, password } : {};
      const authorization = basic(serviceUser, tenant.password);
      const response = await post(
        `/oauth2/token/${id}`,
        { grant_type, scope: 'all', ...person },
        authorization,
      );
      const token = String(response['access_token']);
      const { payload } = await verified(token);
      expect(payload).toMatchObject({ client_id: serviceUser, scope: 'all', aud: serviceUser });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(response['expires_in']);
      expect(await statusWith(token)).toBe(200);
      expect(await post(`/oauth2/introspect/${id}`, { token }, authorization)).toMatchObject({
        active: true,
      });
      await post(`/oauth2/revoke/${id}`, { token }, authorization);
      expect(await statusWith(token)).toBe(401);
    },
  );
});

describe('a JWT as access token of an application', () => {
  it('opens user information, and is worth nothing once it was changed', async () => {
    const { clientId } = await registerApplication(tenant, { profile: { TokenType: 'JwtRS256' } });
    const tokens = await codeFlow(tenant, await discover(tenant, clientId));
    const info = (token: string) =>
      fetch(`${tenant.baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const { payload } = await verified(tokens.access_token);
    expect(payload).toMatchObject({ sub: tokens.claims()?.sub, client_id: clientId });
    expect(await (await info(tokens.access_token)).json()).toMatchObject({ email: tenant.username });
    const [header = '', body = '', signature = ''] = tokens.access_token.split('.');
    const other = Buffer.from(JSON.stringify({ ...payload, scope: 'openid all' })).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${none}.${body}.`,
      `${header}.${body}.${signature.slice(0, -4)}AAAA`,
      tokens.id_token ?? '',
    ])
      expect((await info(forged)).status).toBe(401);
  });

  it('is rejected as a type that the tenant does not know, with the name of the member', async () => {
    const { id, clientId } = await registerApplication(tenant);
    const response = await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { TokenType: 'JwtHS256' },
    });
    expect(response).toMatchObject({ success: false, Result: { Member: 'OAuthProfile.TokenType' } });
    const tokens = await codeFlow(tenant, await discover(tenant, clientId));
    expect(tokens.access_token.split('.')).toHaveLength(1);
  });
});
