import type { KeychainStatus } from '../../../contract/app/desk-info.ts';

/** Which of a tenant's secrets is meant; a proxy's login has a name of its own in place of a tenant's. */
export type SecretKind = 'tokens' | 'client-secret' | 'header-values' | 'application-secrets' | 'proxy-login';

export interface SecretName {
  readonly tenantId: string;
  readonly kind: SecretKind;
}

/**
 * Where secrets live: the system's keychain, or memory for this session when there is none. Never a file of
 * ours. Every method may throw `keychain-unavailable` or `keychain-full`.
 */
export interface SecretVault {
  /** Resolves once it is known whether there is a usable keychain. */
  status(): Promise<KeychainStatus>;
  get(name: SecretName): Promise<string | undefined>;
  set(name: SecretName, secret: string): Promise<void>;
  /** Deleting what is not there is no failure. */
  delete(name: SecretName): Promise<void>;
}

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

/** A vault that is still being opened: the start does not wait for the keychain, only what needs a secret does. */
export function createDeferredVault(opening: Promise<SecretVault>): SecretVault {
  return {
    status: async () => (await opening).status(),
    get: async (name) => (await opening).get(name),
    set: async (name, secret) => (await opening).set(name, secret),
    delete: async (name) => (await opening).delete(name),
  };
}
