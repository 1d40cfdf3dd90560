import type { SessionState } from '../../../contract/tenants/session.ts';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { provesNothing } from '../../../contract/errors/errors.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { grantToClient } from './client-grant.ts';
import { expiredOnArrival, renew } from './open-id.ts';
import type { Schedule } from './schedule.ts';
import { revokeQuietly } from './session-endings.ts';
import type { SessionEntry } from './session-entry.ts';
import type { SessionLimit } from './session-limit.ts';
import { isFinal, signInFailure } from './sign-in-failure.ts';
import type { TokenSet } from './token-set.ts';
import { isRenewable, newLife, signedInAt } from './token-set.ts';
import type { TokenStore } from './token-store.ts';

export interface TokenRenewalParts {
  readonly tenants: TenantDirectory;
  readonly store: TokenStore;
  readonly prepareCall: (entry: SessionEntry, signal: AbortSignal) => Promise<OpenIdCall>;
  readonly announce: (entry: SessionEntry) => SessionState;
  readonly schedule: Schedule;
  /** Milliseconds of a monotonic clock; `schedule` uses it. */
  readonly steady: () => number;
  readonly limit: SessionLimit;
  readonly log: Log;
  readonly stopping: AbortSignal;
}

/** Renews the tokens of a session in time, one renewal at a time, and ends it when the tenant says so. */
export interface TokenRenewal {
  /** Takes tokens into use and into the vault. */
  adopt(entry: SessionEntry, tokens: TokenSet): Promise<void>;
  /** Renews the tokens when it is time, or ends the session where they can't be renewed. */
  plan(entry: SessionEntry): void;
  /** Renews now, or waits for the active renewal. */
  renewOnce(entry: SessionEntry): Promise<TokenSet>;
  /** Ends a session that can't continue; returns why. Drafts and everything else on disk stay. */
  expire(entry: SessionEntry): Promise<DeskFailure>;
  /** The same for a session that has reached the organization's limit: its tokens are also revoked at the tenant. */
  endAtLimit(entry: SessionEntry): Promise<DeskFailure>;
}

/** How long to wait before a renewal is tried again that could not reach the tenant. */
const retryMs = 30_000;

export function createTokenRenewal(parts: TokenRenewalParts): TokenRenewal {
  const { tenants, store, steady, limit, log, announce } = parts;

  async function adopt(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    entry.tokens = tokens;
    entry.life = newLife(tokens, steady());
    limit.follow(entry, tokens);
    entry.error = undefined;
    entry.renewalError =
      tokens.isExpiredOnArrival === true
        ? expiredOnArrival(tenants.get(entry.tenantId).name).error
        : undefined;
    entry.storedIn = await store.save(entry.tenantId, tokens);
    planRenewal(entry);
  }

  /** Ends a session that can't continue. Drafts and everything else on disk stay. */
  async function expire(
    entry: SessionEntry,
    error = sessionExpired(tenants.get(entry.tenantId)),
  ): Promise<DeskFailure> {
    entry.cancelRenewal();
    entry.tokens = undefined;
    entry.renewalError = undefined;
    entry.error = error.error;
    await store.remove(entry.tenantId).catch(() => undefined);
    log.write('info', 'session.expired', { tenantId: entry.tenantId });
    announce(entry);
    return error;
  }

  function endAtLimit(entry: SessionEntry): Promise<DeskFailure> {
    if (entry.tokens !== undefined) void revokeQuietly(parts, entry, entry.tokens);
    return expire(entry, limit.reason(tenants.get(entry.tenantId).name));
  }

  function planRenewal(entry: SessionEntry, at?: number): void {
    entry.cancelRenewal();
    const { tokens, life } = entry;
    if (tokens === undefined || life === undefined || parts.stopping.aborted) return;
    const due = at ?? (isRenewable(tokens) ? life.renewAt : life.endsAt);
    entry.cancelRenewal = parts.schedule(Math.min(due, entry.limitAt ?? Infinity), () => {
      if (limit.isOver(entry)) return void endAtLimit(entry);
      if (entry.tokens === undefined || !isRenewable(entry.tokens)) void expire(entry);
      else renewOnce(entry).catch(() => planRenewal(entry, steady() + retryMs));
    });
  }

  /** Concurrent callers share the first renewal. */
  const renewOnce = (entry: SessionEntry): Promise<TokenSet> =>
    (entry.renewal ??= renewNow(entry).finally(() => (entry.renewal = undefined)));

  async function renewNow(entry: SessionEntry): Promise<TokenSet> {
    let held = entry.tokens;
    if (held === undefined) throw signedOut(tenants.get(entry.tenantId));

    /** The new refresh token is stored even if the rest of the response is unusable: the old one is no longer valid. */
    async function keep(refreshToken: string): Promise<void> {
      if (held === undefined || entry.tokens !== held) return;
      held = { ...held, refreshToken };
      entry.tokens = held;
      entry.storedIn = await store.save(entry.tenantId, held);
    }

    try {
      const call = await parts.prepareCall(entry, parts.stopping);
      const renewed = held.grant === undefined ? await renew(call, held, keep) : await grantToClient(call);
      if (entry.tokens !== held) throw signedOut(tenants.get(entry.tenantId));
      await adopt(entry, { ...renewed, signedInAt: signedInAt(held) });
      log.write('info', 'session.renewed', { tenantId: entry.tenantId });
      announce(entry);
      return renewed;
    } catch (error) {
      // Signed out, or signed in again, during the request: its response is obsolete.
      if (entry.tokens !== held) throw signedOut(tenants.get(entry.tenantId));
      const failed = signInFailure(error, tenants.get(entry.tenantId));
      log.write('warning', 'session.not-renewed', { tenantId: entry.tenantId, errorCode: failed.code });
      if (isFinal(error)) throw await expire(entry);
      throw failed.code === 'id-token-invalid'
        ? await expire(entry, failed)
        : withoutRenewal(parts, entry, failed);
    }
  }

  return {
    adopt,
    plan: (entry) => planRenewal(entry),
    renewOnce,
    expire: (entry) => expire(entry),
    endAtLimit,
  };
}

/** The session stays as it is, and says why it has no newer tokens. */
function withoutRenewal(
  { announce }: Pick<TokenRenewalParts, 'announce'>,
  entry: SessionEntry,
  failed: DeskFailure,
): DeskFailure {
  const error = notRenewed(failed);
  const isNews = entry.renewalError?.message !== error.error.message;
  if (error.code !== 'canceled') entry.renewalError = error.error;
  if (isNews) announce(entry);
  return error;
}

/**
 * Regardless of the renewal's outcome, the call that needed the token was not sent: a code that leaves the outcome of a
 * renewal open must not leave the outcome of that call open, too.
 */
function notRenewed(failed: DeskFailure): DeskFailure {
  const { code, message, detail } = failed.error;
  if (!provesNothing(code) || code === 'canceled') return failed;
  return failure('renewal-failed', message, { ...(detail === undefined ? {} : { detail }), cause: failed });
}

type NamedTenant = { readonly name: string };

export const signedOut = ({ name }: NamedTenant): DeskFailure =>
  failure('signed-out', `You are not signed in to ${name}. Sign in to continue.`);

const sessionExpired = ({ name }: NamedTenant): DeskFailure =>
  failure('session-expired', `Your sign-in to ${name} has ended. Sign in again; your drafts are saved.`);
