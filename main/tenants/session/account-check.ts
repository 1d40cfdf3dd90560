import type { SessionState, SessionUser } from '../../../contract/tenants/session.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { LastAccounts } from './last-accounts.ts';
import type { SessionEntry, UnconfirmedAccount } from './session-entry.ts';
import type { Accepted } from './sign-in-attempt.ts';
import type { TokenSet } from './token-set.ts';

export interface AccountCheckParts {
  readonly lastAccounts: LastAccounts;
  readonly adopt: (entry: SessionEntry, tokens: TokenSet) => Promise<void>;
  /** Revokes unused tokens at the tenant. */
  readonly discard: (entry: SessionEntry, tokens: TokenSet) => Promise<void>;
  readonly announce: (entry: SessionEntry) => SessionState;
  readonly now: () => number;
  /** Time for the user to confirm an account, in milliseconds. */
  readonly limitMs: number;
}

/** Requires confirmation before tokens of a different account than last time are used. */
export interface AccountCheck {
  /** Adopts the tokens, or holds them until `settle`. */
  accept(entry: SessionEntry, tokens: TokenSet): Promise<Accepted>;
  /** Adopts or discards the waiting tokens. Throws `not-found` if there are none. */
  resolve(entry: SessionEntry, isRight: boolean): Promise<void>;
  /** Drops the waiting tokens without revoking them. */
  forget(entry: SessionEntry): void;
}

export function createAccountCheck(parts: AccountCheckParts): AccountCheck {
  const { lastAccounts, announce } = parts;

  async function adopt(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    await parts.adopt(entry, tokens);
    lastAccounts.save(entry.tenantId, tokens.issuer, tokens.user);
  }

  /** Sessions of earlier versions aren't in the table. */
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

  async function resolve(entry: SessionEntry, isRight: boolean): Promise<void> {
    const waiting = take(entry);
    if (waiting === undefined) {
      throw failure('not-found', 'No account is waiting for confirmation. Sign in again.');
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
      const timer = setTimeout(() => void resolve(entry, false), parts.limitMs);
      timer.unref();
      entry.unconfirmed = {
        tokens,
        lastUser: last,
        expiresAt: parts.now() + parts.limitMs,
        cancelExpiry: () => clearTimeout(timer),
      };
      return 'confirming';
    },
    resolve,
    forget: (entry) => void take(entry),
  };
}
