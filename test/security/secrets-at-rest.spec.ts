import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { Services } from '../../main/app/services.ts';
import { createServices } from '../../main/app/services.ts';
import { loadKeychain } from '../../main/platform/secrets/keychain.ts';
import { openVault } from '../../main/platform/secrets/open-vault.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create } from '../builders/requests.ts';
import { confirmed } from '../builders/confirmed.ts';
import type { RecordingHost } from '../fakes/recording-host.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import { callContext, makeTemporaryFolder } from '../integration/desk-foundation.ts';
import type { Keyring } from '../integration/keyring.ts';
import { startKeyring, whyNoKeyring } from '../integration/keyring.ts';
import { signInByForm } from '../integration/sign-in-by-form.ts';
import type { TenantProcess } from '../integration/tenant-process.ts';
import { startTenant } from '../integration/tenant-process.ts';
import { findInFolder } from './find-in-folder.ts';
import type { RecordingVault } from './recording-vault.ts';
import { createRecordingVault } from './recording-vault.ts';

const reason = whyNoKeyring();
if (reason !== undefined) console.log(reason);

/** A day with Tenant Desk: sign-in, reads, drafts, a webhook with a secret header, a client secret, a restart. */
describe.skipIf(reason !== undefined)('after a day with Tenant Desk, the profile folder', () => {
  const folder = makeTemporaryFolder();
  const headerSecret = `hook-${randomUUID()}`;
  const typedSecret = `typed-${randomUUID()}`;
  const clientSecret = `client-${randomUUID()}`;
  const codes: string[] = [];
  let keyring: Keyring;
  let tenant: TenantProcess;
  let vault: RecordingVault;
  let host: RecordingHost;
  let services: Services;

  async function open(): Promise<void> {
    services = await createServices({
      host,
      profileFolder: folder,
      version: '0.0.0-test',
      policy: noPolicy,
      openVault: async () => vault,
      embeddedTenant: {
        onReady(listener) {
          listener(tenant.tenants.map((address) => ({ ...address })));
          return () => undefined;
        },
        onStatus: () => () => undefined,
        status: () => ({ state: 'running' }),
        start: () => undefined,
      },
    });
    await services.start();
  }

  async function signIn(tenantId: string): Promise<void> {
    const done = host.next('session.changed', (state) => state.state === 'signed-in');
    await services.handlers['session.signIn']({ tenantId }, callContext());
    const { callback } = await signInByForm(host.opened.at(-1) ?? '');
    codes.push(new URL(callback).searchParams.get('code') ?? '');
    await done;
  }

  async function work(tenantId: string): Promise<void> {
    const call = services.handlers;
    const read = { tenantId, freshness: 'tenant-first' } as const;
    const applications = await call['applications.list'](read, callContext());
    const [first] = applications.data;
    if (first === undefined) throw new Error('The tenant has no application.');
    await call['scripts.get']({ ...read, applicationId: first.id }, callContext());
    await call['webhooks.list'](read, callContext());
    await call['roles.list'](read, callContext());
    const pager = aWebhook({
      name: 'Pager',
      url: 'http://127.0.0.1:9/alerts',
      headers: `Authorization: Bearer ${headerSecret}`,
      enabled: false,
    });
    const request = create('webhook', pager);
    const plan = await call['changes.plan']({ tenantId, request }, callContext());
    const applied = await call['changes.apply'](confirmed(plan), callContext());
    expect(applied.counts).toEqual({ verified: 1 });
    const state = { application: first.name, script: 'typed' };
    await call['drafts.save'](
      { tenantId, kind: 'script', targetId: first.id, state, base: null, revision: null },
      callContext(),
    );
    for (const targetId of ['new:kept', 'new:discarded']) {
      const typed = aWebhook({ name: 'Typed', headers: `X-JWT: ${typedSecret}` });
      const key = { tenantId, kind: 'webhook', targetId };
      await call['drafts.save']({ ...key, state: typed, base: null, revision: null }, callContext());
    }
    await call['drafts.discard']({ tenantId, kind: 'webhook', targetId: 'new:discarded' }, callContext());
    await call['webhooks.list'](read, callContext());
  }

  beforeAll(async () => {
    keyring = await startKeyring();
    tenant = await startTenant({ args: ['--data', join(folder, 'sandbox')] });
    vault = createRecordingVault(
      await openVault({ loadKeychain, profileFolder: folder, platform: 'linux', deadlineMs: 10_000 }),
    );
    host = createRecordingHost();
    await open();
    const [staging, production] = await services.handlers['tenants.list'](undefined, callContext());
    if (staging === undefined || production === undefined) throw new Error('There are no tenants.');
    await signIn(staging.id);
    await signIn(production.id);
    await work(staging.id);
    await services.handlers['tenants.add'](
      {
        name: 'Acme',
        color: 'red',
        environment: 'production',
        baseUrl: 'https://acme.example',
        clientId: 'desk',
        scopes: ['openid'],
        extraHeaders: {},
        clientSecret,
      },
      callContext(),
    );
    await services.handlers['session.signOut']({ tenantId: production.id }, callContext());
    await services.stop();
    await open();
    await services.handlers['session.list'](undefined, callContext());
  });

  afterAll(async () => {
    await services.stop();
    await tenant.stop();
    await keyring.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no access token, no refresh token, and no client secret, not even in the embedded tenants', () => {
    const secrets = vault.secrets();
    // Two sign-ins with two tokens each, and the client secret: else the search would prove nothing.
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    expect(secrets).toContain(clientSecret);
    expect(Math.min(...secrets.map(({ length }) => length))).toBeGreaterThanOrEqual(20);
    expect(findInFolder(folder, secrets)).toEqual([]);
  });

  it('has no authorization code', () => {
    expect(codes.every((code) => code.length >= 20)).toBe(true);
    expect(findInFolder(folder, codes)).toEqual([]);
  });

  it('has no secret header of a webhook, applied, typed, or discarded, and no password', () => {
    const own = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'sandbox')))
      .map((entry) => entry.name);
    expect(own).toContain('desk.sqlite');
    const found = findInFolder(folder, [headerSecret, typedSecret, tenant.tenants[0].password]);
    expect(found.filter((place) => !place.startsWith('sandbox'))).toEqual([]);
  });

  it('gives none of them away in the report for support', async () => {
    const { text } = await services.handlers['diagnostics.report'](undefined, callContext());
    expect(text).toContain('session.');
    const secrets = [...vault.secrets(), ...codes, headerSecret, typedSecret, tenant.tenants[0].password];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('Sandbox Staging');
  });

  it('would have shown a secret if it had one', () => {
    expect(findInFolder(folder, ['Sandbox Staging']).length).toBeGreaterThan(0);
  });

  it('is accessible only to its owner', () => {
    expect(statSync(folder).mode & 0o077).toBe(0);
  });
});
