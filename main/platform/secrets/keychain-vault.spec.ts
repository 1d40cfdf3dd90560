import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Keychain } from './keychain.ts';
import { createKeychainVault } from './keychain-vault.ts';
import type { SecretVault } from './secret-vault.ts';

/** Like the one of Windows: refuses what is longer than it can hold. */
function createSmallKeychain(): Keychain & { readonly entries: Map<string, string>; failAfter: number } {
  const entries = new Map<string, string>();
  const keychain = {
    entries,
    failAfter: Infinity,
    async getPassword(_service: string, account: string) {
      return entries.get(account) ?? null;
    },
    async setPassword(_service: string, account: string, password: string) {
      if ((keychain.failAfter -= 1) < 0) throw new Error('The machine lost its power.');
      if (Buffer.byteLength(password) > 2560) throw new Error('Too long.');
      if (password === '') throw new Error('Password is required.');
      entries.set(account, Buffer.from(password).toString());
    },
    async deletePassword(_service: string, account: string) {
      return entries.delete(account);
    },
  };
  return keychain;
}

function open(keychain: Keychain, deadlineMs = 1000): SecretVault {
  return createKeychainVault({
    keychain,
    status: { available: true, name: 'Credential Manager' },
    profileFolder: '/profile',
    deadlineMs,
  });
}

const name = { tenantId: 'acme', kind: 'tokens' } as const;

describe('a vault over a keychain', () => {
  it('gives back every secret as it was, of any length, and leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 4000, size: 'max', unit: 'binary' })),
        async (secrets) => {
          const keychain = createSmallKeychain();
          const vault = open(keychain);
          for (const secret of secrets) {
            await vault.set(name, secret);
            expect(await vault.get(name)).toBe(secret);
          }
          await vault.delete(name);
          expect(keychain.entries.size).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('keeps the secret from before when storing breaks off half-way', async () => {
    const keychain = createSmallKeychain();
    const vault = open(keychain);
    await vault.set(name, 'a'.repeat(5000));
    for (const failAfter of [0, 1, 3]) {
      keychain.failAfter = failAfter;
      await expect(vault.set(name, 'b'.repeat(5000))).rejects.toMatchObject({ code: 'keychain-unavailable' });
      expect(await vault.get(name)).toBe('a'.repeat(5000));
    }
  });

  it('takes a secret that looks like its own list of parts for what it is', async () => {
    const vault = open(createSmallKeychain());
    await vault.set(name, '#deadbeef:3');
    expect(await vault.get(name)).toBe('#deadbeef:3');
  });

  it('waits for no answer for ever', async () => {
    const silent: Keychain = {
      getPassword: () => new Promise(() => undefined),
      setPassword: () => new Promise(() => undefined),
      deletePassword: () => new Promise(() => undefined),
    };
    await expect(open(silent, 5).get(name)).rejects.toMatchObject({ code: 'keychain-unavailable' });
  });
});
