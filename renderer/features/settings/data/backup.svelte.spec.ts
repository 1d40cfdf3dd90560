import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { BackupPreview } from '../../../../contract/backup/backup.ts';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import type { PolicyState } from '../../../../contract/policy/policy.ts';
import { failure } from '../../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk } from '../../../../test/fakes/browser-desk.ts';
import SettingsWindow from '../../../../test/component/SettingsWindow.svelte';

const noPolicy: PolicyState = {
  ...{ source: null, problem: null, keys: [], readOnlyTenants: [], preconfiguredTenants: [] },
};
const about = { id: 'b1', fileName: 'monday.tdbackup', madeAt: Date.UTC(2026, 10, 24, 9), version: '1.2.3' };
const preview: BackupPreview = {
  ...{ ...about, state: 'readable', isEncrypted: false, secrets: 0 },
  tenants: [
    {
      ...{ id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', color: 'teal' },
      ...{ environment: 'production', state: 'new' },
      counts: [{ section: 'drafts', total: 2, added: 1, differing: 1 }],
    },
    {
      ...{ id: 'evil', name: 'Evil', baseUrl: 'https://evil.example', color: 'red' },
      ...{ environment: 'production', state: 'denied', counts: [] },
    },
  ],
  others: [{ section: 'queries', total: 3, added: 3, differing: 0 }],
  settings: [{ name: 'proxyUrl', from: '""', to: '"http://proxy.example:3128"' }],
};
const restored = {
  ...{ tenants: 1, added: 4, replaced: 0, copied: 1, skipped: 0, settings: 1, secrets: 0 },
  before: '/profile/backups/before.tdbackup',
};

let create: ReturnType<typeof vi.fn<Handlers['backup.create']>>;
let restore: ReturnType<typeof vi.fn<Handlers['backup.restore']>>;
let close: ReturnType<typeof vi.fn<Handlers['backup.close']>>;
beforeEach(() => {
  create = vi.fn<Handlers['backup.create']>(async ({ includesSecrets }) => ({
    ...{ at: 1, fileName: 'monday.tdbackup', hasSecrets: includesSecrets },
  }));
  restore = vi.fn<Handlers['backup.restore']>(async () => restored);
  close = vi.fn<Handlers['backup.close']>(async () => undefined);
});

async function openSettings(more: Partial<Handlers> = {}): Promise<void> {
  const { desk } = fakeBrowserDesk({
    'backup.create': create,
    'backup.restore': restore,
    'backup.close': close,
    'backup.open': async () => preview,
    ...more,
  });
  await render(SettingsWindow, { desk, rest: [] });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

describe('Back up', () => {
  it('saves without secrets unless a passphrase is entered twice', async () => {
    await openSettings();
    await button('Back up…').click();
    await expect.element(dialog('Back up')).toBeVisible();
    expect(page.getByLabelText('Include secrets').elements()).toEqual([]);
    await button('Save backup').click();
    await expect.element(page.getByText('Saved monday.tdbackup.')).toBeVisible();
    expect(create.mock.calls[0]?.[0]).toEqual({ passphrase: null, includesSecrets: false });
  });

  it('encrypts with a passphrase of enough characters, and takes secrets along', async () => {
    await openSettings();
    await button('Back up…').click();
    await page.getByLabelText('Encrypt with a passphrase').click();
    const passphrase = page.getByLabelText('Passphrase', { exact: true });
    await passphrase.fill('short');
    await button('Save backup').click();
    await expect.element(passphrase).toHaveAccessibleDescription(/at least 12 characters/);
    await passphrase.fill('correct horse battery');
    await page.getByLabelText('Repeat passphrase').fill('correct horse');
    await button('Save backup').click();
    await expect.element(passphrase).toHaveAccessibleDescription(/differ/);
    await page.getByLabelText('Repeat passphrase').fill('correct horse battery');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Back up')).not.toBeInTheDocument();
    expect(create.mock.calls.map(([input]) => input)).toEqual([
      { passphrase: 'correct horse battery', includesSecrets: true },
    ]);
  });

  it('never takes secrets along where the organization forbids it, and says so', async () => {
    const policy = { ...noPolicy, source: '/etc/policy', keys: [{ key: 'disableSecretExport', title: 'x' }] };
    await openSettings({ 'policy.get': async () => policy as PolicyState });
    await button('Back up…').click();
    await page.getByLabelText('Encrypt with a passphrase').click();
    await expect.element(page.getByLabelText('Include secrets')).toBeDisabled();
    await expect.element(page.getByText('Managed by your organization (disableSecretExport)')).toBeVisible();
    await page.getByLabelText('Passphrase', { exact: true }).fill('correct horse battery');
    await page.getByLabelText('Repeat passphrase').fill('correct horse battery');
    await button('Save backup').click();
    await expect.element(dialog('Back up')).not.toBeInTheDocument();
    expect(create.mock.calls[0]?.[0]).toMatchObject({ includesSecrets: false });
  });

  it('says when the last one was made', async () => {
    const last = { at: Date.UTC(2026, 10, 24, 9), fileName: 'x.tdbackup', hasSecrets: false };
    await openSettings({ 'backup.last': async () => last });
    await expect.element(page.getByText(/^Last Nov 24, 2026.* · without secrets$/)).toBeVisible();
  });
});

describe('Restore', () => {
  it('shows what is in the backup and what would change, before anything is restored', async () => {
    await openSettings();
    await button('Restore…').click();
    const sheet = dialog('Restore backup');
    await expect.element(sheet).toHaveTextContent('Acme new https://acme.example 2 drafts');
    await expect.element(sheet).toHaveTextContent('Evil not allowed by your organization');
    await expect.element(sheet).toHaveTextContent('All tenants 3 saved queries');
    await expect.element(sheet).toHaveTextContent(/Proxy\s*none\s*http:\/\/proxy\.example:3128/);
    await expect.element(sheet).toHaveTextContent('This changes where requests go');
    expect(restore).not.toHaveBeenCalled();
    await button('Cancel').click();
    await expect.poll(() => close.mock.calls[0]?.[0]).toEqual({ id: 'b1' });
  });

  it('keeps both of what differs, and no settings, unless something else is chosen', async () => {
    await openSettings();
    await button('Restore…').click();
    await button('Restore').click();
    await expect.element(page.getByText(/^Restored 5 records and 1 tenant\./)).toBeVisible();
    expect(restore.mock.calls[0]?.[0]).toEqual({ id: 'b1', existing: 'keep-both', settings: false });
  });

  it('restores as chosen', async () => {
    await openSettings();
    await button('Restore…').click();
    await page.getByRole('radio', { name: /^Replace/ }).click();
    await page.getByLabelText('Restore settings, too').click();
    await button('Restore').click();
    await expect.element(dialog('Restore backup')).not.toBeInTheDocument();
    expect(restore.mock.calls[0]?.[0]).toEqual({ id: 'b1', existing: 'replace', settings: true });
  });

  it('asks for the passphrase of an encrypted one, again after a wrong one', async () => {
    const unlock: Handlers['backup.unlock'] = async ({ passphrase }) => {
      if (passphrase !== 'right') throw failure('passphrase-wrong', 'This passphrase doesn’t open it.');
      return { ...preview, isEncrypted: true, secrets: 2 };
    };
    await openSettings({
      'backup.open': async () => ({ ...about, state: 'locked', isEncrypted: true }),
      'backup.unlock': unlock,
    });
    await button('Restore…').click();
    await page.getByLabelText('Passphrase', { exact: true }).fill('wrong');
    await button('Unlock').click();
    await expect.element(page.getByText('This passphrase doesn’t open it.')).toBeVisible();
    await page.getByLabelText('Passphrase', { exact: true }).fill('right');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('2 secrets will be stored in the keychain.')).toBeVisible();
  });

  it('says why a file can’t be used', async () => {
    const problem = 'x.tdbackup is damaged or incomplete. Nothing was changed. Use another backup.';
    await openSettings({ 'backup.open': () => Promise.reject(failure('file-wrong-shape', problem)) });
    await button('Restore…').click();
    await expect.element(page.getByText(problem)).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });
});
