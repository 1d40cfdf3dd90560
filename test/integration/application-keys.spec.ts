import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactDecrypt, createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import type { JsonValue } from '../../contract/applications/application-settings.ts';
import { withValue } from '../../contract/applications/application-settings.ts';
import { everybodyId } from '../../contract/roles/roles.ts';
import { codeFlow, discover, redirect } from '../builders/a-relying-party.ts';
import { anApplication } from '../builders/an-application.ts';
import { change, create, fromDrafts } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import { createTestVault } from './desk-on-tenant.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

const withProfile = (state: ApplicationState, members: Record<string, JsonValue>): ApplicationState => ({
  ...state,
  settings: {
    ...Object.entries(members).reduce(
      (settings, [name, value]) => withValue(settings, `OAuthProfile.${name}`, value),
      state.settings,
    ),
  },
});

interface Client {
  readonly id: string;
  readonly state: ApplicationState;
  readonly clientId: string;
}

/** An OpenID Connect application with a redirect and no secret, as an administrator adds one. */
async function addClient(name: string, members: Record<string, JsonValue> = {}): Promise<Client> {
  const wanted = withProfile(
    anApplication({ templateId: 'Generic OpenID Connect', name, roles: [everybodyId] }),
    { Redirects: [redirect], ...members },
  );
  const { items } = await on.desk.apply(create('application', wanted));
  expect(items).toMatchObject([{ state: 'verified' }]);
  return readClient(name);
}

async function readClient(name: string): Promise<Client> {
  const id = (await on.desk.call('applications.list', read)).data.find((one) => one.name === name)?.id ?? '';
  const { data } = await on.desk.call('applications.get', { ...read, id });
  const { ClientID: clientId } = data.record['OAuthProfile'] as { readonly ClientID: string };
  return { id, state: applicationStateOf(data), clientId };
}

async function keysOf(algorithm: string, use: 'sig' | 'enc') {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: use, use, alg: algorithm };
  // As it comes from a file: JSON.
  return {
    jwk: JSON.parse(JSON.stringify(jwk)) as Record<string, string>,
    privateKey,
    secret: await exportJWK(privateKey),
  };
}

