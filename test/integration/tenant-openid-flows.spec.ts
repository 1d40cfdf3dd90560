import { compactDecrypt, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, type JWK } from 'jose';
import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import {
  codeFlow,
  discover,
  redirect,
  registerApplication,
  secret,
  signInAt,
} from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement } from './tenant-process.ts';

const tenant = useTenant();

describe('OpenID Connect flows of a custom application', () => {
  it('runs the authorization code flow with HTTP Basic', async () => {
    const { clientId } = await registerApplication(tenant);
    const tokens = await codeFlow(tenant, await discover(tenant, clientId, client.ClientSecretBasic(secret)));
    expect(tokens.claims()).toMatchObject({ aud: clientId, iss: tenant.issuer, email: 'admin@acme.example' });
    expect(tokens.expires_in).toBe(5 * 3600);
  });

  it('rejects a wrong secret with invalid_client', async () => {
    const { clientId } = await registerApplication(tenant);
    await expect(
      codeFlow(tenant, await discover(tenant, clientId, client.ClientSecretBasic('wrong'))),
    ).rejects.toMatchObject({ status: 401 });
  });

  it('authenticates a client with client_secret_jwt', async () => {
    const { clientId } = await registerApplication(tenant, {
      profile: { TokenEndpointAuthMethod: 'client_secret_jwt' },
    });
    const tokens = await codeFlow(tenant, await discover(tenant, clientId, client.ClientSecretJwt(secret)));
    expect(tokens.claims()?.aud).toBe(clientId);
  });

  it('authenticates a client with private_key_jwt', async () => {
    const keys = await generateKeyPair('ES256', { extractable: true });
    const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'one', use: 'sig' };
    const { clientId } = await registerApplication(tenant, {
      profile: {
        TokenEndpointAuthMethod: 'private_key_jwt',
        Jwks: { keys: [jwk] },
      },
    });
    const tokens = await codeFlow(
      tenant,
      await discover(tenant, clientId, client.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' })),
    );
    expect(tokens.claims()?.aud).toBe(clientId);
  });

  it('runs the implicit flow: an ID token without a code', async () => {
    const { clientId } = await registerApplication(tenant, {
      profile: { ResponseTypes: ['id_token', 'id_token token'] },
    });
    const configuration = await discover(tenant, clientId, client.None());
    client.useIdTokenResponseType(configuration);
    const expectedNonce = client.randomNonce();
    const expectedState = client.randomState();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid email',
      nonce: expectedNonce,
      state: expectedState,
    });
    const claims = await client.implicitAuthentication(
      configuration,
      await signInAt(tenant, url.href),
      expectedNonce,
      { expectedState },
    );
    expect(claims).toMatchObject({ aud: clientId, email: 'admin@acme.example' });
  });

  it('hands a browser app its access token straight from the authorization request', async () => {
    const { clientId } = await registerApplication(tenant, {
      profile: { ResponseTypes: ['id_token token'] },
    });
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'id_token token',
      scope: 'openid email',
      redirect_uri: redirect,
      nonce: 'n',
      state: 's',
    });
    const back = new URLSearchParams(
      (await signInAt(tenant, `${tenant.baseUrl}/authorize?${query.toString()}`)).hash.slice(1),
    );
    expect(back.get('code')).toBeNull();
    expect(back.get('token_type')).toBe('Bearer');
    const info = await fetch(`${tenant.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${back.get('access_token') ?? ''}` },
    });
    expect(await info.json()).toMatchObject({ email: 'admin@acme.example' });
  });

  it('runs the hybrid flow', async () => {
    const { clientId } = await registerApplication(tenant, { profile: { ResponseTypes: ['code id_token'] } });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    client.useCodeIdTokenResponseType(configuration);
    const expectedNonce = client.randomNonce();
    const expectedState = client.randomState();
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid email',
      nonce: expectedNonce,
      state: expectedState,
    });
    const tokens = await client.authorizationCodeGrant(configuration, await signInAt(tenant, url.href), {
      expectedNonce,
      expectedState,
    });
    expect(tokens.claims()).toMatchObject({ aud: clientId, nonce: expectedNonce });
  });

  it('returns user information as a signed JWT', async () => {
    const { clientId } = await registerApplication(tenant, {
      profile: { UserInfoSignedResponseAlg: 'RS256' },
    });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret), {
      userinfo_signed_response_alg: 'RS256',
    });
    const tokens = await codeFlow(tenant, configuration);
    const response = await fetch(`${tenant.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(response.headers.get('content-type')).toContain('application/jwt');
    const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? ''));
    const { payload } = await jwtVerify(await response.text(), keys, {
      issuer: tenant.issuer,
      audience: clientId,
    });
    expect(payload).toMatchObject({ email: 'admin@acme.example' });
  });

  it('returns user information as an encrypted JWT', async () => {
    const keys = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'enc', use: 'enc', alg: 'RSA-OAEP-256' };
    const { clientId } = await registerApplication(tenant, {
      profile: {
        Jwks: { keys: [jwk] },
        UserInfoSignedResponseAlg: 'RS256',
        UserInfoEncryptedResponseAlg: 'RSA-OAEP-256',
        UserInfoEncryptedResponseEnc: 'A256GCM',
      },
    });
    const tokens = await codeFlow(tenant, await discover(tenant, clientId, client.ClientSecretBasic(secret)));
    const response = await fetch(`${tenant.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { plaintext } = await compactDecrypt(await response.text(), keys.privateKey);
    expect(new TextDecoder().decode(plaintext).split('.')).toHaveLength(3);
  });

  it('encrypts the ID token for an application that requests it', async () => {
    const keys = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const jwk: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'enc', use: 'enc', alg: 'RSA-OAEP-256' };
    const { clientId } = await registerApplication(tenant, {
      profile: {
        Jwks: { keys: [jwk] },
        IdTokenEncryptedResponseAlg: 'RSA-OAEP-256',
        IdTokenEncryptedResponseEnc: 'A256GCM',
      },
    });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    client.enableDecryptingResponses(configuration, ['A256GCM'], { key: keys.privateKey, kid: 'enc' });
    const tokens = await codeFlow(tenant, configuration);
    expect(tokens.id_token?.split('.')).toHaveLength(5);
    expect(tokens.claims()).toMatchObject({ aud: clientId, email: 'admin@acme.example' });
  });

  it('responds at the per-application URLs as well', async () => {
    const { id, clientId } = await registerApplication(tenant);
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid email',
      state: 's',
    });
    const login = await fetch(`${tenant.baseUrl}/OAuth2/Authorize/${id}${url.search}`, {
      redirect: 'manual',
    });
    expect(login.status).toBe(302);
    const back = await signInAt(tenant, `${tenant.baseUrl}/OAuth2/Authorize/${id}${url.search}`);
    const token = await fetch(`${tenant.baseUrl}/oauth2/token/${id}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirect,
      }),
    });
    expect(token.status).toBe(200);
    const { access_token: accessToken } = (await token.json()) as { access_token: string };
    const info = await fetch(`${tenant.baseUrl}/oauth2/userinfo/${id}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(await info.json()).toMatchObject({ email: 'admin@acme.example' });
    expect(
      (await fetch(`${tenant.baseUrl}/oauth2/token/no-such-application`, { method: 'POST' })).status,
    ).toBe(404);
  });
});

