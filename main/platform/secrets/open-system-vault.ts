import { loadKeychain } from './keychain.ts';
import { openVault } from './open-vault.ts';
import type { PendingKeychain } from './pending-keychain.ts';
import { countPending } from './pending-keychain.ts';
import type { SecretVault } from './secret-vault.ts';

/** Long enough for a person to unlock the keychain when the system asks them to at the start. */
const patienceMs = 15_000;

/**
 * Opens a vault over the system's keychain. `releaseProcess` is for the end: a process whose keychain still owes
 * an answer then ends at once, instead of when its threads get tired of waiting.
 */
export function createSystemVault(
  profileFolder: string,
  deadlineMs = patienceMs,
): {
  open(): Promise<SecretVault>;
  releaseProcess(): void;
} {
  let keychain: PendingKeychain | undefined;
  return {
    open: () =>
      openVault({
        loadKeychain: async () => (keychain = countPending(await loadKeychain())),
        profileFolder,
        platform: process.platform,
        deadlineMs,
      }),
    releaseProcess() {
      process.once('exit', () => {
        if ((keychain?.pending() ?? 0) > 0) process.kill(process.pid, 'SIGKILL');
      });
    },
  };
}
