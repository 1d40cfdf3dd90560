import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import type { TokenSet } from './token-set.ts';
import { tokenSetSchema } from './token-set.ts';

/** Keeps token sets in the vault, one for each tenant. */
export interface TokenStore {
  /**
   * Undefined when there are none, or when they belong to another issuer or client than the profile's. Throws
   * `session-expired` for what cannot be read.
   */
  load(profile: TenantProfile): Promise<TokenSet | undefined>;
  /** Answers where they went: the vault may be in memory, or may refuse. */
  save(tenantId: string, tokens: TokenSet): Promise<'keychain' | 'memory'>;
  remove(tenantId: string): Promise<void>;
}

export function createTokenStore(vault: SecretVault): TokenStore {
  return {
    async load(profile) {
      const text = await vault.get({ tenantId: profile.id, kind: 'tokens' });
      if (text === undefined) return undefined;
      const tokens = parse(text);
      if (tokens === undefined) {
        throw failure(
          'session-expired',
          `What was kept of your sign-in to ${profile.name} cannot be read. Sign in again; your drafts are kept.`,
        );
      }
      const isOurs = tokens.clientId === profile.clientId && isSameAddress(tokens.issuer, profile.issuer);
      return isOurs ? tokens : undefined;
    },
    async save(tenantId, tokens) {
      try {
        await vault.set({ tenantId, kind: 'tokens' }, JSON.stringify(tokens));
      } catch {
        return 'memory';
      }
      return (await vault.status()).available ? 'keychain' : 'memory';
    },
    async remove(tenantId) {
      await vault.delete({ tenantId, kind: 'tokens' });
    },
  };
}

function parse(text: string): TokenSet | undefined {
  try {
    return tokenSetSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
