import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderEndpoints, TenantInput } from '../../contract/tenants/tenants.ts';
import type { SessionDesk } from '../builders/a-session-desk.ts';
import { aSessionDesk } from '../builders/a-session-desk.ts';
import { enteredEndpoints } from '../builders/entered-endpoints.ts';
import { sendJson, startFakeProvider } from '../fakes/identity-provider.ts';
import { tenantAt } from './desk-foundation.ts';

const wellKnown = '/.well-known/openid-configuration';
let on: SessionDesk;

beforeEach(async () => {
  on = await aSessionDesk();
  // This provider has no OpenID configuration.
  on.provider.misbehavior.responses.set(wellKnown, (response) => sendJson(response, 404, {}));
});

afterEach(async () => {
  await on[Symbol.asyncDispose]();
});

const enter = (changes: Partial<ProviderEndpoints> = {}, more: Partial<TenantInput> = {}) =>
  on.desk.foundation.tenants.update(
    on.tenantId,
    tenantAt(on.provider.origin, { endpoints: enteredEndpoints(on.provider.origin, changes), ...more }),
  );

const requestedPaths = (): string[] => on.provider.requests.map(({ path }) => path.split('?')[0] ?? '');

describe('a provider whose endpoints are entered by hand', () => {
  it('is signed in to, renewed and signed out of without its OpenID configuration', async () => {
    await expect(on.signIn()).rejects.toMatchObject({ error: { code: 'discovery-failed' } });
    on.provider.requests.length = 0;
    on.provider.misbehavior.idTokenClaims = { name: undefined };
    on.provider.misbehavior.responses.set('/who', (response) =>
      sendJson(response, 200, { sub: 'user-1', name: 'Ada of the endpoint' }),
    );
    await enter({ userinfoEndpoint: `${on.provider.origin}/who` });
    expect(await on.signIn()).toMatchObject({
      state: 'signed-in',
      user: { subject: 'user-1', name: 'Ada of the endpoint' },
    });
    await on.read();
    on.rejectAccessToken();
    await on.read();
    await on.desk.foundation.sessions.signOut(on.tenantId);
    const paths = requestedPaths();
    expect(paths.filter((path) => path === '/token')).toHaveLength(2);
    expect(paths).toEqual(expect.arrayContaining(['/authorize', '/jwks', '/who', '/revoke']));
    expect(paths).not.toContain(wellKnown);
  });

  it('is renewed after a restart without its OpenID configuration', async () => {
    await enter();
    await on.signIn();
    on.provider.requests.length = 0;
    on.rejectAccessToken();
    await on.read();
    expect(requestedPaths()).toContain('/token');
    expect(requestedPaths()).not.toContain(wellKnown);
  });

  it('is signed out locally if it has no revocation endpoint', async () => {
    const { revocationEndpoint: _none, ...endpoints } = enteredEndpoints(on.provider.origin);
    await on.desk.foundation.tenants.update(on.tenantId, tenantAt(on.provider.origin, { endpoints }));
    await on.signIn();
    expect(await on.desk.foundation.sessions.signOut(on.tenantId)).toMatchObject({ state: 'signed-out' });
    expect(requestedPaths()).not.toContain('/revoke');
  });

  it.each([
    ['client_secret_basic', /^Basic /, false],
    ['client_secret_post', undefined, true],
  ] as const)('gets the client secret as chosen: %s', async (clientAuthentication, header, isInForm) => {
    await enter({ clientAuthentication }, { clientSecret: 'hush' });
    await on.signIn();
    const request = on.provider.requests.find(({ path }) => path === '/token');
    if (header === undefined) expect(request?.headers.authorization).toBeUndefined();
    else expect(request?.headers.authorization).toMatch(header);
    expect(request?.body.includes('client_secret=hush')).toBe(isInForm);
  });

  it('is not signed in to with ID tokens of another issuer, of another client or of another key', async () => {
    await using other = await startFakeProvider();
    const issuer = 'http://localhost:1';
    const cases = [
      [
        () => enter({}, { issuer, signInHosts: [new URL(on.provider.origin).host] }),
        `its issuer isn’t ${issuer}`,
      ],
      [
        () => enter({ jwksUri: `${other.origin}/jwks` }, { signInHosts: [new URL(other.origin).host] }),
        'its signature or a claim is invalid',
      ],
      [
        () => {
          on.provider.misbehavior.idTokenClaims = { aud: 'somebody-else' };
          return enter();
        },
        'its signature or a claim is invalid',
      ],
    ] as const;
    for (const [prepare, expectedMessage] of cases) {
      await prepare();
      expect(await on.signIn()).toMatchObject({
        state: 'signed-out',
        error: { code: 'id-token-invalid', message: expect.stringContaining(expectedMessage) },
      });
      const state = on.state();
      expect(state.state === 'signed-out' ? state.error?.message : '').toContain(
        'Check the issuer and the signing keys URL in the tenant’s settings.',
      );
    }
  });

  it('names the keys that cannot be loaded if their URL is wrong', async () => {
    await enter({ jwksUri: `${on.provider.origin}/no-keys` });
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: {
        code: 'unexpected-response',
        message: expect.stringMatching(
          /signing keys \(JWKS\) of Acme.* not available: it responded with HTTP 401/,
        ),
      },
    });
  });

  it('suggests checking the endpoints if the token endpoint is another page', async () => {
    on.provider.misbehavior.responses.set('/page', (response) => void response.writeHead(200).end('<html>'));
    await enter({ tokenEndpoint: `${on.provider.origin}/page` });
    expect(await on.signIn()).toMatchObject({
      state: 'signed-out',
      error: {
        code: 'unexpected-response',
        message: expect.stringContaining('Check the endpoints in the tenant’s settings.'),
      },
    });
  });

  it('is filled in from discovery with all that discovery finds', async () => {
    on.provider.misbehavior.responses.delete(wellKnown);
    on.provider.misbehavior.metadata = {
      userinfo_endpoint: `${on.provider.origin}/who`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    };
    const found = await on.desk.foundation.tenants.discover(
      { baseUrl: on.provider.origin },
      new AbortController().signal,
    );
    expect(found.endpoints).toEqual(
      enteredEndpoints(on.provider.origin, {
        userinfoEndpoint: `${on.provider.origin}/who`,
        clientAuthentication: 'client_secret_post',
      }),
    );
  });

  it('is discovered again once discovery is turned on, with a separate sign-in', async () => {
    await enter();
    await on.signIn();
    on.provider.misbehavior.responses.delete(wellKnown);
    await on.desk.foundation.tenants.update(on.tenantId, tenantAt(on.provider.origin));
    expect(on.state()).toMatchObject({ state: 'signed-out' });
    on.provider.requests.length = 0;
    expect(await on.signIn()).toMatchObject({ state: 'signed-in' });
    expect(requestedPaths()).toContain(wellKnown);
  });
});
