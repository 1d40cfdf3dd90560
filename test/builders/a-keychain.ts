import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Keychain } from '../../main/platform/secrets/keychain.ts';
import { createKeychainVault } from '../../main/platform/secrets/keychain-vault.ts';
import type { SecretVault } from '../../main/platform/secrets/secret-vault.ts';

/**
 * Behavior of one operation: how many ticks it waits, and whether it fails, before or after it takes effect.
 */
export interface KeychainStep {
  readonly ticks?: number;
  readonly fails?: 'before' | 'after' | undefined;
}

export interface TestKeychain extends Keychain {
  /** Entries of the one service that Tenant Desk uses, by account. */
  readonly entries: Map<string, string>;
  /** Called before each operation. */
  next: (operation: keyof Keychain) => KeychainStep;
}

/** A keychain in memory with the limit of Windows: it rejects values longer than 2,560 bytes. */
export function aKeychain(): TestKeychain {
  const entries = new Map<string, string>();
  async function operate<Result>(operation: keyof Keychain, work: () => Result): Promise<Result> {
    const { ticks = 0, fails } = keychain.next(operation);
    for (let tick = 0; tick < ticks; tick += 1) await nextTurn();
    if (fails === 'before') throw new Error('Broken.');
    const result = work();
    if (fails === 'after') throw new Error('Broken.');
    return result;
  }
  const keychain: TestKeychain = {
    entries,
    next: () => ({}),
    getPassword: (_service, account) => operate('getPassword', () => entries.get(account) ?? null),
    setPassword: (_service, account, password) =>
      operate('setPassword', () => {
        if (Buffer.byteLength(password) > 2560) throw new Error('Too long.');
        if (password === '') throw new Error('Password is required.');
        entries.set(account, Buffer.from(password).toString());
      }),
    deletePassword: (_service, account) => operate('deletePassword', () => entries.delete(account)),
    findCredentials: () =>
      operate('findCredentials', () => [...entries].map(([account, password]) => ({ account, password }))),
  };
  return keychain;
}

/** The vault of one profile, backed by a keychain. */
export function aKeychainVault(
  keychain: Keychain,
  options: { readonly deadlineMs?: number; readonly listsFreely?: boolean } = {},
): SecretVault {
  return createKeychainVault({
    keychain,
    status: { available: true, name: 'Credential Manager' },
    profileFolder: '/profile',
    deadlineMs: 5000,
    listsFreely: true,
    ...options,
  });
}
