import type { Emit } from '../../contract/events.ts';
import type { SessionState } from '../../contract/session.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import { DeskFailure } from '../../contract/desk-failure.ts';
import { failure } from '../failure.ts';
import type { AccessTokens } from '../http/access-tokens.ts';
import type { Transport } from '../http/transport.ts';
import type { Log } from '../log/log.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import type { TenantDirectory } from '../tenants/tenant-directory.ts';
import type { OpenIdCall } from './open-id.ts';
import { renew, revoke } from './open-id.ts';
import { discoverProvider } from './provider.ts';
import type { Schedule } from './schedule.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SessionEntry } from './session-entry.ts';
import { newEntry, stateOf } from './session-entry.ts';
import { isFinal, signInFailure } from './sign-in-failure.ts';
import { startAttempt } from './sign-in-attempt.ts';
import type { TokenSet } from './token-set.ts';
import { renewAt } from './token-set.ts';
import { createTokenStore } from './token-store.ts';
import { orAborted } from './or-aborted.ts';

export interface SessionServiceParts {
  readonly tenants: TenantDirectory;
  readonly vault: SecretVault;
  readonly transport: Transport;
  readonly openExternal: (url: string) => Promise<void>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Milliseconds that a person has for a sign-in. */
  readonly signInLimitMs: number;
}

export interface SessionService extends SessionDirectory {
  readonly tokens: AccessTokens;
  /** Answers when the vault was asked about every tenant. */
  list(): Promise<SessionState[]>;
  statusWhenRestored(tenantId: string): Promise<SessionState>;
  signIn(tenantId: string, signal: AbortSignal): Promise<SessionState>;
  cancelSignIn(tenantId: string): Promise<SessionState>;
  reopenSignIn(tenantId: string): Promise<void>;
  signOut(tenantId: string): Promise<SessionState>;
  /** Takes up the tenant's session from the vault, where there is one. */
  restore(tenantId: string): void;
  /** Forgets tokens that belong to a profile as it no longer is. The profile must still exist. */
  drop(tenantId: string): Promise<void>;
  stop(): void;
}

const afterlifeMs = 60_000;
const retryRenewalMs = 30_000;
const revocationLimitMs = 5000;

