import type { DeskError } from '../../../contract/errors/errors.ts';
import type { SessionState, SessionUser } from '../../../contract/tenants/session.ts';
import type { Provider } from './provider.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { TokenLife, TokenSet } from './token-set.ts';
import { isRenewable } from './token-set.ts';

/** Tokens of another account than the last one. They are neither used nor stored before a person confirms it. */
export interface UnconfirmedAccount {
  readonly tokens: TokenSet;
  readonly lastUser: SessionUser;
  readonly expiresAt: number;
  readonly cancelExpiry: () => void;
}

/** What is known of one tenant's session. Only the session service changes it. */
export interface SessionEntry {
  readonly tenantId: string;
  tokens: TokenSet | undefined;
  /** Until when the tokens are good, by a clock that nobody can set. */
  life: TokenLife | undefined;
  storedIn: 'keychain' | 'memory';
  attempt: SignInAttempt | undefined;
  unconfirmed: UnconfirmedAccount | undefined;
  /** Discovery under way before an attempt, so that two clicks make one sign-in. */
  starting: Promise<SessionState> | undefined;
  /** Why there is no session, where the person did not wish it. */
  error: DeskError | undefined;
  /** Why the tokens could not be renewed the last time, while the session goes on. */
  renewalError: DeskError | undefined;
  /** The one renewal under way. */
  renewal: Promise<TokenSet> | undefined;
  provider: Provider | undefined;
  /** Resolves when the vault was asked. */
  restored: Promise<void>;
  cancelRenewal: () => void;
}

export function newEntry(tenantId: string): SessionEntry {
  return {
    tenantId,
    tokens: undefined,
    life: undefined,
    storedIn: 'memory',
    attempt: undefined,
    unconfirmed: undefined,
    starting: undefined,
    error: undefined,
    renewalError: undefined,
    renewal: undefined,
    provider: undefined,
    restored: Promise.resolve(),
    cancelRenewal: () => undefined,
  };
}

export function stateOf(entry: SessionEntry): SessionState {
  const { tenantId, attempt, unconfirmed, tokens, storedIn, error, renewalError } = entry;
  if (attempt !== undefined) {
    const { url, startedAt, expiresAt } = attempt;
    return { tenantId, state: 'signing-in', url, startedAt, expiresAt };
  }
  if (unconfirmed !== undefined) {
    const { lastUser, expiresAt } = unconfirmed;
    const user = withoutUndefined(unconfirmed.tokens.user);
    return { tenantId, state: 'confirming', user, lastUser, expiresAt };
  }
  if (tokens === undefined) {
    return { tenantId, state: 'signed-out', ...(error === undefined ? {} : { error }) };
  }
  const { user, expiresAt } = tokens;
  return {
    tenantId,
    state: 'signed-in',
    user: withoutUndefined(user),
    expiresAt,
    canRefresh: isRenewable(tokens),
    storedIn,
    ...(renewalError === undefined ? {} : { error: renewalError }),
  };
}

function withoutUndefined({ subject, name, email }: TokenSet['user']) {
  return {
    subject,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
  };
}
