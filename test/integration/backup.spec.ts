import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { BackupChoice } from '../../contract/backup/backup-sections.ts';
import type { BackupPreview } from '../../contract/backup/backup.ts';
import type { TenantInput } from '../../contract/tenants/tenants.ts';
import type { OpenedFile } from '../../main/platform/files/opened-file.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import type { TestProfile } from '../builders/a-profile.ts';
import { aProfile } from '../builders/a-profile.ts';

const disposables: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of disposables.splice(0)) await each[Symbol.asyncDispose]();
});

async function open(choices: Parameters<typeof aProfile>[0] = {}): Promise<TestProfile> {
  const profile = await aProfile(choices);
  disposables.push(profile);
  return profile;
}

const tenant = (changes: Partial<TenantInput> = {}): TenantInput => ({
  name: 'Acme',
  color: 'teal',
  environment: 'production',
  baseUrl: 'https://acme.example',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
  ...changes,
});

const script = (text: string) => ({ application: 'Payroll', script: text });

/** A profile with one of everything. */
async function fill(profile: TestProfile, changes: Partial<TenantInput> = {}) {
  const { call } = profile;
  const { id: tenantId } = await call('tenants.add', tenant({ clientSecret: 'client-canary', ...changes }));
  const draft = { tenantId, kind: 'script', targetId: 'payroll', base: script('live'), revision: null };
  await call('drafts.save', { ...draft, state: script('typed') });
  const headers = 'Authorization: Bearer header-canary';
  const webhook = aWebhook({ name: 'Pager', headers });
  const key = { tenantId, kind: 'webhook', targetId: 'new:pager' };
  await call('drafts.save', { ...key, state: webhook, base: null, revision: null });
  await call('versions.storeDraft', { tenantId, kind: 'script', targetId: 'payroll' });
  const folder = await call('queryLibrary.addFolder', { name: 'Reports' });
  const query = await call('queryLibrary.add', { name: 'Users', text: 'select 1', folderId: folder.id });
  await call('samples.save', { tenantId, sample: { id: 'sample-1', name: 'Risky', columns: [] } });
  await call('scripts.saveTestUser', { tenantId, user: { id: 'user-1', name: 'Kim', properties: [] } });
  await call('settings.update', { theme: 'dark', shortcuts: { 'Mod+K': 'Mod+P' } });
  await call('viewState.write', { [`split:${tenantId}`]: '320' });
  return { tenantId, query };
}

/** What a person finds again. */
async function stateOf({ call }: TestProfile, tenantId: string) {
  const drafts = await call('drafts.list', { tenantId });
  const contents = await Promise.all(
    drafts.map(async ({ kind, targetId, title }) => {
      const draft = await call('drafts.get', { tenantId, kind, targetId });
      return { kind, targetId, title, state: draft?.state, base: draft?.base };
    }),
  );
  const versions = await call('versions.list', { tenantId, kind: 'script', targetId: 'payroll' });
  return {
    drafts: contents.toSorted((one, other) => one.targetId.localeCompare(other.targetId)),
    versions: versions.map(({ source, notedAt }) => ({ source, notedAt })),
    library: await call('queryLibrary.list', { tenantId }),
    samples: await call('samples.list', { tenantId }),
    users: await call('scripts.testUsers', { tenantId }),
    settings: await call('settings.get', undefined),
    split: (await call('viewState.read', undefined))[`split:${tenantId}`],
  };
}

async function preview({ host, call }: TestProfile, file: OpenedFile): Promise<BackupPreview> {
  host.fileToOpen = file;
  const opened = await call('backup.open', undefined);
  if (opened?.state !== 'readable') throw new Error('It is not readable.');
  return opened;
}

async function restore(profile: TestProfile, file: OpenedFile, existing: BackupChoice = 'keep-both') {
  const { id } = await preview(profile, file);
  return await profile.call('backup.restore', { id, existing, settings: true });
}

