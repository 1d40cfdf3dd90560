import type { SecretVault } from './secret-vault.ts';

/** A vault that is still being opened: the start does not wait for the keychain, only what needs a secret does. */
export function createDeferredVault(opening: Promise<SecretVault>): SecretVault {
  return {
    status: async () => (await opening).status(),
    get: async (name) => (await opening).get(name),
    set: async (name, secret) => (await opening).set(name, secret),
    delete: async (name) => (await opening).delete(name),
  };
}
