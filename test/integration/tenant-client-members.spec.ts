import { describe, expect, it } from 'vitest';
import { codeFlow, discover, redirect, registerApplication, signInAt } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { createBrowserSession } from './browser-session.ts';

const tenant = useTenant();

/** Source: RFC 8037 appendix A.2. */
const ed25519 = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };

async function profileOf(id: string): Promise<unknown> {
  const { Result } = await tenant.call('/SaasManage/GetApplication', { _RowKey: id });
  return (Result as { readonly OAuthProfile: unknown }).OAuthProfile;
}

describe('an application without a possible sign-in', () => {
  it('is rejected with the name of the member, and stays unchanged', async () => {
    const { id } = await registerApplication(tenant);
    const before = await profileOf(id);
    for (const [member, value] of [
      ['Redirects', ['https://app.example/callback', 'javascript:alert(1)']],
      ['Redirects', ['https://app.example/#callback']],
      ['Redirects', ['localhost:3000/callback']],
      ['Redirects', ['/callback']],
      ['Redirects', ['https://*.example/callback']],
      ['Redirects', [5]],
      ['PostLogoutRedirects', ['data:text/html,x']],
      ['ClientSecret', 'pässword'],
      ['ClientSecret', 5],
      ['TokenEndpointAuthMethod', 'tls_client_auth'],
      ['ResponseTypes', ['code', 'device']],
      ['AllowedAuth', 'AuthorizationCode,Everything'],
      ['Jwks', { keys: ['no key'] }],
      ['JwksUri', 'ftp://app.example/keys'],
      ['Jwks', { keys: [{ kty: 'RSA' }] }],
      ['Jwks', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
      ['IdTokenSignedResponseAlg', 'none'],
      ['IdTokenSignedResponseAlg', 'HS256'],
      ['IdTokenEncryptedResponseAlg', 'RSA1_5'],
      ['UserInfoSignedResponseAlg', 5],
      ['TokenEndpointAuthSigningAlg', 'RS256'],
      ['TokenLifetimeString', 'five hours'],
      ['RefreshLifetimeString', '0:00:00'],
      ['AllowRefresh', 'sometimes'],
      ['Scopes', 5],
      ['KnownScopes', [{ Scope: 'two words', AllowedRest: [] }]],
      ['KnownScopes', [{ Scope: 'all', AllowedRest: ['(a+)+$'] }]],
    ] as const) {
      const response = await tenant.call('/SaasManage/UpdateApplicationDE', {
        _RowKey: id,
        Name: 'Half done',
        OAuthProfile: { [member]: value },
      });
      expect([member, value, response]).toMatchObject([
        member,
        value,
        {
          success: false,
          ErrorID: 'InvalidParameter',
          Message: expect.stringContaining(`OAuthProfile.${member} `) as string,
          Result: { Member: `OAuthProfile.${member}` },
        },
      ]);
    }
    for (const OAuthProfile of [
      { TokenEndpointAuthMethod: 'client_secret_jwt', TokenEndpointAuthSigningAlg: 'RS256' },
      { UserInfoEncryptedResponseAlg: 'dir' },
      { UserInfoEncryptedResponseEnc: 'A128GCM' },
      { Jwks: { keys: [] }, JwksUri: 'https://app.example/keys' },
    ])
      expect(
        await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, OAuthProfile }),
      ).toMatchObject({ success: false, ErrorID: 'InvalidParameter' });
    expect(await profileOf(id)).toEqual(before);
  });

  it.each([
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'private_key_jwt' }],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [] } }],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'private_key_jwt', JwksUri: '' }],
    [
      'TokenEndpointAuthMethod',
      { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [{ ...ed25519, use: 'enc' }] } },
    ],
    [
      'TokenEndpointAuthMethod',
      {
        TokenEndpointAuthMethod: 'private_key_jwt',
        TokenEndpointAuthSigningAlg: 'RS256',
        Jwks: { keys: [ed25519] },
      },
    ],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'client_secret_post', ClientSecret: '' }],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'client_secret_jwt', ClientSecret: '' }],
    ['UserInfoEncryptedResponseAlg', { UserInfoEncryptedResponseAlg: 'RSA-OAEP-256' }],
    ['UserInfoEncryptedResponseAlg', { UserInfoEncryptedResponseAlg: 'ECDH-ES', Jwks: { keys: [ed25519] } }],
    ['IdTokenEncryptedResponseAlg', { IdTokenEncryptedResponseAlg: 'A128KW', ClientSecret: '' }],
    ['AllowedAuth', { TokenEndpointAuthMethod: 'none', AllowedAuth: 'ClientCreds' }],
  ])('is rejected at %s if its requirements are missing: %j', async (member, OAuthProfile) => {
    const { id } = await registerApplication(tenant);
    const before = await profileOf(id);
    expect(await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, OAuthProfile })).toMatchObject(
      {
        success: false,
        ErrorID: 'InvalidParameter',
        Message: expect.stringContaining(`OAuthProfile.${member} `) as string,
        Result: { Member: `OAuthProfile.${member}` },
      },
    );
    expect(await profileOf(id)).toEqual(before);
  });

  it('gets an error about a private key without any part of the key', async () => {
    const { id } = await registerApplication(tenant);
    const response = await tenant.call('/SaasManage/UpdateApplicationDE', {
      _RowKey: id,
      OAuthProfile: { Jwks: { keys: [{ ...ed25519, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' }] } },
    });
    expect(response).toMatchObject({ success: false, Result: { Member: 'OAuthProfile.Jwks' } });
    expect(JSON.stringify(response)).not.toContain('nWGxne');
    expect(response.Message).toContain('public keys only');
  });

  it('may be one that is not finished', async () => {
    const id = await tenant.addApplication('Generic OpenID Connect');
    for (const OAuthProfile of [{ Redirects: [] }, { ClientSecret: '' }, { AllowedAuth: '' }, {}])
      expect(
        (await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, OAuthProfile })).success,
      ).toBe(true);
  });
});

