import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from '../../main/platform/errors/failure.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';
import { createMemoryVault } from '../../main/platform/secrets/secret-vault.ts';
import { aProfile } from '../builders/a-profile.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create } from '../builders/requests.ts';
import { databaseFileName } from '../../main/platform/storage/database-file.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const disposables: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of disposables.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

async function open(choices: Parameters<typeof aProfile>[0] = {}): Promise<TestProfile> {
  const profile = await aProfile(choices);
  disposables.push(profile);
  return profile;
}

const acme = { name: 'Acme', color: 'teal', environment: 'staging', clientId: 'desk' } as const;
const passphrase = 'correct horse battery';

async function encryptedBackup() {
  const original = await open();
  const input = { ...acme, baseUrl: 'https://acme.example', clientSecret: 'client-canary' };
  const { id: tenantId } = await original.call('tenants.add', input);
  const draft = { tenantId, kind: 'webhook', targetId: 'new:pager', base: null, revision: null };
  const state = aWebhook({ headers: 'Authorization: Bearer header-canary' });
  await original.call('drafts.save', { ...draft, state });
  return { tenantId, file: await original.backUp({ passphrase, includesSecrets: true }) };
}

async function unlocked(profile: TestProfile, file: TestProfile['host']['fileToOpen']): Promise<string> {
  profile.host.fileToOpen = file;
  const id = (await profile.call('backup.open', undefined))?.id ?? '';
  await profile.call('backup.unlock', { id, passphrase });
  return id;
}

const everything = { existing: 'replace', settings: true } as const;

describe('a restore that fails', () => {
  it.each([1, 2, 3, 4])('at write %i to the keychain leaves nothing of it', async (failing) => {
    const { tenantId, file } = await encryptedBackup();
    const inner = createMemoryVault({ available: true, name: 'Test' });
    let calls = 0;
    const count = (): void => {
      calls += 1;
      if (calls === failing) throw failure('keychain-full', 'The keychain is full.');
    };
    const vault: SecretVault = {
      ...inner,
      async set(name, secret) {
        count();
        await inner.set(name, secret);
      },
      async delete(name) {
        count();
        await inner.delete(name);
      },
    };
    const fresh = await open({ vault });
    const id = await unlocked(fresh, file);
    const restoring = fresh.call('backup.restore', { id, ...everything });
    await expect(restoring).rejects.toMatchObject({ code: 'keychain-full' });
    expect(await fresh.call('tenants.list', undefined)).toEqual([]);
    expect(await fresh.call('drafts.list', {})).toEqual([]);
    for (const kind of ['client-secret', 'header-values'] as const)
      expect(await inner.get({ tenantId, kind })).toBeUndefined();
    await fresh.call('backup.restore', { id, ...everything });
    expect(await fresh.call('drafts.list', {})).toHaveLength(1);
  });

  it('because the current profile can’t be backed up changes nothing', async () => {
    const { file } = await encryptedBackup();
    const fresh = await open();
    writeFileSync(join(fresh.folder, 'backups'), 'in the way');
    const id = await unlocked(fresh, file);
    await expect(fresh.call('backup.restore', { id, ...everything })).rejects.toThrow();
    expect(await fresh.call('tenants.list', undefined)).toEqual([]);
    rmSync(join(fresh.folder, 'backups'));
    await fresh.call('backup.restore', { id, ...everything });
    expect(await fresh.call('tenants.list', undefined)).toHaveLength(1);
  });

  it('or was killed leaves a file that the next start removes', async () => {
    const fresh = await open();
    const { folder } = fresh;
    writeFileSync(join(folder, 'desk.restore-in-progress'), 'half');
    writeFileSync(join(folder, 'desk.restore-in-progress-journal'), 'half');
    await disposables.pop()?.[Symbol.asyncDispose]();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'desk.restore-in-progress'), 'half', { mode: 0o600 });
    await open({ folder });
    expect(readdirSync(folder).filter((name) => name.startsWith('desk.restore'))).toEqual([]);
    await disposables.pop()?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('keeps the newest backups that were made before', async () => {
    const { file } = await encryptedBackup();
    const fresh = await open();
    for (let round = 0; round < 5; round += 1)
      await fresh.call('backup.restore', { id: await unlocked(fresh, file), ...everything });
    expect(readdirSync(join(fresh.folder, 'backups'))).toHaveLength(3);
  });
});

