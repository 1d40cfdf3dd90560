import { describe, expect, it } from 'vitest';
import { introducedProblems, problemsOfSettings } from './setting-problems.ts';
import { unmetPreconditions } from './setting-preconditions.ts';
import { problemOfKnownScopes } from './known-scopes.ts';
import { signOnFields } from './sign-on-fields.ts';
import type { Settings } from './application-settings.ts';

/** Source: RFC 8037 appendix A.2. */
const ed25519 = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
const x25519 = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' };

const state = (settings: Settings) => ({
  templateId: 'Generic OpenID Connect',
  name: 'Portal',
  description: '',
  icon: '',
  script: null,
  settings: { ...settings },
});
const unmet = (profile: Settings) => unmetPreconditions(state({ OAuthProfile: { ...profile } }));

describe('a choice that needs another member', () => {
  it.each([
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'private_key_jwt' }, 'JWKS'],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [] } }, 'JWKS'],
    [
      'TokenEndpointAuthMethod',
      { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [x25519] } },
      'needs a key',
    ],
    [
      'TokenEndpointAuthMethod',
      {
        TokenEndpointAuthMethod: 'private_key_jwt',
        Jwks: { keys: [ed25519] },
        TokenEndpointAuthSigningAlg: 'ES256',
      },
      'ES256 signatures',
    ],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'client_secret_jwt' }, 'client secret'],
    ['TokenEndpointAuthMethod', { TokenEndpointAuthMethod: 'client_secret_post' }, 'client secret'],
    ['TokenEndpointAuthSigningAlg', { TokenEndpointAuthSigningAlg: 'RS256' }, 'private_key_jwt'],
    [
      'TokenEndpointAuthSigningAlg',
      { TokenEndpointAuthMethod: 'private_key_jwt', TokenEndpointAuthSigningAlg: 'HS256' },
      'client_secret_jwt',
    ],
    ['JwksUri', { Jwks: { keys: [ed25519] }, JwksUri: 'https://app.example/jwks' }, 'not both'],
    ['IdTokenSignedResponseAlg', { IdTokenSignedResponseAlg: 'HS256' }, 'client secret'],
    ['IdTokenEncryptedResponseAlg', { IdTokenEncryptedResponseAlg: 'RSA-OAEP' }, 'public key'],
    [
      'UserInfoEncryptedResponseAlg',
      { UserInfoEncryptedResponseAlg: 'ECDH-ES', Jwks: { keys: [ed25519] } },
      'public key',
    ],
    ['UserInfoEncryptedResponseAlg', { UserInfoEncryptedResponseAlg: 'dir' }, 'client secret'],
    ['UserInfoEncryptedResponseEnc', { UserInfoEncryptedResponseEnc: 'A256GCM' }, 'key encryption'],
    ['ResponseTypes', { AllowedAuth: ['Implicit'], ResponseTypes: ['code'] }, 'Authorization code'],
    [
      'ResponseTypes',
      { AllowedAuth: 'AuthorizationCode', ResponseTypes: ['code', 'code id_token'] },
      'Implicit',
    ],
    ['ResponseTypes', { AllowedAuth: 'AuthorizationCode', ResponseTypes: 'id_token token' }, 'Implicit'],
    ['AllowedAuth', { AllowedAuth: ['ClientCreds'], TokenEndpointAuthMethod: 'none' }, 'authenticates'],
    ['AllowRefresh', { AllowedAuth: ['Implicit'], AllowRefresh: true }, 'Refresh tokens'],
    ['Scopes', { Scopes: ['profile'] }, 'openid'],
    ['Scopes', { Scopes: 'openid offline_access', AllowRefresh: 'False' }, 'refresh tokens'],
  ])('is rejected at %s: %j', (member, profile, message) => {
    expect(unmet(profile as Settings)[`OAuthProfile.${member}`]).toContain(message);
  });

  it.each([
    { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [x25519, ed25519] } },
    { TokenEndpointAuthMethod: 'private_key_jwt', JwksUri: 'https://app.example/jwks' },
    { TokenEndpointAuthMethod: 'client_secret_jwt', ClientSecret: '••••1a2b3c4d' },
    { TokenEndpointAuthMethod: 'none', AllowedAuth: ['AuthorizationCode'], ResponseTypes: ['code'] },
    {
      UserInfoEncryptedResponseAlg: 'ECDH-ES',
      UserInfoEncryptedResponseEnc: 'A256GCM',
      Jwks: { keys: [x25519] },
    },
    { AllowedAuth: 'authorizationcode,implicit', ResponseTypes: ['id_token code token'], AllowRefresh: true },
    { AllowedAuth: '', ResponseTypes: ['code'] },
    { Scopes: ['openid', 'offline_access'], AllowRefresh: 'true' },
    {},
  ])('is accepted if it is met: %j', (profile) => {
    expect(unmet(profile as Settings)).toEqual({});
  });

  it('is the name of a fixed username', () => {
    const fixed = { UserNameStrategy: 'Fixed' };
    expect(unmetPreconditions(state(fixed))).toHaveProperty('UserNameStrategy');
    expect(unmetPreconditions(state({ ...fixed, UserNameArg: 'shared' }))).toEqual({});
  });

  it('is shown at a visible field', () => {
    const paths = new Set(signOnFields.map(({ path }) => path));
    const everything = unmet({
      TokenEndpointAuthMethod: 'private_key_jwt',
      TokenEndpointAuthSigningAlg: 'HS256',
      AllowedAuth: ['Implicit'],
      ResponseTypes: ['code'],
      AllowRefresh: true,
      Scopes: ['x'],
    });
    expect(Object.keys(everything).filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe('the problems of a change', () => {
  const basic = state({ OAuthProfile: { TokenEndpointAuthMethod: 'client_secret_basic' } });
  const keys = state({ OAuthProfile: { TokenEndpointAuthMethod: 'private_key_jwt' } });

  it('are those that the change introduces', () => {
    expect(introducedProblems({ ...basic, name: 'Other' }, basic)).toEqual({});
    expect(introducedProblems(basic, undefined)).toEqual({});
    expect(introducedProblems({ ...keys, name: 'Other' }, keys)).toEqual({});
    expect(introducedProblems(keys, undefined)).toHaveProperty(['OAuthProfile.TokenEndpointAuthMethod']);
    const none = state({ OAuthProfile: { TokenEndpointAuthMethod: 'none' } });
    expect(introducedProblems(basic, none)).toHaveProperty(['OAuthProfile.TokenEndpointAuthMethod']);
  });

  it('include a removed member that a choice needs', () => {
    const had = state({
      OAuthProfile: { TokenEndpointAuthMethod: 'private_key_jwt', Jwks: { keys: [ed25519] } },
    });
    expect(introducedProblems(keys, had)).toHaveProperty(['OAuthProfile.TokenEndpointAuthMethod']);
  });

  it('include a private key other than the existing one', () => {
    const withKey = (d: string) => state({ OAuthProfile: { Jwks: { keys: [{ ...ed25519, d }] } } });
    expect(introducedProblems(withKey('••••1a2b3c4d'), withKey('••••1a2b3c4d'))).toEqual({});
    expect(introducedProblems(withKey('••••'), withKey('••••1a2b3c4d'))).toHaveProperty([
      'OAuthProfile.Jwks',
    ]);
  });
});

describe('the scopes that an application defines', () => {
  const scope = (Scope: string, AllowedRest: string[] = ['/SaasManage/*']) => ({
    Scope,
    Description: 'Read',
    AllowedRest,
  });

  it.each([
    [[scope('')], 'no name'],
    [[scope('two words')], 'spaces'],
    [[scope('a"b')], 'quotes'],
    [[scope('all'), scope('all')], 'Duplicate'],
    [[scope('all', ['/a b'])], 'path'],
    [[{ Scope: 5 }], 'format'],
    ['all', 'format'],
  ])('report the problem of %j', (value, message) => {
    expect(problemOfKnownScopes(value)).toContain(message);
  });

  it('may have any names and patterns', () => {
    expect(problemOfKnownScopes([scope('all', ['.*']), scope('urn:q', ['^/redrock/query$', '/a/*'])])).toBe(
      undefined,
    );
    const KnownScopes = [scope('all')];
    expect(problemsOfSettings(state({ OAuthProfile: { KnownScopes } }))).toEqual({});
  });
});

describe('a SAML choice that needs a certificate', () => {
  const of = (settings: Settings) => unmetPreconditions({ ...state(settings), templateId: 'Generic SAML' });

  it.each([
    ['EncryptAssertion', { EncryptAssertion: true, EncryptionCertificate: ' ' }, 'Encryption certificate'],
    [
      'WantAuthnRequestsSigned',
      { WantAuthnRequestsSigned: 'True', RequestSigningCertificates: '' },
      'Request signing certificates',
    ],
    [
      'WantAuthnRequestsSigned',
      { WantAuthnRequestsSigned: true, RequestSigningCertificates: [] },
      'turn this',
    ],
  ])('%s is not met: %j', (path, settings, message) => {
    expect(of(settings)).toEqual({ [path]: expect.stringContaining(message) });
  });

  it.each([
    { EncryptAssertion: true, EncryptionCertificate: 'MIIB' },
    { EncryptAssertion: 'False', EncryptionCertificate: '' },
    { WantAuthnRequestsSigned: true, RequestSigningCertificates: ['MIIB'] },
    // On a tenant that stores certificates elsewhere.
    { EncryptAssertion: true },
  ])('is met: %j', (settings) => {
    expect(of(settings)).toEqual({});
  });
});
