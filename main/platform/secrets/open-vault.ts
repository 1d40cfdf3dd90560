import { randomUUID } from 'node:crypto';
import type { KeychainStatus } from '../../../contract/app/desk-info.ts';
import type { Keychain, PendingKeychain } from './keychain.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { countPending, loadKeychain } from './keychain.ts';
import { keychainProblem } from './keychain-failure.ts';
import { createKeychainVault } from './keychain-vault.ts';
import type { SecretName, SecretVault } from './secret-vault.ts';
import { createMemoryVault } from './secret-vault.ts';
import { withDeadline } from '../timing/waiting.ts';

export interface OpenVaultOptions {
  readonly loadKeychain: () => Promise<Keychain>;
  readonly profileFolder: string;
  readonly platform: NodeJS.Platform;
  /** Milliseconds for one answer of the keychain. A locked one may wait for a person who is not there. */
  readonly deadlineMs: number;
}

/** Long enough for a person to unlock the keychain when the system asks them to at the start. */
const maxWaitMs = 15_000;

const keychainNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Credential Manager',
};

/**
 * Tries the keychain with a real round trip (write, read, delete) and answers a vault over it, or one in memory
 * whose status says why. Never rejects and never writes a secret to a file.
 */
export async function openVault(options: OpenVaultOptions): Promise<SecretVault> {
  const name = keychainNames[options.platform] ?? 'Secret Service';
  const unavailable = (reason: string): SecretVault =>
    createMemoryVault({ available: false, name, reason } satisfies KeychainStatus);

  let keychain: Keychain;
  try {
    keychain = await options.loadKeychain();
  } catch {
    return unavailable(
      options.platform === 'linux'
        ? 'The library libsecret is not installed. Install libsecret-1-0 and start Tenant Desk again; until then, sign-ins last for this session only.'
        : `${name} cannot be used from here. Sign-ins last for this session only.`,
    );
  }
  const { profileFolder, deadlineMs } = options;
  const vaultThat = (listsFreely: boolean): SecretVault =>
    createKeychainVault({
      ...{ keychain, profileFolder, deadlineMs, listsFreely },
      status: { available: true, name },
    });
  try {
    await withDeadline(probe(vaultThat(false)), deadlineMs);
    // macOS may ask the person for each entry that is listed.
    return vaultThat(options.platform !== 'darwin');
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
      return `${name} does not answer or is locked. Unlock it and restart Tenant Desk.`;
    case 'other':
      return `${name} reported an error (${detailOf(error)}). Check it and restart Tenant Desk.`;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof DeskFailure && error.error.detail !== undefined) return error.error.detail;
  return error instanceof Error ? error.message : String(error);
}

async function probe(vault: SecretVault): Promise<void> {
  const name: SecretName = { tenantId: `probe-${randomUUID()}`, kind: 'tokens' };
  const secret = randomUUID();
  await vault.set(name, secret);
  const read = await vault.get(name).finally(() => vault.delete(name));
  if (read !== secret) throw new Error('The keychain gave back something else than was stored.');
}

/**
 * Opens a vault over the system's keychain. `releaseProcess` is for the end: a process whose keychain still owes
 * an answer then ends at once, instead of when its threads get tired of waiting.
 */
export function createSystemVault(
  profileFolder: string,
  deadlineMs = maxWaitMs,
): {
  open(): Promise<SecretVault>;
  releaseProcess(): void;
} {
  let keychain: PendingKeychain | undefined;
  let isAsked = false;
  return {
    open() {
      isAsked = true;
      return openVault({
        loadKeychain: async () => (keychain = countPending(await loadKeychain())),
        profileFolder,
        platform: process.platform,
        deadlineMs,
      });
    },
    releaseProcess() {
      // A process may end many services that never had to do with the keychain.
      if (!isAsked) return;
      process.once('exit', () => {
        if ((keychain?.pending() ?? 0) > 0) process.kill(process.pid, 'SIGKILL');
      });
    },
  };
}