describe('an application that proves itself with a key', () => {
  it('is set up only with Tenant Desk, signs in, and gets signed and encrypted user information', async () => {
    const [signing, encryption] = [await keysOf('ES256', 'sig'), await keysOf('RSA-OAEP-256', 'enc')];
    const { clientId } = await addClient('Key owner', {
      TokenEndpointAuthMethod: 'private_key_jwt',
      TokenEndpointAuthSigningAlg: 'ES256',
      Jwks: { keys: [signing.jwk, encryption.jwk] },
      UserInfoSignedResponseAlg: 'RS256',
      UserInfoEncryptedResponseAlg: 'RSA-OAEP-256',
      UserInfoEncryptedResponseEnc: 'A256GCM',
    });
    const [place] = on.tenant.addresses;
    const configuration = await discover(
      place,
      clientId,
      client.PrivateKeyJwt({ key: signing.privateKey, kid: 'sig' }),
    );
    const tokens = await codeFlow(place, configuration, 'openid email');
    const response = await fetch(`${place.baseUrl}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { plaintext } = await compactDecrypt(await response.text(), encryption.privateKey);
    const { payload } = await jwtVerify(
      new TextDecoder().decode(plaintext),
      createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri ?? '')),
      { issuer: place.issuer, audience: clientId },
    );
    expect(payload).toMatchObject({ email: 'admin@acme.example' });
    const other = await keysOf('ES256', 'sig');
    await expect(
      codeFlow(
        place,
        await discover(place, clientId, client.PrivateKeyJwt({ key: other.privateKey, kid: 'sig' })),
      ),
    ).rejects.toMatchObject({ error: 'invalid_client' });
  });

  it.each([
    ['private_key_jwt', { TokenEndpointAuthMethod: 'private_key_jwt' }, 'Add signing keys (JWKS)'],
    ['client_secret_jwt', { TokenEndpointAuthMethod: 'client_secret_jwt' }, 'Set a client secret'],
    ['RSA-OAEP', { UserInfoEncryptedResponseAlg: 'RSA-OAEP' }, 'Add one to the JWKS'],
  ] as const)(
    'cannot choose %s without its requirements, and gets an instruction',
    async (_, members, problemText) => {
      const { id, state } = await addClient(`Without ${problemText}`);
      await expect(
        on.desk.plan(change('application', id, state, withProfile(state, { ...members }))),
      ).rejects.toThrow(problemText);
      expect((await readClient(state.name)).state.settings).toEqual(state.settings);
    },
  );

  it('cannot lose the keys that it needs', async () => {
    const { jwk } = await keysOf('ES256', 'sig');
    const had = await addClient('Losing keys', {
      TokenEndpointAuthMethod: 'private_key_jwt',
      Jwks: { keys: [jwk] },
    });
    const wanted = {
      ...had.state,
      settings: { ...withValue(had.state.settings, 'OAuthProfile.Jwks', undefined) },
    };
    await expect(on.desk.plan(change('application', had.id, had.state, wanted))).rejects.toThrow(
      'private_key_jwt needs the public keys',
    );
  });
});

describe('a private key that is pasted in the place of a public one', () => {
  it.each(['as keys', 'as text', 'as broken text'] as const)(
    'is rejected %s, and is not stored anywhere',
    async (shape) => {
      const vault = createTestVault();
      const desk = on.another({ vault });
      const { secret, jwk } = await keysOf('ES256', 'sig');
      const value = { keys: [{ ...jwk, ...secret }] } as JsonValue;
      const text = JSON.stringify(value);
      const Jwks = shape === 'as keys' ? value : shape === 'as text' ? text : text.slice(0, -5);
      const wanted = withProfile(anApplication({ templateId: 'Generic OpenID Connect', name: 'Pasted' }), {
        TokenEndpointAuthMethod: 'private_key_jwt',
        Jwks,
      });
      const key = { kind: 'application', targetId: `new:${shape.replaceAll(' ', '-')}` };
      const draft = openDraft(desk, { ...key, base: null });
      await draft.type(wanted);
      await expect(desk.plan(fromDrafts(key))).rejects.toThrow('private key');
      // A key that cannot be planned is stored beside one that can, for a retry.
      const plan = await desk.plan(create('application', wanted, anApplication({ name: 'Beside' })));
      const items = await desk.itemsOf(plan.id);
      expect(items).toMatchObject([
        { state: 'left-out', error: { message: expect.stringContaining('private key') as string } },
        { state: 'pending' },
      ]);
      const shown: unknown[] = [plan, items, await draft.stored()];
      shown.push(await vault.get({ tenantId: desk.tenantId, kind: 'application-secrets' }));
      const { d = '' } = secret;
      expect(JSON.stringify(shown)).not.toContain(d);
      for (const file of readdirSync(desk.folder, { recursive: true, withFileTypes: true }))
        if (file.isFile())
          expect([file.name, readFileSync(join(file.parentPath, file.name)).includes(d)]).toEqual([
            file.name,
            false,
          ]);
    },
  );
});

describe('the scopes that an application defines', () => {
  it('are edited, merged scope by scope, and decide what a token may call', async () => {
    const { id, state } = await addClient('Scope owner', {
      KnownScopes: [
        { Scope: 'query', Description: 'Run queries', AllowedRest: ['/redrock/query'], Extra: 1 },
      ],
    });
    const mine = withProfile(state, {
      KnownScopes: [
        { Scope: 'query', Description: 'Run queries', AllowedRest: ['/redrock/query'], Extra: 1 },
        { Scope: 'apps', Description: 'Read applications', AllowedRest: ['/SaasManage/Get*'] },
      ],
    });
    const theirs = withProfile(state, {
      KnownScopes: [{ Scope: 'query', Description: 'Ask', AllowedRest: ['/redrock/*'], Extra: 1 }],
    });
    const { items } = await on.colleague.apply(change('application', id, state, theirs));
    expect(items).toMatchObject([{ state: 'verified' }]);
    const applied = await on.desk.apply(change('application', id, state, mine));
    expect(applied.items).toMatchObject([{ state: 'verified' }]);
    const profile = (await readClient('Scope owner')).state.settings['OAuthProfile'];
    expect(profile).toMatchObject({
      KnownScopes: [
        { Scope: 'query', Description: 'Ask', AllowedRest: ['/redrock/*'], Extra: 1 },
        { Scope: 'apps', Description: 'Read applications', AllowedRest: ['/SaasManage/Get*'] },
      ],
    });
  });
});
