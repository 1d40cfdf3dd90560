import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTdesk, tdeskJson } from '../../builders/run-tdesk.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const on = (profile: string, more: Record<string, string> = {}) => ({
  env: { TDESK_STATE: at(profile), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere', ...more },
});
const addTenant = ['tenants', 'add', 'Acme', '--url', 'https://acme.example', '--client-id', 'desk'];
const passphrase = 'correct horse battery';

describe('tdesk backup and tdesk restore', () => {
  it('take a profile to another machine', async () => {
    await tdeskJson(addTenant, on('one'));
    const file = at('profile.tdbackup');
    expect(await tdeskJson(['backup', file], on('one'))).toMatchObject({
      ...{ schema: 'tdesk/backup/v1', isEncrypted: false, hasSecrets: false },
    });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const preview = await tdeskJson(['restore', file, '--dry-run'], on('other'));
    expect(preview).toMatchObject({
      schema: 'tdesk/restore-preview/v1',
      tenants: [{ name: 'Acme', state: 'new' }],
    });
    expect(await tdeskJson(['tenants', 'list'], on('other'))).toMatchObject({ tenants: [] });
    const restored = await tdeskJson(['restore', file, '--yes'], on('other'));
    expect(restored).toMatchObject({ schema: 'tdesk/restore/v1', restored: { tenants: 1 } });
    expect(await tdeskJson(['tenants', 'list'], on('other'))).toMatchObject({ tenants: [{ name: 'Acme' }] });
  });

  it('ask before anything is restored', async () => {
    await tdeskJson(['backup', at('profile.tdbackup')], on('one'));
    const { code, stderr } = await runTdesk(['restore', at('profile.tdbackup'), '--no-input'], on('other'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Add --yes.') });
  });

  it('encrypt with the passphrase of the environment, and open with one that is piped in', async () => {
    await tdeskJson(addTenant, on('one'));
    const file = at('profile.tdbackup');
    const environment = { TDESK_BACKUP_PASSPHRASE: passphrase };
    const saved = await tdeskJson(['backup', file, '--secrets'], on('one', environment));
    expect(saved).toMatchObject({ isEncrypted: true, hasSecrets: true });
    expect(readFileSync(file, 'latin1')).not.toContain('acme.example');
    const closed = await runTdesk(['restore', file, '--yes'], on('other'));
    expect(closed).toMatchObject({ code: 2, stderr: expect.stringContaining('is encrypted') });
    const restore = ['restore', file, '--yes', '--passphrase-stdin'];
    const wrong = await runTdesk(restore, { ...on('other'), stdin: 'wrong horse battery' });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('doesn’t open') });
    const right = await tdeskJson(restore, { ...on('other'), stdin: `${passphrase}\n` });
    expect(right).toMatchObject({ restored: { tenants: 1 } });
  });

  it('save no secrets without a passphrase, and replace no file then', async () => {
    writeFileSync(at('profile.tdbackup'), 'mine');
    const { code } = await runTdesk(['backup', at('profile.tdbackup'), '--secrets'], on('one'));
    expect(code).toBe(2);
    expect(readFileSync(at('profile.tdbackup'), 'utf8')).toBe('mine');
  });

  it('end with 2 for a file that is no backup, and leave nothing', async () => {
    writeFileSync(at('profile.tdbackup'), 'PK');
    const { code, stderr } = await runTdesk(['restore', at('profile.tdbackup'), '--yes'], on('one'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('isn’t a backup') });
    expect(existsSync(at('one/desk.restore-in-progress'))).toBe(false);
  });
});
