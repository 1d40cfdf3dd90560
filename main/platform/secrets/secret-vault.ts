import type { KeychainStatus } from '../../../contract/app/desk-info.ts';

/** Kind of a tenant's secret; a proxy login uses a fixed name instead of a tenant ID. */
export type SecretKind = 'tokens' | 'client-secret' | 'header-values' | 'application-secrets' | 'proxy-login';

export interface SecretName {
  readonly tenantId: string;
  readonly kind: SecretKind;
}

/**
 * Stores secrets in the system's keychain, or in memory for this session if there is none. Never in a file. Every method may throw
 * `keychain-unavailable` or `keychain-full`.
 */
export interface SecretVault {
  /** Resolves once it is known whether the keychain is usable. */
  status(): Promise<KeychainStatus>;
  get(name: SecretName): Promise<string | undefined>;
  set(name: SecretName, secret: string): Promise<void>;
  /** Does nothing if the secret doesn't exist. */
  delete(name: SecretName): Promise<void>;
}

/** Stores secrets until the process ends. `status` says why the keychain isn't used. */
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

/** A vault that is still being opened, so that only operations that need a secret wait for the keychain. */
export function createDeferredVault(opening: Promise<SecretVault>): SecretVault {
  return {
    status: async () => (await opening).status(),
    get: async (name) => (await opening).get(name),
    set: async (name, secret) => (await opening).set(name, secret),
    delete: async (name) => (await opening).delete(name),
  };
}
