import type { SessionState, SessionUser } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { LastAccounts } from './last-accounts.ts';
import type { SessionEntry, UnconfirmedAccount } from './session-entry.ts';
import type { Accepted } from './sign-in-attempt.ts';
import type { TokenSet } from './token-set.ts';

export interface AccountCheckParts {
  readonly lastAccounts: LastAccounts;
  readonly adopt: (entry: SessionEntry, tokens: TokenSet) => Promise<void>;
  /** Ends tokens at the tenant that are not used. */
  readonly discard: (entry: SessionEntry, tokens: TokenSet) => Promise<void>;
  readonly announce: (entry: SessionEntry) => SessionState;
  readonly now: () => number;
  /** Milliseconds that a person has to confirm an account. */
  readonly limitMs: number;
}

/** Asks a person before the tokens of another account than the last one are used. */
export interface AccountCheck {
  /** Adopts the tokens, or lets them wait for `settle`. */
  accept(entry: SessionEntry, tokens: TokenSet): Promise<Accepted>;
  /** Adopts what waits, or discards it. Throws `not-found` when nothing waits. */
  settle(entry: SessionEntry, isRight: boolean): Promise<void>;
  /** Drops what waits without a word to the tenant. */
  forget(entry: SessionEntry): void;
}

export function createAccountCheck(parts: AccountCheckParts): AccountCheck {
  const { lastAccounts, announce } = parts;

  async function adopt(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    await parts.adopt(entry, tokens);
    lastAccounts.save(entry.tenantId, tokens.issuer, tokens.user);
  }

  /** Sessions of earlier versions are in no table. */
  function lastUser(entry: SessionEntry, issuer: string): SessionUser | undefined {
    const known = lastAccounts.find(entry.tenantId, issuer);
    if (known !== undefined || entry.tokens?.issuer !== issuer) return known;
    const { subject, name, email } = entry.tokens.user;
    return { subject, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  }

  function take(entry: SessionEntry): UnconfirmedAccount | undefined {
    const { unconfirmed } = entry;
    unconfirmed?.cancelExpiry();
    entry.unconfirmed = undefined;
    return unconfirmed;
  }

  async function settle(entry: SessionEntry, isRight: boolean): Promise<void> {
    const waiting = take(entry);
    if (waiting === undefined) {
      throw failure('not-found', 'No account is waiting to be confirmed. Sign in again.');
    }
    if (isRight) await adopt(entry, waiting.tokens);
    announce(entry);
    if (!isRight) await parts.discard(entry, waiting.tokens);
  }

  return {
    async accept(entry, tokens) {
      const last = lastUser(entry, tokens.issuer);
      if (last === undefined || last.subject === tokens.user.subject) {
        await adopt(entry, tokens);
        return 'signed-in';
      }
      take(entry);
      const timer = setTimeout(() => void settle(entry, false), parts.limitMs);
      timer.unref();
      entry.unconfirmed = {
        tokens,
        lastUser: last,
        expiresAt: parts.now() + parts.limitMs,
        cancelExpiry: () => clearTimeout(timer),
      };
      return 'confirming';
    },
    settle,
    forget: (entry) => void take(entry),
  };
}
