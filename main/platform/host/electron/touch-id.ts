import type { SystemPreferences } from 'electron';
import type { Host } from '../host.ts';

/** Touch ID of a Mac. Electron offers nothing of the kind on Windows. */
export function createTouchId(
  platform: NodeJS.Platform,
  preferences: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
): Host['presence'] {
  if (platform !== 'darwin') return undefined;
  return {
    isAvailable: () => preferences.canPromptTouchID(),
    async confirm(reason) {
      try {
        await preferences.promptTouchID(reason);
        return true;
      } catch {
        // Canceled, or too many attempts: the system has said so.
        return false;
      }
    },
  };
}
