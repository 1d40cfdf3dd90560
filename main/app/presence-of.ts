import type { Host } from '../platform/host/host.ts';
import type { Presence } from '../platform/presence/presence.ts';
import { createPresence } from '../platform/presence/presence.ts';
import type { Foundation } from './foundation.ts';

/** Asks for Touch ID where the settings say so. */
export const presenceOf = (
  host: Pick<Host, 'presence'>,
  { settingsStore }: Pick<Foundation, 'settingsStore'>,
): Presence =>
  createPresence({ host, platform: process.platform, isWanted: () => settingsStore.read().touchId });