it.each(['Confirm', 'ConfirmAuthorization'])(
  'requests consent if %s says so, also as a string',
  async (name) => {
    for (const value of [true, 'true', 'True', 'false']) {
      const { clientId } = await registerApplication(tenant, { profile: { [name]: value } });
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirect,
      });
      const back = await signInAt(tenant, `${tenant.baseUrl}/authorize?${query.toString()}`);
      expect([value, back.href.startsWith(redirect)]).toEqual([value, value === 'false']);
    }
  },
);

it.each([false, 'False'])('issues no refresh token if AllowRefresh is %j', async (AllowRefresh) => {
  const { clientId } = await registerApplication(tenant, { profile: { AllowRefresh } });
  const tokens = await codeFlow(tenant, await discover(tenant, clientId), 'openid offline_access');
  expect([tokens.refresh_token, tokens.scope]).toEqual([undefined, 'openid']);
});

it('redirects to no URL that was removed during the sign-in', async () => {
  const { id, clientId } = await registerApplication(tenant);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
  });
  const browser = createBrowserSession(tenant.baseUrl);
  const page = await browser.open(`${tenant.baseUrl}/authorize?${query.toString()}`);
  const OAuthProfile = { Redirects: ['https://app.example/callback'] };
  await tenant.call('/SaasManage/UpdateApplicationDE', { _RowKey: id, OAuthProfile });
  const { username, password } = tenant;
  const end = await browser.submit(page, { username, password, decision: 'sign-in' });
  expect([end.status, end.url.startsWith(tenant.baseUrl)]).toEqual([400, true]);
});

it.each([
  'com.example.app:/callback',
  'com.example.app://oauth/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:5000/callback',
  'http://localhost:8080/callback',
  'https://app.example/callback',
  'http://intranet.example/callback',
])('signs users in at %s, beside a URL of another type', async (address) => {
  const { clientId } = await registerApplication(tenant, {
    profile: {
      Redirects: [address, redirect, 'https://other.example/'],
      ResponseTypes: ['code', 'id_token'],
    },
  });
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: address,
  });
  const back = await signInAt(tenant, `${tenant.baseUrl}/authorize?${query.toString()}`);
  expect(back.href.startsWith(address)).toBe(true);
  expect(back.searchParams.get('code')).not.toBeNull();
});
