import type { SessionEntry } from './session-entry.ts';
import type { SessionLimitParts } from './session-limit.ts';
import { createSessionLimit } from './session-limit.ts';
import type { TokenRenewalParts } from './token-renewal.ts';
import { createTokenRenewal, signedOut } from './token-renewal.ts';
import type { TokenSet } from './token-set.ts';
import { isRenewable, restOfLife } from './token-set.ts';

export interface TokenManagerParts extends Omit<TokenRenewalParts, 'limit'>, SessionLimitParts {
  readonly steady: () => number;
}

/** Manages the tokens of a session: renews them in time, one renewal at a time, and ends the session if the tenant rejects them. */
export interface TokenManager {
  /** Uses and stores new tokens. */
  adopt(entry: SessionEntry, tokens: TokenSet): Promise<void>;
  /** Uses tokens from the vault. */
  resume(entry: SessionEntry, tokens: TokenSet): void;
  /** An access token that isn't about to expire. Throws `signed-out` or `session-expired`. */
  usable(entry: SessionEntry): Promise<string>;
  /** An access token other than the rejected one. Throws like `usable`. */
  other(entry: SessionEntry, rejected: string): Promise<string>;
}

export function createTokenManager(parts: TokenManagerParts): TokenManager {
  const { tenants, now, steady } = parts;
  const limit = createSessionLimit(parts);
  const renewal = createTokenRenewal({ ...parts, limit });

  return {
    adopt: renewal.adopt,
    resume(entry, tokens) {
      entry.tokens = tokens;
      entry.life = restOfLife(tokens, now(), steady());
      limit.follow(entry, tokens);
      renewal.plan(entry);
    },
    async usable(entry) {
      await entry.restored;
      const { tokens, life } = entry;
      if (tokens === undefined || life === undefined) throw signedOut(tenants.get(entry.tenantId));
      if (limit.isOver(entry)) throw await renewal.endAtLimit(entry);
      if (steady() < life.renewAt) return tokens.accessToken;
      const isStillValid = steady() < life.endsAt;
      if (!isRenewable(tokens)) {
        if (isStillValid) return tokens.accessToken;
        throw await renewal.expire(entry);
      }
      try {
        return (await renewal.renewOnce(entry)).accessToken;
      } catch (error) {
        if (isStillValid && entry.tokens?.accessToken === tokens.accessToken) return tokens.accessToken;
        throw error;
      }
    },
    async other(entry, rejected) {
      const { tokens } = entry;
      if (tokens === undefined) throw signedOut(tenants.get(entry.tenantId));
      if (limit.isOver(entry)) throw await renewal.endAtLimit(entry);
      if (tokens.accessToken !== rejected) return tokens.accessToken;
      if (!isRenewable(tokens)) throw await renewal.expire(entry);
      return (await renewal.renewOnce(entry)).accessToken;
    },
  };
}
