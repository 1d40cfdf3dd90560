import { randomUUID } from 'node:crypto';
import type { KeychainStatus } from '../../../contract/app/desk-info.ts';
import type { Keychain, PendingKeychain } from './keychain.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { countPending, loadKeychain } from './keychain.ts';
import { describeLoadError, keychainProblem } from './keychain-failure.ts';
import { createKeychainVault } from './keychain-vault.ts';
import type { SecretName, SecretVault } from './secret-vault.ts';
import { createMemoryVault } from './secret-vault.ts';
import { withDeadline } from '../timing/waiting.ts';

export interface OpenVaultOptions {
  readonly loadKeychain: () => Promise<Keychain>;
  readonly profileFolder: string;
  readonly platform: NodeJS.Platform;
  /** Timeout of a keychain operation, in milliseconds. A locked keychain may wait for an absent user. */
  readonly deadlineMs: number;
}

/** Time for the user to unlock the keychain at startup. */
const maxWaitMs = 15_000;

const keychainNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Credential Manager',
};

/**
 * Tests the keychain with a real round trip (write, read, delete) and returns a vault for it, or an in-memory vault whose status
 * says why. Never rejects and never writes a secret to a file.
 */
export async function openVault(options: OpenVaultOptions): Promise<SecretVault> {
  const name = keychainNames[options.platform] ?? 'Secret Service';
  const unavailable = (reason: string): SecretVault =>
    createMemoryVault({ available: false, name, reason } satisfies KeychainStatus);

  let keychain: Keychain;
  try {
    keychain = await options.loadKeychain();
  } catch (error) {
    return unavailable(`${describeLoadError(error, name)} Until then, sign-ins last for this session only.`);
  }
  const { profileFolder, deadlineMs } = options;
  const newVault = (listsFreely: boolean): SecretVault =>
    createKeychainVault({
      ...{ keychain, profileFolder, deadlineMs, listsFreely },
      status: { available: true, name },
    });
  try {
    await withDeadline(testRoundTrip(newVault(false)), deadlineMs);
    // macOS may prompt the user for each listed entry.
    return newVault(options.platform !== 'darwin');
  } catch (error) {
    return unavailable(`${whyUnusable(error, name)} Until then, sign-ins last for this session only.`);
  }
}

function whyUnusable(error: unknown, name: string): string {
  const problem = keychainProblem(error instanceof DeskFailure ? error.cause : error);
  switch (problem) {
    case 'full':
      return `${name} is full. Remove entries you no longer need and restart Tenant Desk.`;
    case 'locked':
    case 'no-answer':
      return `${name} is locked or doesn’t respond. Unlock it and restart Tenant Desk.`;
    case 'other':
      return `${name} reported an error (${detailOf(error)}). Check it and restart Tenant Desk.`;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof DeskFailure && error.error.detail !== undefined) return error.error.detail;
  return error instanceof Error ? error.message : String(error);
}

async function testRoundTrip(vault: SecretVault): Promise<void> {
  const name: SecretName = { tenantId: `probe-${randomUUID()}`, kind: 'tokens' };
  const secret = randomUUID();
  await vault.set(name, secret);
  const read = await vault.get(name).finally(() => vault.delete(name));
  if (read !== secret) throw new Error('The keychain returned a different value than was stored.');
}

/**
 * Opens a vault for the system's keychain. `releaseProcess` is for shutdown: the process then exits at once even if keychain
 * operations are pending.
 */
export function createSystemVault(
  profileFolder: string,
  deadlineMs = maxWaitMs,
): {
  open(): Promise<SecretVault>;
  releaseProcess(): void;
} {
  let keychain: PendingKeychain | undefined;
  let isRequested = false;
  return {
    open() {
      isRequested = true;
      return openVault({
        loadKeychain: async () => (keychain = countPending(await loadKeychain())),
        profileFolder,
        platform: process.platform,
        deadlineMs,
      });
    },
    releaseProcess() {
      // Only if this process has used the keychain.
      if (!isRequested) return;
      process.once('exit', () => {
        if ((keychain?.pending() ?? 0) > 0) process.kill(process.pid, 'SIGKILL');
      });
    },
  };
}
