import type { Emit } from '../../../contract/bridge/events.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { NetworkSettings } from '../http/network-settings.ts';
import type { ProxyLogins } from '../http/proxy-logins.ts';
import { rejectUnusable } from './reject-unusable.ts';
import type { SettingsChanges } from './reject-unusable.ts';
import type { SettingsStore } from './settings-store.ts';

export interface SettingsParts {
  readonly store: SettingsStore;
  /** Applies network settings to new requests. */
  readonly applyNetwork: (settings: NetworkSettings) => void;
  /** Throws `denied-by-policy` for settings that the organization manages. */
  readonly rejectManaged: (changes: SettingsChanges) => void;
  /** Throws `confirmation-mismatch` if the user doesn't confirm that Touch ID is no longer asked for. */
  readonly confirmTurnedOff: () => Promise<void>;
  readonly proxyLogins: Pick<ProxyLogins, 'forget' | 'keep' | 'status'>;
  readonly emit: Emit;
}

export function createSettingsHandlers(parts: SettingsParts): HandlersOf<'settings'> {
  const { store, applyNetwork, rejectManaged, proxyLogins, emit } = parts;
  return {
    'settings.get': async () => store.read(),
    'settings.update': async (changes) => {
      rejectManaged(changes);
      rejectUnusable(changes);
      if (changes.touchId === false && store.read().touchId) await parts.confirmTurnedOff();
      store.write(changes);
      const settings = store.read();
      applyNetwork(settings);
      emit('settings.changed', settings);
      return settings;
    },
    'settings.proxyLogin': () => proxyLogins.status(),
    'settings.setProxyLogin': async ({ proxy, username, password }) => {
      await proxyLogins.keep(proxy, { username, password });
      return undefined;
    },
    'settings.forgetProxyLogin': async () => {
      await proxyLogins.forget();
      return undefined;
    },
  };
}
