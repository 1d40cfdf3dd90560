import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../contract/settings/settings.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { createSettingsFileHandlers } from './settings-file.ts';

const call = { signal: new AbortController().signal, requestId: 'spec' };

/** The settings of one installation, with the file that a person saves or opens. */
function installation(settings: Settings, managed: Partial<Settings> = {}) {
  const state = { settings, saved: '', toOpen: '' };
  const handlers = createSettingsFileHandlers({
    host: {
      openFile: async () => ({ name: 'settings.json', bytes: Buffer.from(state.toOpen) }),
      async saveFile({ suggestedName }, write) {
        await write(async (chunk) => void (state.saved += String(chunk)));
        return { fileName: suggestedName };
      },
    },
    read: () => ({ ...state.settings, ...managed }),
    async update(changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      state.settings = { ...state.settings, ...Object.fromEntries(given) };
      return state.settings;
    },
    managed,
    newId: () => 'file-1',
  });
  return { state, handlers };
}

const mine: Settings = {
  ...defaultSettings,
  ...{ theme: 'dark', proxyUrl: 'http://proxy.example:3128', shortcuts: { 'Mod+K': 'Mod+P' } },
};

async function exported(settings: Settings = mine, managed: Partial<Settings> = {}): Promise<string> {
  const { state, handlers } = installation(settings, managed);
  await handlers['settingsFile.save'](undefined, call);
  return state.saved;
}

describe('settings as a file', () => {
  it('are the same on another machine, after a preview that changes nothing', async () => {
    const { state, handlers } = installation(defaultSettings);
    state.toOpen = await exported();
    expect(await handlers['settingsFile.open'](undefined, call)).toEqual({
      ...{ fileId: 'file-1', fileName: 'settings.json', managed: [] },
      changes: [
        { name: 'theme', from: '"system"', to: '"dark"' },
        { name: 'proxyUrl', from: '""', to: '"http://proxy.example:3128"' },
        { name: 'shortcuts', from: '{}', to: '{"Mod+K":"Mod+P"}' },
      ],
    });
    expect(state.settings).toEqual(defaultSettings);
    expect(await handlers['settingsFile.import']({ fileId: 'file-1' }, call)).toEqual(mine);
  });

  it('leave managed ones as they are, on both sides', async () => {
    const managed = { proxyUrl: 'http://managed.example:1' };
    expect(await exported(mine, managed)).not.toContain('proxyUrl');
    const { state, handlers } = installation(defaultSettings, managed);
    state.toOpen = await exported();
    const opened = await handlers['settingsFile.open'](undefined, call);
    expect(opened?.managed).toEqual(['proxyUrl']);
    expect(opened?.changes.map(({ name }) => name)).toEqual(['theme', 'shortcuts']);
    await handlers['settingsFile.import']({ fileId: 'file-1' }, call);
    expect(state.settings.proxyUrl).toBe('');
  });

  it('of another version have their known settings', async () => {
    const { state, handlers } = installation(defaultSettings);
    const settings = { theme: 'light', fontSize: 12 };
    state.toOpen = JSON.stringify({ format: 'tenant-desk-settings', version: 1, settings });
    const opened = await handlers['settingsFile.open'](undefined, call);
    expect(opened?.changes).toEqual([{ name: 'theme', from: '"system"', to: '"light"' }]);
  });

  it.each([
    ['that is no JSON', 'theme: dark', 'file-not-json'],
    ['of something else', '{"format":"other","version":1,"settings":{}}', 'file-wrong-shape'],
    ['of a newer version', '{"format":"tenant-desk-settings","version":9}', 'file-wrong-shape'],
    [
      'with more in it',
      '{"format":"tenant-desk-settings","version":1,"settings":{},"x":1}',
      'file-wrong-shape',
    ],
    [
      'with a wrong value',
      '{"format":"tenant-desk-settings","version":1,"settings":{"theme":"pink"}}',
      'file-wrong-shape',
    ],
    [
      'with a password',
      '{"format":"tenant-desk-settings","version":1,"settings":{"proxyUrl":"http://me:hush@proxy.example:1"}}',
      'invalid-input',
    ],
    [
      'with certificates that are none',
      '{"format":"tenant-desk-settings","version":1,"settings":{"extraCertificates":"nonsense"}}',
      'invalid-input',
    ],
  ])('%s are rejected, and nothing changes', async (_what, text, code) => {
    const { state, handlers } = installation(defaultSettings);
    state.toOpen = text;
    await expect(handlers['settingsFile.open'](undefined, call)).rejects.toMatchObject({ code });
    await expect(handlers['settingsFile.import']({ fileId: 'file-1' }, call)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(state.settings).toEqual(defaultSettings);
  });
});