describe('application scripts in tokens', () => {
  it('adds the claims that the script sets to the ID token and to user information', async () => {
    const script =
      "setClaim('department', LoginUser.Get('department')); setClaim('roles', LoginUser.RoleNames);";
    const { clientId } = await registerApplication(tenant, { script });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    const tokens = await codeFlow(tenant, configuration);
    expect(tokens.claims()).toMatchObject({ department: 'Security' });
    expect(tokens.claims()?.['roles']).toContain('System Administrator');
    const info = await client.fetchUserInfo(configuration, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(info['department']).toBe('Security');
  });

  it('fails the sign-in with the line of the mistake, and writes it to the events', async () => {
    const { clientId } = await registerApplication(tenant, {
      script: '\nsetClaim("a", LoginUser.Nothing.here);',
    });
    const configuration = await discover(tenant, clientId, client.ClientSecretBasic(secret));
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: 'openid',
      state: 's',
    });
    const back = await signInAt(tenant, url.href);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('error_description')).toContain('Line 2');
    expect(back.searchParams.get('code')).toBeNull();
    const { Result } = await tenant.ask(
      "select Message from Event where EventType = 'Cloud.Saas.Application.ScriptFail'",
    );
    expect((Result as { FullCount: number }).FullCount).toBeGreaterThan(0);
  });
});