export function createSessionService(parts: SessionServiceParts): SessionService {
  const { tenants, vault, transport, now, log } = parts;
  const store = createTokenStore(vault);
  const entries = new Map<string, SessionEntry>();
  const stopping = new AbortController();

  function entryOf(tenantId: string): SessionEntry {
    tenants.get(tenantId);
    const entry = entries.get(tenantId) ?? newEntry(tenantId);
    entries.set(tenantId, entry);
    return entry;
  }

  function tell(entry: SessionEntry): SessionState {
    const state = stateOf(entry);
    if (entries.get(entry.tenantId) === entry) parts.emit('session.changed', state);
    return state;
  }

  async function openIdCall(
    profile: TenantProfile,
    entry: SessionEntry,
    signal: AbortSignal,
  ): Promise<OpenIdCall> {
    entry.provider ??= await discoverProvider(transport, profile, signal);
    const clientSecret = await vault.get({ tenantId: profile.id, kind: 'client-secret' });
    return { profile, clientSecret, provider: entry.provider, transport, signal, now };
  }

  /** Takes tokens into use: kept in the vault, renewed in time. */
  async function adopt(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    entry.tokens = tokens;
    entry.error = undefined;
    entry.keptIn = await store.save(entry.tenantId, tokens);
    planRenewal(entry);
  }

  /** Ends a session that cannot go on. Drafts and everything else on disk stay. */
  async function expire(entry: SessionEntry): Promise<DeskFailure> {
    const { name } = tenants.get(entry.tenantId);
    const error = failure(
      'session-expired',
      `Your sign-in to ${name} has ended. Sign in again; your drafts are kept.`,
    );
    entry.cancelRenewal();
    entry.tokens = undefined;
    entry.error = error.error;
    await store.remove(entry.tenantId).catch(() => undefined);
    log.write('info', 'session.expired', { tenantId: entry.tenantId });
    tell(entry);
    return error;
  }

  function planRenewal(entry: SessionEntry, at?: number): void {
    entry.cancelRenewal();
    const { tokens } = entry;
    if (tokens === undefined || stopping.signal.aborted) return;
    const due = at ?? (tokens.refreshToken === undefined ? tokens.expiresAt : renewAt(tokens));
    entry.cancelRenewal = parts.schedule(due, () => {
      if (entry.tokens?.refreshToken === undefined) void expire(entry);
      else void renewOnce(entry).catch(() => planRenewal(entry, now() + retryRenewalMs));
    });
  }

  /** Renews, one renewal at a time: whoever comes second waits for the first. */
  function renewOnce(entry: SessionEntry): Promise<TokenSet> {
    entry.renewal ??= renewNow(entry).finally(() => {
      entry.renewal = undefined;
    });
    return entry.renewal;
  }

  async function renewNow(entry: SessionEntry): Promise<TokenSet> {
    const before = entry.tokens;
    if (before === undefined) throw signedOut(entry.tenantId);
    const profile = tenants.get(entry.tenantId);
    try {
      const renewed = await renew(await openIdCall(profile, entry, stopping.signal), before);
      if (entry.tokens !== before) throw signedOut(entry.tenantId);
      await adopt(entry, renewed);
      log.write('info', 'session.renewed', { tenantId: entry.tenantId });
      tell(entry);
      return renewed;
    } catch (error) {
      if (entry.tokens !== before) throw signedOut(entry.tenantId);
      const failed = signInFailure(error, profile.name);
      log.write('warning', 'session.renewal-failed', { tenantId: entry.tenantId, errorCode: failed.code });
      throw isFinal(error) || failed.code === 'id-token-invalid' ? await expire(entry) : failed;
    }
  }

  function signedOut(tenantId: string): DeskFailure {
    const { name } = tenants.get(tenantId);
    return failure('signed-out', `You are not signed in to ${name}. Sign in to go on.`);
  }

  async function usableToken(entry: SessionEntry): Promise<string> {
    await entry.restored;
    const { tokens } = entry;
    if (tokens === undefined) throw signedOut(entry.tenantId);
    if (now() < renewAt(tokens)) return tokens.accessToken;
    const isStillValid = now() < tokens.expiresAt;
    if (tokens.refreshToken === undefined) {
      if (isStillValid) return tokens.accessToken;
      throw await expire(entry);
    }
    try {
      return (await renewOnce(entry)).accessToken;
    } catch (error) {
      if (isStillValid && entry.tokens === tokens) return tokens.accessToken;
      throw error;
    }
  }

  async function otherToken(entry: SessionEntry, refused: string): Promise<string> {
    const { tokens } = entry;
    if (tokens === undefined) throw signedOut(entry.tenantId);
    if (tokens.accessToken !== refused) return tokens.accessToken;
    if (tokens.refreshToken === undefined) throw await expire(entry);
    return (await renewOnce(entry)).accessToken;
  }

  async function begin(entry: SessionEntry, signal: AbortSignal): Promise<SessionState> {
    const profile = tenants.get(entry.tenantId);
    entry.provider = undefined;
    try {
      const call = await openIdCall(profile, entry, AbortSignal.any([signal, stopping.signal]));
      const attempt = await startAttempt({
        call,
        limitMs: parts.signInLimitMs,
        afterlifeMs,
        accept: (tokens) => adopt(entry, tokens),
      });
      entry.attempt = attempt;
      void attempt.outcome.then((error) => settle(entry, error));
      const state = tell(entry);
      await open(attempt.url);
      return state;
    } catch (error) {
      const failed = signInFailure(error, profile.name);
      if (entry.tokens === undefined && failed.code !== 'cancelled') {
        entry.error = failed.error;
        tell(entry);
      }
      throw failed;
    }
  }

  function settle(entry: SessionEntry, error: DeskFailure | undefined): void {
    entry.attempt = undefined;
    entry.error = error?.code === 'sign-in-cancelled' ? undefined : error?.error;
    log.write(error === undefined ? 'info' : 'warning', 'session.sign-in-ended', {
      tenantId: entry.tenantId,
      outcome: error?.code ?? 'signed-in',
    });
    tell(entry);
  }

  /** A browser that does not open is no failure: the address is shown for copying. */
  async function open(url: string): Promise<void> {
    await parts.openExternal(url).catch((error: unknown) => {
      log.write('warning', 'session.browser-not-opened', { error });
    });
  }

  async function revokeQuietly(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    try {
      const limit = AbortSignal.timeout(revocationLimitMs);
      await revoke(await openIdCall(tenants.get(entry.tenantId), entry, limit), tokens);
    } catch (error) {
      log.write('warning', 'session.not-revoked', { tenantId: entry.tenantId, error });
    }
  }

  async function drop(tenantId: string): Promise<void> {
    const entry = entryOf(tenantId);
    entry.attempt?.cancel();
    entry.cancelRenewal();
    entries.delete(tenantId);
    entry.tokens = undefined;
    await store.remove(tenantId);
    tell(entryOf(tenantId));
  }

  async function restoreEntry(entry: SessionEntry): Promise<void> {
    try {
      const tokens = await store.load(tenants.get(entry.tenantId));
      if (tokens === undefined || entry.tokens !== undefined || stopping.signal.aborted) return;
      entry.tokens = tokens;
      entry.keptIn = (await vault.status()).available ? 'keychain' : 'memory';
      planRenewal(entry);
      tell(entry);
    } catch (error) {
      if (error instanceof DeskFailure) entry.error = error.error;
      log.write('warning', 'session.not-restored', { tenantId: entry.tenantId, error });
      tell(entry);
    }
  }

  return {
    tokens: {
      get: (tenantId, signal) => orAborted(usableToken(entryOf(tenantId)), signal),
      replace: (tenantId, refused, signal) => orAborted(otherToken(entryOf(tenantId), refused), signal),
    },
    status: (tenantId) => stateOf(entryOf(tenantId)),
    async statusWhenRestored(tenantId) {
      const entry = entryOf(tenantId);
      await entry.restored;
      return stateOf(entry);
    },
    async list() {
      const all = tenants.list().map(({ id }) => entryOf(id));
      await Promise.all(all.map((entry) => entry.restored));
      return all.map(stateOf);
    },
    async signIn(tenantId, signal) {
      const entry = entryOf(tenantId);
      await entry.restored;
      if (entry.attempt !== undefined) return stateOf(entry);
      entry.starting ??= begin(entry, signal).finally(() => {
        entry.starting = undefined;
      });
      return entry.starting;
    },
    async cancelSignIn(tenantId) {
      const entry = entryOf(tenantId);
      const { attempt } = entry;
      attempt?.cancel();
      await attempt?.outcome;
      return stateOf(entry);
    },
    async reopenSignIn(tenantId) {
      const { attempt } = entryOf(tenantId);
      if (attempt === undefined) {
        throw failure('not-found', 'No sign-in is under way. Begin a new one.');
      }
      await open(attempt.url);
    },
    async signOut(tenantId) {
      const entry = entryOf(tenantId);
      await entry.restored;
      entry.attempt?.cancel();
      const { tokens } = entry;
      entry.cancelRenewal();
      entry.tokens = undefined;
      entry.error = undefined;
      await store.remove(tenantId);
      if (tokens !== undefined) await revokeQuietly(entry, tokens);
      log.write('info', 'session.signed-out', { tenantId });
      return tell(entry);
    },
    restore(tenantId) {
      const entry = entryOf(tenantId);
      entry.restored = restoreEntry(entry);
    },
    drop,
    stop() {
      stopping.abort(failure('cancelled', 'Tenant Desk is closing.'));
      for (const entry of entries.values()) {
        entry.cancelRenewal();
        entry.attempt?.cancel();
      }
    },
  };
}
