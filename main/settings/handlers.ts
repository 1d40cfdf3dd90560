import type { Emit } from '../../contract/events.ts';
import type { HandlersOf } from '../../contract/methods.ts';
import type { ParsedInputOf } from '../../contract/method.ts';
import type { settingsMethods } from '../../contract/settings.ts';
import { failure } from '../failure.ts';
import { readCertificates } from '../http/extra-certificates.ts';
import type { NetworkSettings } from '../http/network-settings.ts';
import type { SettingsStore } from './settings-store.ts';

export interface SettingsParts {
  readonly store: SettingsStore;
  /** Applies what concerns the network to requests that begin from now on. */
  readonly applyNetwork: (settings: NetworkSettings) => void;
  readonly emit: Emit;
}

type SettingsChanges = ParsedInputOf<(typeof settingsMethods)['settings.update']>;

export function createSettingsHandlers({ store, applyNetwork, emit }: SettingsParts): HandlersOf<'settings'> {
  return {
    'settings.get': async () => store.read(),
    'settings.update': async (changes) => {
      refuseUnusable(changes);
      store.write(changes);
      const settings = store.read();
      applyNetwork(settings);
      emit('settings.changed', settings);
      return settings;
    },
  };
}

/** Checks beyond the contract's shapes. Throws `invalid-input`. */
function refuseUnusable({ proxyUrl, extraCertificates }: SettingsChanges): void {
  if (extraCertificates !== undefined) readCertificates(extraCertificates);
  if (proxyUrl === undefined || proxyUrl === '') return;
  const { username, password } = new URL(proxyUrl);
  if (username !== '' || password !== '') {
    throw failure(
      'invalid-input',
      'Leave the user name and password out of the proxy address: settings are kept in plain text.',
    );
  }
}