describe('service users', () => {
  it('obtain a token with their own name and password, and may call the management API', async () => {
    const configuration = await discover(
      tenant,
      'svc-1@acme.example',
      client.ClientSecretBasic(tenant.password),
    );
    const tokens = await client.clientCredentialsGrant(configuration, { scope: 'management' });
    const response = await callManagement(
      { ...tenant, accessToken: tokens.access_token },
      '/TenantConfig/GetCustomerConfig',
    );
    expect(response.envelope.success).toBe(true);
    const wrong = await discover(tenant, 'svc-1@acme.example', client.ClientSecretBasic('wrong'));
    await expect(client.clientCredentialsGrant(wrong)).rejects.toMatchObject({ status: 401 });
  });

  it('may read, but not change what only an administrator may', async () => {
    const service = await client.clientCredentialsGrant(
      await discover(tenant, 'svc-1@acme.example', client.ClientSecretBasic(tenant.password)),
      { scope: 'management' },
    );
    const asService = { ...tenant, accessToken: service.access_token };
    const { id } = await registerApplication(tenant);
    for (const [path, body] of [
      ['/SaasManage/DeleteApplication', { _RowKey: [id] }],
      ['/SaasManage/UpdateApplicationDE', { _RowKey: id, Name: 'Taken over' }],
      ['/SaasManage/ImportAppFromTemplate', { ID: 'Generic SAML' }],
      ['/SaasManage/PublishApplication', { _RowKey: id, Roles: ['Everybody'] }],
      ['/TenantConfig/SetCustomerConfig', { AllowCors: [] }],
      ['/SaasManage/GetApplication', { _RowKey: id }],
      ['/SaasManage/GetScript', { appkey: id }],
      ['/UPRest/GetUPData', { username: 'admin@acme.example' }],
      [
        '/JobFlow/StartJob',
        {
          script: '/lib/jobs/assign_computer_role.js',
          args: { Computer: 'win-01', User: 'svc-1@acme.example', Role: 'x' },
        },
      ],
    ] as const) {
      expect((await callManagement(asService, path, body)).envelope).toMatchObject({
        success: false,
        ErrorID: 'NotAuthorized',
      });
    }
    const read = await callManagement(asService, '/redrock/query', { Script: 'select ID from Role' });
    expect(read.envelope.success).toBe(true);
  });

  it('obtain an ID token at the authorization endpoint with a bearer token', async () => {
    const service = await client.clientCredentialsGrant(
      await discover(tenant, 'svc-1@acme.example', client.ClientSecretBasic(tenant.password)),
    );
    const { id, clientId } = await registerApplication(tenant, { profile: { ResponseTypes: ['id_token'] } });
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'id_token',
      scope: 'openid email',
      redirect_uri: redirect,
      nonce: 'n',
      state: 's',
    });
    const response = await fetch(`${tenant.baseUrl}/OAuth2/Authorize/${id}?${query.toString()}`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${service.access_token}` },
    });
    expect(response.status).toBe(302);
    const back = new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));
    const keys = createRemoteJWKSet(new URL('/oauth2/jwks', tenant.baseUrl));
    const { payload } = await jwtVerify(back.get('id_token') ?? '', keys, {
      issuer: tenant.issuer,
      audience: clientId,
    });
    expect(payload['email']).toBe('svc-1@acme.example');
  });
});
