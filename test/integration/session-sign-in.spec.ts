import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SessionState } from '../../contract/tenants/session.ts';
import { loadKeychain } from '../../main/platform/secrets/keychain.ts';
import { openVault } from '../../main/platform/secrets/open-vault.ts';
import type { TestFoundation } from './desk-foundation.ts';
import { callContext, makeTemporaryFolder, startFoundation } from './desk-foundation.ts';
import type { Keyring } from './keyring.ts';
import { startKeyring, whyNoKeyring } from './keyring.ts';
import { signInByForm } from './sign-in-by-form.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

const reason = whyNoKeyring();
if (reason !== undefined) console.log(reason);

/** In the order in which they happen to a person; each test builds on the one before. */
describe.skipIf(reason !== undefined)('a user and an embedded tenant, with a real keyring', () => {
  const folder = makeTemporaryFolder();
  const { signal } = new AbortController();
  let keyring: Keyring;
  let tenant: TenantProcess;
  let desk: TestFoundation;
  let tenantId: string;

  async function open(): Promise<TestFoundation> {
    const started = startFoundation({
      profileFolder: folder,
      openVault: () =>
        openVault({ loadKeychain, profileFolder: folder, platform: 'linux', deadlineMs: 10_000 }),
    });
    await started.foundation.tenants.adoptEmbedded(tenant.tenants);
    for (const { id } of started.foundation.tenants.list()) started.foundation.sessions.restore(id);
    return started;
  }

  function readConfiguration(): Promise<unknown> {
    return desk.foundation.client.manage(
      {
        tenantId,
        path: '/TenantConfig/GetCustomerConfig',
        result: z.looseObject({ AllowCors: z.array(z.string()) }),
        purpose: 'read the trusted origins',
      },
      callContext(),
    );
  }

  /** The content of the keychain. */
  async function storedTokens(): Promise<{ accessToken: string; refreshToken: string }> {
    const text = await desk.foundation.vault.get({ tenantId, kind: 'tokens' });
    return z.object({ accessToken: z.string(), refreshToken: z.string() }).parse(JSON.parse(text ?? 'null'));
  }

  beforeAll(async () => {
    keyring = await startKeyring();
    tenant = await startTenant();
    desk = await open();
  });

  afterAll(async () => {
    await desk[Symbol.asyncDispose]();
    await tenant.stop();
    await keyring.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds both embedded tenants as separate profiles', () => {
    const profiles = desk.foundation.tenants.list();
    expect(
      profiles.map(({ name, color, environment, isSandbox }) => [name, color, environment, isSandbox]),
    ).toEqual([
      ['Sandbox Staging', 'teal', 'sandbox', true],
      ['Sandbox Production', 'amber', 'sandbox', true],
    ]);
    tenantId = profiles[0]?.id ?? '';
  });

  it('signs in through the browser and the loopback address', async () => {
    const end = desk.host.next('session.changed', (state) => state.state !== 'signing-in');
    const started = await desk.foundation.sessions.signIn(tenantId, signal);
    expect(started.state).toBe('signing-in');
    expect(desk.host.opened).toHaveLength(1);
    const { page } = await signInByForm(desk.host.opened[0] ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('You are signed in to Sandbox Staging');
    expect(await end).toMatchObject({
      state: 'signed-in',
      storedIn: 'keychain',
      canRefresh: true,
      user: { name: expect.stringMatching(/\S/) },
    } satisfies Partial<Record<string, unknown>>);
  });

  it('reads from the tenant', async () => {
    expect(await readConfiguration()).toMatchObject({ AllowCors: expect.any(Array) });
  });

  it('is still signed in after a restart', async () => {
    await desk[Symbol.asyncDispose]();
    desk = await open();
    const [state] = await desk.foundation.sessions.list();
    expect(state).toMatchObject({ tenantId, state: 'signed-in', storedIn: 'keychain' });
    expect(await readConfiguration()).toMatchObject({ AllowCors: expect.any(Array) });
  });

  it('keeps the user’s changes to an embedded tenant', async () => {
    const profile = desk.foundation.tenantStore.get(tenantId);
    const { id: _id, hasClientSecret: _has, isSandbox: _is, ...input } = profile;
    await desk.foundation.tenants.update(tenantId, { ...input, name: 'My sandbox', color: 'pink' });
    await desk.foundation.tenants.adoptEmbedded(tenant.tenants);
    expect(desk.foundation.tenants.list()).toHaveLength(2);
    expect(desk.foundation.tenantStore.get(tenantId)).toMatchObject({ name: 'My sandbox', color: 'pink' });
    expect(desk.foundation.sessions.status(tenantId).state).toBe('signed-in');
  });

  it('renews its tokens at the tenant and keeps the new ones', async () => {
    const before = await storedTokens();
    const token = await desk.foundation.sessions.tokens.replace(tenantId, before.accessToken, signal);
    expect(token).not.toBe(before.accessToken);
    expect(await storedTokens()).toMatchObject({ accessToken: token });
    expect(await readConfiguration()).toMatchObject({ AllowCors: expect.any(Array) });
  });

  it('signs out at the tenant: its tokens are worth nothing any more', async () => {
    const { accessToken } = await storedTokens();
    const ask = () =>
      fetch(`${desk.foundation.tenantStore.get(tenantId).baseUrl}/TenantConfig/GetCustomerConfig`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
      });
    expect((await ask()).status).toBe(200);
    await desk.foundation.sessions.signOut(tenantId);
    expect((await ask()).status).toBe(401);
  });

  it('signs out here: the keychain forgets, and the next start knows nothing', async () => {
    expect(await desk.foundation.sessions.signOut(tenantId)).toEqual({ tenantId, state: 'signed-out' });
    const { default: keytar } = await import('keytar');
    expect(await keytar.findCredentials('Tenant Desk')).toEqual([]);
    await desk[Symbol.asyncDispose]();
    desk = await open();
    const states: SessionState[] = await desk.foundation.sessions.list();
    expect(states.map(({ state }) => state)).toEqual(['signed-out', 'signed-out']);
  });
});
