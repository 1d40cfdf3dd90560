import type { DeskError } from '../../../contract/errors.ts';
import type { SessionState } from '../../../contract/session.ts';
import type { Provider } from './provider.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { TokenLife, TokenSet } from './token-set.ts';

/** What is known of one tenant's session. Only the session service changes it. */
export interface SessionEntry {
  readonly tenantId: string;
  tokens: TokenSet | undefined;
  /** Until when the tokens are good, by a clock that nobody can set. */
  life: TokenLife | undefined;
  keptIn: 'keychain' | 'memory';
  attempt: SignInAttempt | undefined;
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
    keptIn: 'memory',
    attempt: undefined,
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
  const { tenantId, attempt, tokens, keptIn, error, renewalError } = entry;
  if (attempt !== undefined) {
    const { url, startedAt, expiresAt } = attempt;
    return { tenantId, state: 'signing-in', url, startedAt, expiresAt };
  }
  if (tokens === undefined) {
    return { tenantId, state: 'signed-out', ...(error === undefined ? {} : { error }) };
  }
  const { user, expiresAt, refreshToken } = tokens;
  return {
    tenantId,
    state: 'signed-in',
    user: withoutUndefined(user),
    expiresAt,
    canRefresh: refreshToken !== undefined,
    keptIn,
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
