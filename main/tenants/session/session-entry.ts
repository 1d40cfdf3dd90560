import type { DeskError } from '../../../contract/errors/errors.ts';
import type { SessionState, SessionUser } from '../../../contract/tenants/session.ts';
import type { Provider } from './provider.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { TokenLife, TokenSet } from './token-set.ts';
import { isRenewable } from './token-set.ts';

/** Tokens of a different account than last time. Neither used nor stored before the user confirms it. */
export interface UnconfirmedAccount {
  readonly tokens: TokenSet;
  readonly lastUser: SessionUser;
  readonly expiresAt: number;
  readonly cancelExpiry: () => void;
}

/** State of one tenant's session. Only changed by the session service. */
export interface SessionEntry {
  readonly tenantId: string;
  tokens: TokenSet | undefined;
  /** Lifetime of the tokens, by a monotonic clock. */
  life: TokenLife | undefined;
  /** When the organization's limit ends the session, by a monotonic clock; undefined without a limit. */
  limitAt: number | undefined;
  storedIn: 'keychain' | 'memory';
  attempt: SignInAttempt | undefined;
  unconfirmed: UnconfirmedAccount | undefined;
  /** Pending start of an attempt, so that two clicks start one sign-in. */
  starting: Promise<SessionState> | undefined;
  /** Why there is no session, unless the user ended it. */
  error: DeskError | undefined;
  /** Why the last renewal failed, while the session continues. */
  renewalError: DeskError | undefined;
  /** The running renewal. */
  renewal: Promise<TokenSet> | undefined;
  provider: Provider | undefined;
  /** Resolves when the vault was read. */
  restored: Promise<void>;
  cancelRenewal: () => void;
}

export function newEntry(tenantId: string): SessionEntry {
  return {
    tenantId,
    tokens: undefined,
    life: undefined,
    limitAt: undefined,
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
