import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionDesk } from '../builders/a-session-desk.ts';
import { aSessionDesk } from '../builders/a-session-desk.ts';
import { enteredEndpoints } from '../builders/entered-endpoints.ts';
import type { FakeProvider } from '../fakes/identity-provider.ts';
import { startFakeProvider } from '../fakes/identity-provider.ts';
import { tenantAt } from '../integration/desk-foundation.ts';

let on: SessionDesk;
let honest: FakeProvider;

beforeEach(async () => {
  on = await aSessionDesk();
  honest = await startFakeProvider();
});

afterEach(async () => {
  await on[Symbol.asyncDispose]();
  await honest[Symbol.asyncDispose]();
});

const begin = () => on.desk.foundation.sessions.signIn(on.tenantId, new AbortController().signal);
const hostOf = (provider: FakeProvider): string => new URL(provider.origin).host;

describe('an endpoint that the user entered on another host than the issuer’s', () => {
  it.each([
    'authorizationEndpoint',
    'tokenEndpoint',
    'jwksUri',
    'userinfoEndpoint',
    'revocationEndpoint',
  ] as const)('is neither opened nor called before that host is allowed: %s', async (member) => {
    const { tenants } = on.desk.foundation;
    const { origin } = on.provider;
    const endpoints = enteredEndpoints(origin, { [member]: `${honest.origin}/authorize` });
    await tenants.update(on.tenantId, tenantAt(origin, { endpoints }));
    await expect(begin()).rejects.toMatchObject({
      error: { code: 'sign-in-host-unconfirmed', message: expect.stringContaining(hostOf(honest)) },
    });
    expect(on.desk.host.opened).toEqual([]);
    expect([...honest.requests, ...on.provider.requests]).toEqual([]);
    await tenants.update(on.tenantId, tenantAt(origin, { endpoints, signInHosts: [hostOf(honest)] }));
    expect(await begin()).toMatchObject({ state: 'signing-in' });
    await on.desk.foundation.sessions.cancelSignIn(on.tenantId);
  });

  it('gets no token and no refresh token of a session that started before it was entered', async () => {
    const { tenants, sessions, vault } = on.desk.foundation;
    const { origin } = on.provider;
    await tenants.update(on.tenantId, tenantAt(origin, { endpoints: enteredEndpoints(origin) }));
    await on.signIn();
    const endpoints = enteredEndpoints(origin, {
      tokenEndpoint: `${honest.origin}/token`,
      revocationEndpoint: `${honest.origin}/revoke`,
    });
    await tenants.update(on.tenantId, tenantAt(origin, { endpoints, signInHosts: [hostOf(honest)] }));
    expect(on.state()).toMatchObject({ state: 'signed-out' });
    expect(await vault.get({ tenantId: on.tenantId, kind: 'tokens' })).toBeUndefined();
    await expect(on.read()).rejects.toMatchObject({ error: { code: 'signed-out' } });
    await sessions.signOut(on.tenantId);
    expect(honest.requests).toEqual([]);
  });
});

describe('an OpenID configuration that names the endpoint of another provider', () => {
  it.each([
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
    'revocation_endpoint',
  ])('is neither opened nor called: %s', async (member) => {
    on.provider.misbehavior.metadata = { [member]: `${honest.origin}/authorize` };
    await expect(begin()).rejects.toMatchObject({
      error: { code: 'sign-in-host-unconfirmed', message: expect.stringContaining(hostOf(honest)) },
    });
    expect(on.desk.host.opened).toEqual([]);
    expect(honest.requests).toEqual([]);
    expect(on.state()).toMatchObject({ state: 'signed-out', error: { code: 'sign-in-host-unconfirmed' } });
  });

  it('is used if the user has allowed that host, and no other', async () => {
    const { tenants } = on.desk.foundation;
    on.provider.misbehavior.metadata = { userinfo_endpoint: `${honest.origin}/userinfo` };
    await tenants.update(on.tenantId, tenantAt(on.provider.origin, { signInHosts: [hostOf(honest)] }));
    expect(await on.signIn()).toMatchObject({ state: 'signed-in' });
    on.provider.misbehavior.metadata = { jwks_uri: 'https://elsewhere.example/keys' };
    await expect(begin()).rejects.toMatchObject({
      error: { code: 'sign-in-host-unconfirmed', message: expect.stringContaining('elsewhere.example') },
    });
  });

  it('is named by discovery before a profile is saved', async () => {
    on.provider.misbehavior.metadata = { authorization_endpoint: `${honest.origin}/authorize` };
    const found = await on.desk.foundation.tenants.discover(
      { baseUrl: on.provider.origin },
      new AbortController().signal,
    );
    expect(found.otherHosts).toEqual([hostOf(honest)]);
  });
});
