import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { dataKinds } from '../../contract/local-data/data-kinds.ts';
import type { LocalDataUsage } from '../../contract/local-data/local-data.ts';
import type { UpdateState } from '../../contract/updates/updates.ts';
import type { FakeDesk } from './desk.ts';
import { fakeDesk } from './desk.ts';

/** What a build without updates says, with changes. */
export const updateState = (changes: Partial<UpdateState> = {}): UpdateState => ({
  version: '1.0.0',
  mode: 'off',
  reason: 'This build has no signing key.',
  channel: 'stable',
  checkedAt: null,
  isChecking: false,
  isHeldBack: false,
  problem: null,
  update: null,
  download: { state: 'none' },
  ...changes,
});

/** What a profile takes where only these kinds take anything. */
export function usageOf(
  kinds: Partial<LocalDataUsage['kinds']>,
  tenants: LocalDataUsage['tenants'] = [],
): LocalDataUsage {
  const nothing = Object.fromEntries(dataKinds.map((kind) => [kind, { bytes: 0, count: 0 }]));
  const all = { ...nothing, ...kinds } as LocalDataUsage['kinds'];
  const bytes = Object.values(all).reduce((sum, used) => sum + used.bytes, 0);
  return { bytes, kinds: all, tenants };
}

/** A fake app that a whole window can be opened on: in the browser, with a keychain, without tenants. */
export function fakeBrowserDesk(more: Partial<Handlers> = {}): FakeDesk {
  return fakeDesk({
    'app.info': async () => ({
      version: '1.0.0',
      host: 'browser',
      platform: 'linux',
      profileFolder: '/profile',
      keychain: { available: true, name: 'Secret Service' },
    }),
    'app.sandbox': async () => ({ state: 'absent' }),
    'policy.get': async () => ({
      source: null,
      problem: null,
      keys: [],
      readOnlyTenants: [],
      preconfiguredTenants: [],
    }),
    'app.noteUnsaved': async () => undefined,
    'app.crashReports': async () => ({ count: 0, bytes: 0 }),
    'backup.last': async () => undefined,
    'localData.usage': async () => usageOf({}),
    'settings.get': async () => defaultSettings,
    'settings.proxyLogin': async () => undefined,
    'updates.get': async () => updateState(),
    ...more,
  });
}

/** What views remember, in this map: that of a profile, across windows. */
export const viewStateIn = (
  stored: Map<string, string>,
): Pick<Handlers, 'viewState.read' | 'viewState.write'> => ({
  'viewState.read': async () => Object.fromEntries(stored),
  'viewState.write': async (values) => {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
    }
    return undefined;
  },
});