describe('a backup', () => {
  it('is restored in a fresh profile as it was', async () => {
    const original = await open();
    const { tenantId } = await fill(original);
    const file = await original.backUp();
    const fresh = await open();
    await restore(fresh, file);
    const [tenantBefore] = await original.call('tenants.list', undefined);
    const [tenantAfter] = await fresh.call('tenants.list', undefined);
    expect(tenantAfter).toEqual({ ...tenantBefore, hasClientSecret: false });
    expect(await stateOf(fresh, tenantId)).toEqual(await stateOf(original, tenantId));
  });

  it('shows what is in it before anything is restored', async () => {
    const original = await open();
    const { tenantId } = await fill(original);
    const file = await original.backUp();
    const fresh = await open();
    const found = await preview(fresh, file);
    const count = (section: string, total: number) => ({ section, total, added: total, differing: 0 });
    expect(found).toMatchObject({
      isEncrypted: false,
      secrets: 0,
      version: '0.0.0-test',
      tenants: [
        {
          ...{ id: tenantId, name: 'Acme', environment: 'production', state: 'new' },
          counts: [count('drafts', 2), count('versions', 1), count('samples', 2)],
        },
      ],
      others: [count('queries', 1)],
      settings: [
        { name: 'theme', from: '"system"', to: '"dark"' },
        { name: 'shortcuts', from: '{}', to: '{"Mod+K":"Mod+P"}' },
      ],
    });
    expect(await fresh.call('tenants.list', undefined)).toEqual([]);
    await fresh.call('backup.close', { id: found.id });
    expect(readdirSync(fresh.folder).filter((name) => name.includes('restore'))).toEqual([]);
  });

  it('restored a second time changes nothing', async () => {
    const original = await open();
    const { tenantId } = await fill(original);
    const file = await original.backUp();
    const before = await stateOf(original, tenantId);
    expect(await restore(original, file)).toMatchObject({ added: 0, replaced: 0, copied: 0, skipped: 0 });
    expect(await stateOf(original, tenantId)).toEqual(before);
  });

  it('finds the tenant that was added here separately, and leaves its profile as it is', async () => {
    const original = await open();
    await fill(original);
    const file = await original.backUp();
    const other = await open();
    const here = await other.call('tenants.add', tenant({ name: 'Mine', baseUrl: 'https://ACME.example/' }));
    const { id, tenants } = await preview(other, file);
    expect(tenants).toMatchObject([{ state: 'here' }]);
    await other.call('backup.restore', { id, existing: 'skip', settings: false });
    expect(await other.call('tenants.list', undefined)).toEqual([here]);
    expect((await other.call('drafts.list', { tenantId: here.id })).map(({ title }) => title)).toHaveLength(
      2,
    );
    expect((await stateOf(other, here.id)).split).toBe('320');
  });
});

describe('what exists here with other content', () => {
  async function differing() {
    const profile = await open();
    const { tenantId, query } = await fill(profile);
    const file = await profile.backUp();
    const [draft] = (await profile.call('drafts.list', { tenantId })).filter(({ kind }) => kind === 'script');
    const key = { tenantId, kind: 'script', targetId: 'payroll' };
    await profile.call('drafts.save', {
      ...key,
      ...{ state: script('newer'), base: script('live'), revision: draft?.revision ?? null },
    });
    const { id, revision, parameters } = query;
    await profile.call('queryLibrary.saveText', { id, revision, text: 'select 2', parameters });
    await profile.call('samples.save', { tenantId, sample: { id: 'sample-1', name: 'Newer', columns: [] } });
    const textOf = async () => (await profile.call('drafts.get', key))?.state;
    const queriesOf = async () =>
      (await profile.call('queryLibrary.list', { tenantId })).queries.map(({ name, text }) => [name, text]);
    const samplesOf = async () => (await profile.call('samples.list', { tenantId })).map(({ name }) => name);
    return { profile, file, tenantId, key, textOf, queriesOf, samplesOf };
  }

  it('is counted in the preview', async () => {
    const { profile, file } = await differing();
    const { tenants, others } = await preview(profile, file);
    expect(tenants[0]?.counts).toContainEqual({ section: 'drafts', total: 2, added: 0, differing: 1 });
    expect(others).toEqual([{ section: 'queries', total: 1, added: 0, differing: 1 }]);
  });

  it('stays beside that of the backup with “keep both”', async () => {
    const { profile, file, key, textOf, queriesOf, samplesOf } = await differing();
    expect(await restore(profile, file, 'keep-both')).toMatchObject({ copied: 3, replaced: 0, skipped: 0 });
    expect(await textOf()).toEqual(script('newer'));
    const [newest] = await profile.call('versions.list', key);
    const { tenantId } = key;
    const version = await profile.call('versions.get', { tenantId, id: newest?.id ?? -1 });
    expect(version).toMatchObject({ source: 'draft', state: script('typed') });
    expect(await queriesOf()).toEqual([
      ['Users', 'select 2'],
      ['Users (restored)', 'select 1'],
    ]);
    expect(await samplesOf()).toEqual(['Newer', 'Risky (restored)']);
  });

  it('is replaced with “replace”, and comes back from the backup that was made before', async () => {
    const { profile, file, textOf, queriesOf, samplesOf } = await differing();
    const { before, replaced } = await restore(profile, file, 'replace');
    expect(replaced).toBe(3);
    expect(await textOf()).toEqual(script('typed'));
    expect(await queriesOf()).toEqual([['Users', 'select 1']]);
    expect(await samplesOf()).toEqual(['Risky']);
    if (process.platform !== 'win32') expect(statSync(before).mode & 0o777).toBe(0o600);
    const { openAt } = await import('../../main/platform/host/open-at.ts');
    await restore(profile, await openAt(before, 1_000_000), 'replace');
    expect(await textOf()).toEqual(script('newer'));
    expect(await queriesOf()).toEqual([['Users', 'select 2']]);
  });

  it('stays with “skip”', async () => {
    const { profile, file, textOf, queriesOf, samplesOf } = await differing();
    expect(await restore(profile, file, 'skip')).toMatchObject({ skipped: 3, copied: 0, replaced: 0 });
    expect(await textOf()).toEqual(script('newer'));
    expect(await queriesOf()).toEqual([['Users', 'select 2']]);
    expect(await samplesOf()).toEqual(['Newer']);
  });

  it.each(['keep-both', 'skip'] as const)(
    'is there again if it was removed here, with “%s”',
    async (existing) => {
      const { profile, file, tenantId, queriesOf } = await differing();
      const { queries, folders } = await profile.call('queryLibrary.list', { tenantId });
      await profile.call('queryLibrary.remove', { folderIds: folders.map(({ id }) => id) });
      expect(await queriesOf()).toEqual([]);
      const { others } = await preview(profile, file);
      expect(others).toEqual([{ section: 'queries', total: 1, added: 1, differing: 0 }]);
      await restore(profile, file, existing);
      const after = await profile.call('queryLibrary.list', { tenantId });
      expect(after.folders).toEqual(folders);
      expect(after.queries).toMatchObject([{ id: queries[0]?.id, name: 'Users', text: 'select 1' }]);
    },
  );

  it('is noticed by a window that still edits the draft', async () => {
    const { profile, file, key } = await differing();
    const seen = await profile.call('drafts.get', key);
    await restore(profile, file, 'replace');
    const { base = null, revision = null } = seen ?? {};
    const save = profile.call('drafts.save', { ...key, state: script('mine'), base, revision });
    await expect(save).rejects.toMatchObject({ code: 'draft-changed' });
  });
});

