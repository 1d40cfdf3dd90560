import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionDesk } from '../builders/a-session-desk.ts';
import { aSessionDesk } from '../builders/a-session-desk.ts';
import { tenantAt } from './desk-foundation.ts';

let on: SessionDesk;

beforeEach(async () => {
  on = await aSessionDesk();
});

afterEach(async () => {
  await on[Symbol.asyncDispose]();
});

const optional = [
  'userinfo_endpoint',
  'revocation_endpoint',
  'scopes_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'id_token_signing_alg_values_supported',
  'authorization_response_iss_parameter_supported',
];
const unusable = [null, '', [], {}, 0, 'no address', [null], ['', 7], 'http://tenant.example/plain'];

describe('an OpenID configuration', () => {
  it.each(optional)('allows sign-ins with any value of the optional %s', async (member) => {
    for (const value of unusable) {
      on.provider.misbehavior.metadata = { [member]: value };
      expect(await on.signIn(), JSON.stringify(value)).toMatchObject({ state: 'signed-in' });
      expect(await on.desk.foundation.sessions.signOut(on.tenantId)).toMatchObject({ state: 'signed-out' });
    }
  });

  it.each(['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'is rejected without a usable %s',
    async (member) => {
      for (const value of [null, '', 'no address', 7]) {
        on.provider.misbehavior.metadata = { [member]: value };
        await expect(on.signIn(), JSON.stringify(value)).rejects.toMatchObject({
          error: { code: 'discovery-not-json', detail: expect.stringContaining(member) },
        });
      }
    },
  );

  it('keeps the usable members of a list', async () => {
    on.provider.misbehavior.metadata = { code_challenge_methods_supported: [null, 'S256', 7] };
    const found = await on.desk.foundation.tenants.discover(
      { baseUrl: on.provider.origin },
      new AbortController().signal,
    );
    expect(found.supportsPkce).toBe(true);
  });
});

describe('an issuer', () => {
  const spelled = (origin: string): string => origin.replace('http://127.0.0.1', 'HTTP://LocalHost');

  it('is the same with its host in capitals, whether the user or the provider writes it that way', async () => {
    const { tenants, sessions } = on.desk.foundation;
    const named = on.provider.origin.replace('127.0.0.1', 'localhost');
    on.provider.misbehavior.metadata = { issuer: named, authorization_endpoint: `${named}/authorize` };
    for (const address of [named, spelled(on.provider.origin), `${spelled(on.provider.origin)}/`]) {
      await tenants.update(
        on.tenantId,
        tenantAt(on.provider.origin, { issuer: address, signInHosts: [new URL(on.provider.origin).host] }),
      );
      const begun = await sessions.signIn(on.tenantId, new AbortController().signal);
      expect(begun).toMatchObject({ state: 'signing-in' });
      await sessions.cancelSignIn(on.tenantId);
    }
  });

  it('is another one with another path, however that is written', async () => {
    for (const issuer of ['/App', '/app/..', '/%61pp']) {
      await expect(
        on.desk.foundation.tenants.discover(
          { baseUrl: on.provider.origin, issuer: on.provider.origin + issuer },
          new AbortController().signal,
        ),
      ).rejects.toMatchObject({ error: { code: expect.stringMatching(/issuer-mismatch|discovery/) } });
    }
  });
});
