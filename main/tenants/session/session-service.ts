import type { Emit } from '../../../contract/bridge/events.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { AccessTokens } from '../client/send-with-retries.ts';
import type { Transport } from '../../platform/http/transport.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import { withDeadline } from '../../platform/timing/waiting.ts';
import type { EmbeddedPasswords } from '../directory/embedded-passwords.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { revoke } from './open-id.ts';
import { orAborted } from '../../platform/timing/waiting.ts';
import { findProvider, requireConfirmedHosts } from './provider.ts';
import type { LastAccounts } from './last-accounts.ts';
import type { Schedule } from './schedule.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SessionEntry } from './session-entry.ts';
import { newEntry, stateOf } from './session-entry.ts';
import { createAccountCheck } from './account-check.ts';
import { startAttempt } from './sign-in-attempt.ts';
import { signInFailure } from './sign-in-failure.ts';
import { createTokenManager } from './token-manager.ts';
import type { TokenSet } from './token-set.ts';
import { createTokenStore } from './token-store.ts';

export interface SessionServiceParts {
  readonly tenants: TenantDirectory;
  readonly vault: SecretVault;
  readonly embeddedPasswords: Pick<EmbeddedPasswords, 'passwordFor'>;
  readonly transport: Transport;
  /** Opens a URL that nobody else may read on its way to the browser. */
  readonly openSecretly: (url: string) => Promise<void>;
  readonly lastAccounts: LastAccounts;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => number;
  /** How long tokens live is told in seconds from their arrival: counted by a clock that nobody can set. `now` unless given. */
  readonly steady?: (() => number) | undefined;
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
  /** Ends the wait of an account that is not the last one. Throws `not-found` when none waits. */
  confirmAccount(tenantId: string, isRight: boolean): Promise<SessionState>;
  signOut(tenantId: string): Promise<SessionState>;
  /** Takes up the tenant's session from the vault, where there is one. */
  restore(tenantId: string): void;
  /** Forgets tokens that belong to a profile as it no longer is. The profile must still exist. */
  drop(tenantId: string): Promise<void>;
  /** Gives up what is under way, and waits a moment for it to be over. */
  stop(): Promise<void>;
}

/** How long a late second callback still gets a page that explains itself. */
const gracePeriodMs = 60_000;
const revocationLimitMs = 5000;
const stopLimitMs = 1000;

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

  async function prepareCall(entry: SessionEntry, signal: AbortSignal): Promise<OpenIdCall> {
    const profile = tenants.get(entry.tenantId);
    entry.provider ??= await findProvider(transport, profile, signal);
    requireConfirmedHosts(entry.provider, profile);
    const clientSecret = await vault.get({ tenantId: profile.id, kind: 'client-secret' });
    const embeddedPassword = parts.embeddedPasswords.passwordFor(profile);
    return { profile, clientSecret, embeddedPassword, provider: entry.provider, transport, signal, now };
  }

  const keeper = createTokenManager({
    tenants,
    store,
    prepareCall,
    tell,
    schedule: parts.schedule,
    now,
    steady: parts.steady ?? now,
    log,
    stopping: stopping.signal,
  });

  const accounts = createAccountCheck({
    lastAccounts: parts.lastAccounts,
    adopt: keeper.adopt,
    discard: (entry, tokens) => revokeQuietly(entry, tokens),
    tell,
    now,
    limitMs: parts.signInLimitMs,
  });

  async function begin(entry: SessionEntry, signal: AbortSignal): Promise<SessionState> {
    // What the tenant offers may have changed since the last time.
    entry.provider = undefined;
    try {
      const attempt = await startAttempt({
        call: await prepareCall(entry, AbortSignal.any([signal, stopping.signal])),
        limitMs: parts.signInLimitMs,
        gracePeriodMs,
        accept: (tokens) => accounts.accept(entry, tokens),
        onNewUrl: () => void tell(entry),
      });
      entry.attempt = attempt;
      void attempt.outcome.then((error) => settle(entry, error));
      const state = tell(entry);
      await openBrowser(attempt.url);
      return state;
    } catch (error) {
      const failed = signInFailure(error, tenants.get(entry.tenantId));
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
  async function openBrowser(url: string): Promise<void> {
    await parts.openSecretly(url).catch((error: unknown) => {
      log.write('warning', 'session.browser-not-opened', { error });
    });
  }

  async function revokeQuietly(entry: SessionEntry, tokens: TokenSet): Promise<void> {
    try {
      await revoke(await prepareCall(entry, AbortSignal.timeout(revocationLimitMs)), tokens);
    } catch (error) {
      log.write('warning', 'session.not-revoked', { tenantId: entry.tenantId, error });
    }
  }

  async function restoreEntry(entry: SessionEntry): Promise<void> {
    try {
      const tokens = await store.load(tenants.get(entry.tenantId));
      if (tokens === undefined || entry.tokens !== undefined || stopping.signal.aborted) return;
      entry.storedIn = (await vault.status()).available ? 'keychain' : 'memory';
      keeper.resume(entry, tokens);
    } catch (error) {
      if (error instanceof DeskFailure) entry.error = error.error;
      log.write('warning', 'session.not-restored', { tenantId: entry.tenantId, error });
    }
    tell(entry);
  }

  return {
    tokens: {
      get: (tenantId, signal) => orAborted(keeper.usable(entryOf(tenantId)), signal),
      replace: (tenantId, refused, signal) => orAborted(keeper.other(entryOf(tenantId), refused), signal),
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
      if (entry.attempt !== undefined || entry.unconfirmed !== undefined) return stateOf(entry);
      entry.starting ??= begin(entry, signal).finally(() => {
        entry.starting = undefined;
      });
      return entry.starting;
    },
    async cancelSignIn(tenantId) {
      const entry = entryOf(tenantId);
      entry.attempt?.cancel();
      await entry.attempt?.outcome;
      return stateOf(entry);
    },
    async reopenSignIn(tenantId) {
      const { attempt } = entryOf(tenantId);
      if (attempt === undefined) throw failure('not-found', 'No sign-in is under way. Begin a new one.');
      await openBrowser(attempt.url);
    },
    async confirmAccount(tenantId, isRight) {
      await accounts.settle(entryOf(tenantId), isRight);
      return stateOf(entryOf(tenantId));
    },
    async signOut(tenantId) {
      const entry = entryOf(tenantId);
      await entry.restored;
      entry.attempt?.cancel();
      if (entry.unconfirmed !== undefined) await accounts.settle(entry, false);
      entry.cancelRenewal();
      const { tokens } = entry;
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
    async drop(tenantId) {
      const entry = entryOf(tenantId);
      entry.attempt?.cancel();
      accounts.forget(entry);
      entry.cancelRenewal();
      entry.tokens = undefined;
      entries.delete(tenantId);
      await store.remove(tenantId);
      tell(entryOf(tenantId));
    },
    async stop() {
      stopping.abort(failure('cancelled', 'Tenant Desk is closing.'));
      const underWay = [...entries.values()].map((entry) => {
        entry.cancelRenewal();
        entry.attempt?.cancel();
        accounts.forget(entry);
        return [entry.attempt?.outcome, entry.starting, entry.renewal].filter((work) => work !== undefined);
      });
      // A keychain that hangs must not hold up the end.
      await withDeadline(Promise.allSettled<unknown>(underWay.flat()), stopLimitMs).catch(() => undefined);
    },
  };
}