describe('a backup with a passphrase', () => {
  const passphrase = 'correct horse battery';

  it('brings secrets to another keychain, and no session', async () => {
    const original = await open();
    const { tenantId } = await fill(original);
    await original.vault.set({ tenantId, kind: 'tokens' }, 'token-canary');
    const file = await original.backUp({ passphrase, includesSecrets: true });
    const fresh = await open();
    fresh.host.fileToOpen = file;
    const locked = await fresh.call('backup.open', undefined);
    expect(locked).toMatchObject({ state: 'locked', isEncrypted: true });
    const id = locked?.id ?? '';
    const wrong = fresh.call('backup.unlock', { id, passphrase: 'wrong horse battery' });
    await expect(wrong).rejects.toMatchObject({ code: 'passphrase-wrong' });
    expect(await fresh.call('backup.unlock', { id, passphrase })).toMatchObject({ secrets: 2 });
    await fresh.call('backup.restore', { id, existing: 'skip', settings: false });
    const [restored] = await fresh.call('tenants.list', undefined);
    expect(restored?.hasClientSecret).toBe(true);
    expect(await fresh.vault.get({ tenantId, kind: 'client-secret' })).toBe('client-canary');
    expect(await fresh.vault.get({ tenantId, kind: 'header-values' })).toContain('header-canary');
    expect(await fresh.vault.get({ tenantId, kind: 'tokens' })).toBeUndefined();
  });

  it('can be without secrets', async () => {
    const original = await open();
    await fill(original);
    const file = await original.backUp({ passphrase, includesSecrets: false });
    const fresh = await open();
    fresh.host.fileToOpen = file;
    const id = (await fresh.call('backup.open', undefined))?.id ?? '';
    expect(await fresh.call('backup.unlock', { id, passphrase })).toMatchObject({ secrets: 0 });
  });
});

it('is not readable by others, and remembered as the last one', async () => {
  const profile = await open();
  await fill(profile);
  expect(await profile.call('backup.last', undefined)).toBeUndefined();
  const { name } = await profile.backUp();
  expect(await profile.call('backup.last', undefined)).toMatchObject({ fileName: name, hasSecrets: false });
  expect(existsSync(join(profile.folder, 'desk.restore-in-progress'))).toBe(false);
});
