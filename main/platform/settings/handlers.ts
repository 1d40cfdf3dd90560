import type { Emit } from '../../../contract/events.ts';
import type { HandlersOf } from '../../../contract/methods.ts';
import type { NetworkSettings } from '../http/network-settings.ts';
import { refuseUnusable } from './refuse-unusable.ts';
import type { SettingsStore } from './settings-store.ts';

export interface SettingsParts {
  readonly store: SettingsStore;
  /** Applies what concerns the network to requests that begin from now on. */
  readonly applyNetwork: (settings: NetworkSettings) => void;
  readonly emit: Emit;
}

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