describe('a backup that can’t be saved', () => {
  it('isn’t remembered as the last one', async () => {
    const saveFile = () => Promise.reject(failure('storage-full', 'The disk is full.'));
    const profile = await open({ saveFile });
    const saving = profile.call('backup.create', { passphrase: null, includesSecrets: false });
    await expect(saving).rejects.toMatchObject({ code: 'storage-full' });
    expect(await profile.call('backup.last', undefined)).toBeUndefined();
  });

  it('with secrets and without a passphrase is rejected', async () => {
    const profile = await open();
    const saving = profile.call('backup.create', { passphrase: null, includesSecrets: true });
    await expect(saving).rejects.toMatchObject({ code: 'invalid-input' });
    expect(profile.host.saved).toEqual([]);
  });
});

/** This skips what the program does at its start: there is nothing of an earlier version to redact. */
async function backUp({ call, folder, host }: DeskOnTenant) {
  using database = new DatabaseSync(join(folder, databaseFileName));
  database.exec('UPDATE concealment SET rules = 1');
  await call('backup.create', { passphrase: null, includesSecrets: false });
  return host.saved.at(-1);
}

describe('the history', () => {
  const app = useDesk();

  it('is restored with its items and versions, and can be undone from there', async () => {
    const { desk } = app;
    const webhook = aWebhook({ headers: 'Authorization: Bearer header-canary' });
    const { plan } = await desk.apply(create('webhook', webhook));
    const file = await backUp(desk);
    expect(file && Buffer.from(file.bytes).includes('header-canary')).toBe(false);
    const other = app.another();
    other.host.fileToOpen = file;
    const opened = await other.call('backup.open', undefined);
    await other.call('backup.restore', { id: opened?.id ?? '', existing: 'skip', settings: false });
    expect((await other.history()).map(({ id }) => id)).toEqual([plan.id]);
    expect(await other.itemsOf(plan.id)).toEqual(await desk.itemsOf(plan.id));
  });

  it('restores an interrupted run as ended, so that nothing is sent twice', async () => {
    const { desk, network } = app;
    const names = ['First', 'Second'].map((name) => aWebhook({ name }));
    const planned = await desk.plan(create('webhook', ...names));
    network.setFaults(({ method, body }) =>
      method === 'POST' && body.includes('Second')
        ? { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } }
        : { kind: 'pass' },
    );
    await desk.applyPlan(planned);
    expect((await desk.open()).map(({ id }) => id)).toEqual([planned.id]);
    const file = await backUp(desk);
    const other = app.another();
    other.host.fileToOpen = file;
    const opened = await other.call('backup.open', undefined);
    await other.call('backup.restore', { id: opened?.id ?? '', existing: 'skip', settings: false });
    expect(await other.open()).toEqual([]);
    expect(await other.statesOf(planned.id)).toEqual(['verified', 'left-out']);
    // Here it is still open: restoring doesn't end it.
    desk.host.fileToOpen = file;
    const here = await desk.call('backup.open', undefined);
    await desk.call('backup.restore', { id: here?.id ?? '', existing: 'replace', settings: false });
    expect((await desk.open()).map(({ id }) => id)).toEqual([planned.id]);
  });

  it('isn’t restored while a plan is applied', async () => {
    const { desk, network } = app;
    desk.host.fileToOpen = await backUp(desk);
    const id = (await desk.call('backup.open', undefined))?.id ?? '';
    const planned = await desk.plan(create('webhook', aWebhook({ name: 'Slow' })));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) =>
      network.setFaults(async ({ method }) => {
        if (method === 'POST') {
          resolve();
          await held;
        }
        return { kind: 'pass' };
      }),
    );
    const applying = desk.applyPlan(planned);
    await arrived;
    const restoring = desk.call('backup.restore', { id, existing: 'skip', settings: false });
    await expect(restoring).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(desk.folder, 'backups'))).toBe(false);
    release();
    await applying;
    await desk.call('backup.restore', { id, existing: 'skip', settings: false });
    expect(readdirSync(join(desk.folder, 'backups'))).toHaveLength(1);
  });
});
