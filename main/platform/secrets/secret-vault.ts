import type { KeychainStatus } from '../../../contract/application-info.ts';

/** Which of a tenant's secrets is meant. */
export type SecretKind = 'tokens' | 'client-secret' | 'header-values';

export interface SecretName {
  readonly tenantId: string;
  readonly kind: SecretKind;
}

/**
 * Where secrets live: the system's keychain, or memory for this session when there is none. Never a file of
 * ours. Every method may throw `keychain-unavailable`.
 */
export interface SecretVault {
  /** Resolves once it is known whether there is a usable keychain. */
  status(): Promise<KeychainStatus>;
  get(name: SecretName): Promise<string | undefined>;
  set(name: SecretName, secret: string): Promise<void>;
  /** Deleting what is not there is no failure. */
  delete(name: SecretName): Promise<void>;
}
