import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeychain, aKeychainVault } from '../../../test/builders/a-keychain.ts';
import type { Keychain } from './keychain.ts';

const name = { tenantId: 'acme', kind: 'tokens' } as const;

describe('a keychain vault', () => {
  it('returns secrets of any length unchanged, and leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 4000, size: 'max', unit: 'binary' })),
        async (secrets) => {
          const keychain = aKeychain();
          const vault = aKeychainVault(keychain);
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

  it('keeps the previous secret if storing is interrupted', async () => {
    const keychain = aKeychain();
    const vault = aKeychainVault(keychain);
    await vault.set(name, 'a'.repeat(5000));
    for (const failAfter of [0, 1, 3]) {
      let writes = 0;
      // Power loss.
      keychain.next = (operation) => ({
        fails: operation === 'setPassword' && (writes += 1) > failAfter ? 'before' : undefined,
      });
      await expect(vault.set(name, 'b'.repeat(5000))).rejects.toMatchObject({ code: 'keychain-unavailable' });
      expect(await vault.get(name)).toBe('a'.repeat(5000));
    }
  });

  it('stores a secret that looks like a list of parts', async () => {
    const vault = aKeychainVault(aKeychain());
    await vault.set(name, '#deadbeef:3');
    expect(await vault.get(name)).toBe('#deadbeef:3');
  });

  it('has a timeout', async () => {
    const silent: Keychain = {
      getPassword: () => new Promise(() => undefined),
      setPassword: () => new Promise(() => undefined),
      deletePassword: () => new Promise(() => undefined),
      findCredentials: () => new Promise(() => undefined),
    };
    await expect(aKeychainVault(silent, { deadlineMs: 5 }).get(name)).rejects.toMatchObject({
      code: 'keychain-unavailable',
    });
  });
});
