import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { createRecordingHost } from '../../../test/fakes/recording-host.ts';
import { createAuthority } from '../../../test/fakes/certificate.ts';
import type { NetworkSettings } from '../http/network-settings.ts';
import { createProxyLogins } from '../http/proxy-logins.ts';
import { createMemoryVault } from '../secrets/secret-vault.ts';
import { createSettingsHandlers } from './handlers.ts';
import { createSettingsStore, settingsSchemaSteps } from './settings-store.ts';

let database: DatabaseSync;
let applied: NetworkSettings[];

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of settingsSchemaSteps.steps) database.exec(step);
  applied = [];
});

const call = { signal: new AbortController().signal, requestId: 'r' };
const host = createRecordingHost();
const open = (confirmTurnedOff = async (): Promise<void> => undefined) =>
  createSettingsHandlers({
    store: createSettingsStore(database),
    confirmTurnedOff,
    rejectManaged: () => undefined,
    applyNetwork: (settings) => applied.push(settings),
    proxyLogins: createProxyLogins(createMemoryVault({ available: true, name: 'Secret Service' })),
    emit: host.emit,
  });

describe('settings', () => {
  it('are initially the defaults', async () => {
    expect(await open()['settings.get'](undefined, call)).toEqual(defaultSettings);
  });

  it('are saved individually, emitted, and applied at once', async () => {
    const expected = { ...defaultSettings, theme: 'dark', requestTimeoutSeconds: 5 } as const;
    await open()['settings.update']({ theme: 'dark' }, call);
    expect(await open()['settings.update']({ requestTimeoutSeconds: 5 }, call)).toEqual(expected);
    expect(await open()['settings.get'](undefined, call)).toEqual(expected);
    expect(applied.at(-1)).toEqual(expected);
    expect(host.events.at(-1)).toEqual({ name: 'settings.changed', payload: expected });
  });

  it('turn Touch ID off only with it, and on without', async () => {
    const settings = open(async () => {
      throw new Error('Not confirmed.');
    });
    expect(await settings['settings.update']({ touchId: true }, call)).toMatchObject({ touchId: true });
    await expect(settings['settings.update']({ touchId: false, theme: 'dark' }, call)).rejects.toThrow('Not');
    expect(await open()['settings.get'](undefined, call)).toMatchObject({ touchId: true, theme: 'system' });
    expect(await open()['settings.update']({ touchId: false }, call)).toMatchObject({ touchId: false });
  });

  it('that this version does not accept have their default', async () => {
    database.exec(`INSERT INTO settings VALUES ('theme', '"sepia"'), ('density', '"compact"'), ('new', '1'),
       ('extraCertificates', '"damaged"')`);
    expect(await open()['settings.get'](undefined, call)).toEqual({ ...defaultSettings, density: 'compact' });
  });

  it('keep the shortcuts that can be used after a restart', async () => {
    await open()['settings.update']({ shortcuts: { 'Mod+K': 'Mod+P', 'g a': '' } }, call);
    expect((await open()['settings.get'](undefined, call)).shortcuts).toEqual({
      'Mod+K': 'Mod+P',
      'g a': '',
    });
    database.exec(`UPDATE settings SET value = '{"Mod+K":"Mod+P","F8":8}' WHERE name = 'shortcuts'`);
    expect((await open()['settings.get'](undefined, call)).shortcuts).toEqual({ 'Mod+K': 'Mod+P' });
  });

  it('reject an invalid certificate, and keep the previous one', async () => {
    const extraCertificates = createAuthority().certificate;
    await open()['settings.update']({ extraCertificates }, call);
    await expect(open()['settings.update']({ extraCertificates: 'nonsense' }, call)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect((await open()['settings.get'](undefined, call)).extraCertificates).toBe(extraCertificates);
  });

  it('reject a password in the proxy URL', async () => {
    await expect(
      open()['settings.update']({ proxyUrl: 'http://me:secret@proxy.example:3128' }, call),
    ).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining('plain text') });
    expect(applied).toEqual([]);
  });
});
