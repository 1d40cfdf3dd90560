import type { KeychainStatus } from '../../../contract/application-info.ts';
import type { SecretName, SecretVault } from './secret-vault.ts';

/** Keeps secrets until the process ends. `status` says why it stands in for the keychain. */
export function createMemoryVault(status: KeychainStatus): SecretVault {
  const secrets = new Map<string, string>();
  const keyOf = ({ tenantId, kind }: SecretName): string => `${tenantId}/${kind}`;
  return {
    status: async () => status,
    get: async (name) => secrets.get(keyOf(name)),
    async set(name, secret) {
      secrets.set(keyOf(name), secret);
    },
    async delete(name) {
      secrets.delete(keyOf(name));
    },
  };
}
