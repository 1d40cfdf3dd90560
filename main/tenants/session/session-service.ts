import type { Emit } from '../../../contract/bridge/events.ts';
import type { SessionState } from '../../../contract/tenants/session.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { AccessTokens } from '../client/send-with-retries.ts';
import type { ManagedPolicy } from '../../platform/policy/managed-policy.ts';
import { requireAllowedTenant } from '../../platform/policy/managed-policy.ts';
import type { Transport } from '../../platform/http/transport.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SecretVault } from '../../platform/secrets/secret-vault.ts';
import type { EmbeddedPasswords } from '../directory/embedded-passwords.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { OpenIdCall } from './open-id-call.ts';
import { orAborted } from '../../platform/timing/waiting.ts';
import { endpointsOf } from './provider-metadata.ts';
import { findProvider, requireConfirmedHosts } from './provider.ts';
import type { LastAccounts } from './last-accounts.ts';
import type { Schedule } from './schedule.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SessionEntry } from './session-entry.ts';
import type { SessionEndings } from './session-endings.ts';
import { createSessionEndings, revokeQuietly } from './session-endings.ts';
import type { SessionEntries } from './session-entries.ts';
import { createSessionEntries } from './session-entries.ts';
import { stateOf } from './session-entry.ts';
import { createAccountCheck } from './account-check.ts';
import { grantToClient } from './client-grant.ts';
import { signInFailure } from './sign-in-failure.ts';
import type { SignIns } from './sign-ins.ts';
import { createSignIns } from './sign-ins.ts';
import type { TokenManager } from './token-manager.ts';
import { createTokenManager } from './token-manager.ts';
import type { TokenStore } from './token-store.ts';
import { createTokenStore } from './token-store.ts';

export interface SessionServiceParts {
  readonly tenants: TenantDirectory;
  readonly policy: ManagedPolicy;
  readonly vault: SecretVault;
  readonly embeddedPasswords: Pick<EmbeddedPasswords, 'passwordFor'>;
  readonly transport: Transport;
  /** Opens a URL without exposing it to other users. */
  readonly openSecretly: (url: string) => Promise<void>;
  readonly lastAccounts: LastAccounts;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => number;
  /** Monotonic clock for token lifetimes, which are reported in seconds from arrival. Default: `now`. */
  readonly steady?: (() => number) | undefined;
  readonly schedule: Schedule;
  /** Timeout of a sign-in, in milliseconds. */
  readonly signInLimitMs: number;
}

export interface SessionService extends SessionDirectory, SignIns, SessionEndings {
  readonly tokens: AccessTokens;
  /** Resolves when the sessions of all tenants were restored. */
  list(): Promise<SessionState[]>;
  statusWhenRestored(tenantId: string): Promise<SessionState>;
  /** Signs in the client itself, with its secret and without a user. Throws why the tenant rejected it. */
  signInAsClient(tenantId: string, signal: AbortSignal): Promise<SessionState>;
  /** The scopes of the current token; undefined if signed out, or if the tenant doesn't say. */
  grantedScopes(tenantId: string): readonly string[] | undefined;
  /** Takes up the tenant's session from the vault, where there is one. */
  restore(tenantId: string): void;
}

