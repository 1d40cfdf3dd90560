import type { SessionState } from '../../../contract/tenants/session.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { provesNothing } from '../../../contract/errors/errors.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { expiredOnArrival, renew } from './open-id.ts';
import type { Schedule } from './schedule.ts';
import type { SessionEntry } from './session-entry.ts';
import { isFinal, signInFailure } from './sign-in-failure.ts';
import type { TokenSet } from './token-set.ts';
import { newLife, restOfLife } from './token-set.ts';
import type { TokenStore } from './token-store.ts';

export interface TokenManagerParts {
  readonly tenants: TenantDirectory;
  readonly store: TokenStore;
  readonly prepareCall: (entry: SessionEntry, signal: AbortSignal) => Promise<OpenIdCall>;
  readonly tell: (entry: SessionEntry) => SessionState;
  readonly schedule: Schedule;
  readonly now: () => number;
  /** Milliseconds of a clock that nobody can set; `schedule` goes by it. */
  readonly steady: () => number;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** Keeps the tokens of a session good: renewed in time, one renewal at a time, ended when the tenant says so. */
export interface TokenManager {
  /** Takes tokens into use and into the vault. */
  adopt(entry: SessionEntry, tokens: TokenSet): Promise<void>;
  /** Takes tokens into use that came from the vault. */
  resume(entry: SessionEntry, tokens: TokenSet): void;
  /** An access token that is not about to end. Throws `signed-out` or `session-expired`. */
  usable(entry: SessionEntry): Promise<string>;
  /** Another access token than the one that the tenant refused. Throws as `usable`. */
  other(entry: SessionEntry, refused: string): Promise<string>;
}

/** How long to wait before a renewal is tried again that could not reach the tenant. */
const retryMs = 30_000;

export function createTokenManager(parts: TokenManagerParts): TokenManager {
  const { tenants, store, now, steady, log, tell } = parts;

  function signedOut(tenantId: string): DeskFailure {
    const { name } = tenants.get(tenantId);
    return failure('signed-out', `You are not signed in to ${name}. Sign in to go on.`);
  }

  async function adopt(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    entry.tokens = tokens;
    entry.life = newLife(tokens, steady());
    entry.error = undefined;
    entry.renewalError =
      tokens.isExpiredOnArrival === true
        ? expiredOnArrival(tenants.get(entry.tenantId).name).error
        : undefined;
    entry.storedIn = await store.save(entry.tenantId, tokens);
    planRenewal(entry);
  }

  function sessionExpired(tenantId: string): DeskFailure {
    const { name } = tenants.get(tenantId);
    return failure(
      'session-expired',
      `Your sign-in to ${name} has ended. Sign in again; your drafts are kept.`,
    );
  }

  /** Ends a session that cannot go on. Drafts and everything else on disk stay. */
  async function expire(entry: SessionEntry, error = sessionExpired(entry.tenantId)): Promise<DeskFailure> {
    entry.cancelRenewal();
    entry.tokens = undefined;
    entry.renewalError = undefined;
    entry.error = error.error;
    await store.remove(entry.tenantId).catch(() => undefined);
    log.write('info', 'session.expired', { tenantId: entry.tenantId });
    tell(entry);
    return error;
  }

  function planRenewal(entry: SessionEntry, at?: number): void {
    entry.cancelRenewal();
    const { tokens, life } = entry;
    if (tokens === undefined || life === undefined || parts.stopping.aborted) return;
    const due = at ?? (tokens.refreshToken === undefined ? life.endsAt : life.renewAt);
    entry.cancelRenewal = parts.schedule(due, () => {
      if (entry.tokens?.refreshToken === undefined) void expire(entry);
      else renewOnce(entry).catch(() => planRenewal(entry, steady() + retryMs));
    });
  }

  /** Whoever comes second waits for the first. */
  function renewOnce(entry: SessionEntry): Promise<TokenSet> {
    entry.renewal ??= renewNow(entry).finally(() => {
      entry.renewal = undefined;
    });
    return entry.renewal;
  }

  async function renewNow(entry: SessionEntry): Promise<TokenSet> {
    let held = entry.tokens;
    if (held === undefined) throw signedOut(entry.tenantId);

    /** What the old refresh token was given up for is kept whatever becomes of the rest of the answer. */
    async function keep(refreshToken: string): Promise<void> {
      if (held === undefined || entry.tokens !== held) return;
      held = { ...held, refreshToken };
      entry.tokens = held;
      entry.storedIn = await store.save(entry.tenantId, held);
    }

    try {
      const renewed = await renew(await parts.prepareCall(entry, parts.stopping), held, keep);
      if (entry.tokens !== held) throw signedOut(entry.tenantId);
      await adopt(entry, renewed);
      log.write('info', 'session.renewed', { tenantId: entry.tenantId });
      tell(entry);
      return renewed;
    } catch (error) {
      // Signed out, or signed in anew, while the tenant was asked: its answer is of no use any more.
      if (entry.tokens !== held) throw signedOut(entry.tenantId);
      const failed = signInFailure(error, tenants.get(entry.tenantId));
      log.write('warning', 'session.not-renewed', { tenantId: entry.tenantId, errorCode: failed.code });
      if (isFinal(error)) throw await expire(entry);
      throw failed.code === 'id-token-invalid' ? await expire(entry, failed) : goOn(entry, failed);
    }
  }

  /** The session stays as it is, and says why it has no newer tokens. */
  function goOn(entry: SessionEntry, failed: DeskFailure): DeskFailure {
    const error = notRenewed(failed);
    const isNews = entry.renewalError?.message !== error.error.message;
    if (error.code !== 'cancelled') entry.renewalError = error.error;
    if (isNews) tell(entry);
    return error;
  }

  return {
    adopt,
    resume(entry, tokens) {
      entry.tokens = tokens;
      entry.life = restOfLife(tokens, now(), steady());
      planRenewal(entry);
    },
    async usable(entry) {
      await entry.restored;
      const { tokens, life } = entry;
      if (tokens === undefined || life === undefined) throw signedOut(entry.tenantId);
      if (steady() < life.renewAt) return tokens.accessToken;
      const isStillValid = steady() < life.endsAt;
      if (tokens.refreshToken === undefined) {
        if (isStillValid) return tokens.accessToken;
        throw await expire(entry);
      }
      try {
        return (await renewOnce(entry)).accessToken;
      } catch (error) {
        if (isStillValid && entry.tokens?.accessToken === tokens.accessToken) return tokens.accessToken;
        throw error;
      }
    },
    async other(entry, refused) {
      const { tokens } = entry;
      if (tokens === undefined) throw signedOut(entry.tenantId);
      if (tokens.accessToken !== refused) return tokens.accessToken;
      if (tokens.refreshToken === undefined) throw await expire(entry);
      return (await renewOnce(entry)).accessToken;
    },
  };
}

/**
 * Whatever became of the renewal, the call that wanted the token was not sent: a code that leaves the outcome of a
 * renewal open must not leave the outcome of that call open, too.
 */
function notRenewed(failed: DeskFailure): DeskFailure {
  const { code, message, detail } = failed.error;
  if (!provesNothing(code) || code === 'cancelled') return failed;
  return failure('renewal-failed', message, { ...(detail === undefined ? {} : { detail }), cause: failed });
}
