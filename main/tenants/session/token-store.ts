import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import type { TokenSet } from './token-set.ts';
import { tokenSetSchema } from './token-set.ts';

/** Stores token sets in the vault, one per tenant. */
export interface TokenStore {
  /**
   * Undefined if there are none, or they belong to a different issuer or client than the profile's. Throws `session-expired` if they
   * are unreadable.
   */
  load(profile: TenantProfile): Promise<TokenSet | undefined>;
  /** Returns where they are stored: the vault may be in memory, or may fail. */
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
          `The stored session for ${profile.name} can’t be read. Sign in again. Drafts are saved.`,
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