export function createSessionService(parts: SessionServiceParts): SessionService {
  const { tenants, policy, vault, now, log } = parts;
  const store = createTokenStore(vault);
  const entries = createSessionEntries(tenants, parts.emit);
  const { announce } = entries;
  const stopping = new AbortController();

  const prepareCall = callPreparation(parts);

  const keeper = createTokenManager({
    tenants,
    store,
    prepareCall,
    announce,
    schedule: parts.schedule,
    now,
    maxSessionHours: policy.values.maxSessionHours,
    steady: parts.steady ?? now,
    log,
    stopping: stopping.signal,
  });

  const accounts = createAccountCheck({
    lastAccounts: parts.lastAccounts,
    adopt: keeper.adopt,
    discard: (entry, tokens) => revokeQuietly({ prepareCall, log }, entry, tokens),
    announce,
    now,
    limitMs: parts.signInLimitMs,
  });

  const signIns = createSignIns({
    entries,
    accounts,
    tenants,
    prepareCall,
    openSecretly: parts.openSecretly,
    log,
    limitMs: parts.signInLimitMs,
    stopping: stopping.signal,
  });

  const endings = createSessionEndings({
    entries,
    store,
    resolveAccount: accounts.resolve,
    forgetAccount: accounts.forget,
    prepareCall,
    log,
    stopping,
  });

  async function signInAsClient(tenantId: string, signal: AbortSignal): Promise<SessionState> {
    const entry = entries.of(tenantId);
    await entry.restored;
    try {
      const call = await prepareCall(entry, AbortSignal.any([signal, stopping.signal]));
      await keeper.adopt(entry, await grantToClient(call));
    } catch (error) {
      throw signInFailure(error, tenants.get(tenantId));
    }
    return announce(entry);
  }

  return {
    ...signIns,
    ...endings,
    ...createStatusReads(tenants, entries),
    signInAsClient,
    tokens: {
      get: (tenantId, signal) => orAborted(keeper.usable(entries.of(tenantId)), signal),
      replace: (tenantId, rejected, signal) =>
        orAborted(keeper.other(entries.of(tenantId), rejected), signal),
    },
    restore(tenantId) {
      const entry = entries.of(tenantId);
      entry.restored = restoreEntry({ ...parts, store, keeper, announce, stopping: stopping.signal }, entry);
    },
  };
}

function callPreparation({ tenants, policy, vault, transport, embeddedPasswords, now }: SessionServiceParts) {
  return async (entry: SessionEntry, signal: AbortSignal): Promise<OpenIdCall> => {
    const profile = tenants.get(entry.tenantId);
    requireAllowedTenant(policy, profile);
    entry.provider ??= await findProvider(transport, profile, signal);
    requireConfirmedHosts(entry.provider, profile);
    requireAllowedTenant(policy, { ...profile, endpoints: endpointsOf(entry.provider.metadata) });
    const clientSecret = await vault.get({ tenantId: profile.id, kind: 'client-secret' });
    const embeddedPassword = embeddedPasswords.passwordFor(profile);
    return { profile, clientSecret, embeddedPassword, provider: entry.provider, transport, signal, now };
  };
}

function createStatusReads(
  tenants: Pick<TenantDirectory, 'list'>,
  entries: Pick<SessionEntries, 'of'>,
): Pick<SessionService, 'status' | 'grantedScopes' | 'statusWhenRestored' | 'list'> {
  return {
    status: (tenantId) => stateOf(entries.of(tenantId)),
    grantedScopes: (tenantId) => entries.of(tenantId).tokens?.scope?.split(' ').filter(Boolean),
    async statusWhenRestored(tenantId) {
      const entry = entries.of(tenantId);
      await entry.restored;
      return stateOf(entry);
    },
    async list() {
      const all = tenants.list().map(({ id }) => entries.of(id));
      await Promise.all(all.map((entry) => entry.restored));
      return all.map(stateOf);
    },
  };
}

interface Restoring extends Pick<SessionServiceParts, 'tenants' | 'vault' | 'log'> {
  readonly store: TokenStore;
  readonly keeper: Pick<TokenManager, 'resume'>;
  readonly announce: (entry: SessionEntry) => unknown;
  readonly stopping: AbortSignal;
}

/** Never rejects: a session that can't be restored is signed out, with the error. */
async function restoreEntry(
  { tenants, vault, log, store, keeper, announce, stopping }: Restoring,
  entry: SessionEntry,
): Promise<void> {
  try {
    const tokens = await store.load(tenants.get(entry.tenantId));
    if (tokens === undefined || entry.tokens !== undefined || stopping.aborted) return;
    entry.storedIn = (await vault.status()).available ? 'keychain' : 'memory';
    keeper.resume(entry, tokens);
  } catch (error) {
    if (error instanceof DeskFailure) entry.error = error.error;
    log.write('warning', 'session.not-restored', { tenantId: entry.tenantId, error });
  }
  announce(entry);
}
