import { DatabaseSync } from 'node:sqlite';
import type { Host } from '../platform/host/host.ts';
import type { Connectivity } from '../tenants/client/connectivity.ts';
import { createConnectivity } from '../tenants/client/connectivity.ts';
import { createTenantClient } from '../tenants/client/create-tenant-client.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import type { ProxyLogins } from '../platform/http/proxy-logins.ts';
import { createProxyLogins } from '../platform/http/proxy-logins.ts';
import type { Transport } from '../platform/http/transport.ts';
import { createTransport } from '../platform/http/transport.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { managedSettings } from '../platform/policy/managed-settings.ts';
import { createFileLog } from '../platform/log/file-log.ts';
import type { Log } from '../platform/log/log.ts';
import { createDeferredVault } from '../platform/secrets/secret-vault.ts';
import type { Presence } from '../platform/presence/presence.ts';
import { createPresence } from '../platform/presence/presence.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createLastAccounts, sessionSchemaSteps } from '../tenants/session/last-accounts.ts';
import type { Schedule } from '../tenants/session/schedule.ts';
import { createSchedule } from '../tenants/session/schedule.ts';
import type { SessionService } from '../tenants/session/session-service.ts';
import { createSessionService } from '../tenants/session/session-service.ts';
import type { SettingsStore } from '../platform/settings/settings-store.ts';
import { createSettingsStore, settingsSchemaSteps } from '../platform/settings/settings-store.ts';
import type { ViewStateStore } from '../platform/settings/view-state-store.ts';
import { createViewStateStore, viewStateSchemaSteps } from '../platform/settings/view-state-store.ts';
import type { Database } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import type { Profile } from '../platform/storage/open-profile.ts';
import { openProfile } from '../platform/storage/open-profile.ts';
import type { SnapshotStore } from '../platform/storage/snapshot-store.ts';
import { createSnapshotStore, snapshotSchemaSteps } from '../platform/storage/snapshot-store.ts';
import type { EmbeddedPasswords } from '../tenants/directory/embedded-passwords.ts';
import { allowedTenants } from '../tenants/directory/allowed-tenants.ts';
import { createEmbeddedPasswords } from '../tenants/directory/embedded-passwords.ts';
import { tenantSchemaSteps } from '../tenants/directory/tenant-store.ts';
import type { TenantService } from '../tenants/tenant-service.ts';
import { createTenantService } from '../tenants/tenant-service.ts';
import type { TenantStore } from '../tenants/directory/tenant-store.ts';
import { createTenantStore } from '../tenants/directory/tenant-store.ts';

export interface FoundationOptions {
  readonly host: Host;
  readonly profileFolder: string;
  readonly version: string;
  readonly policy: ManagedPolicy;
  readonly openVault: () => Promise<SecretVault>;
  /** Used if the settings have no proxy; default: none. */
  readonly systemProxy?: FindProxy | undefined;
  readonly now: () => number;
  /** Monotonic clock for durations; default: `now`. */
  readonly steady?: (() => number) | undefined;
  /** Schedules work by the `steady` clock; default: timers. */
  readonly schedule?: Schedule | undefined;
  readonly newId: () => string;
  readonly signInLimitMs: number;
  /** Tables of the features. */
  readonly moreNouns: readonly SchemaSteps[];
}

/** Shared basis of all features: the profile's database, secrets, sessions and tenant clients. */
export interface Foundation {
  readonly policy: ManagedPolicy;
  /** The tables of the profile. */
  readonly nouns: readonly SchemaSteps[];
  readonly profile: Profile;
  readonly log: Log;
  readonly vault: SecretVault;
  readonly transport: Transport;
  readonly proxyLogins: ProxyLogins;
  readonly connectivity: Connectivity;
  readonly tenantStore: TenantStore;
  readonly snapshots: SnapshotStore;
  readonly settingsStore: SettingsStore;
  readonly presence: Presence;
  readonly viewState: ViewStateStore;
  readonly sessions: SessionService;
  readonly embeddedPasswords: EmbeddedPasswords;
  readonly tenants: TenantService;
  readonly client: TenantClient;
}

const ownNouns = [
  tenantSchemaSteps,
  settingsSchemaSteps,
  viewStateSchemaSteps,
  snapshotSchemaSteps,
  sessionSchemaSteps,
];

/** Composes the foundation. Throws the errors of `openProfile`, or `storage-failed`, and closes everything in that case. */
export function createFoundation(options: FoundationOptions): Foundation {
  const nouns = [...ownNouns, ...options.moreNouns];
  const profile = openProfile({ folder: options.profileFolder, nouns, now: options.now });
  try {
    return buildOn(profile, nouns, options);
  } catch (error) {
    profile.close();
    throw error;
  }
}

function buildOn(profile: Profile, nouns: readonly SchemaSteps[], options: FoundationOptions): Foundation {
  const { host, now, steady = now, schedule = createSchedule(steady), newId, systemProxy, policy } = options;
  const { emit } = host;
  const log = createFileLog(profile.folder, now, steady);
  const { closedToOthers, salvaged } = profile;
  if (salvaged !== undefined) log.write('error', 'profile.salvaged', salvaged);
  if (closedToOthers.length > 0) log.write('warning', 'profile.closed-to-others', { closedToOthers });
  const vault = createDeferredVault(options.openVault());
  const settingsStore = createSettingsStore(profile.database, managedSettings(policy));
  const proxyLogins = createProxyLogins(vault);
  const transport = createTransport(settingsStore.read(), `TenantDesk/${options.version}`, {
    systemProxy,
    proxyLogins,
  });
  const tenantStore = createTenantStore(profile.database);
  const snapshots = openSnapshots(profile.database, log, policy);
  const embeddedPasswords = createEmbeddedPasswords();
  const sessions = createSessionService({
    ...{ policy, vault, embeddedPasswords },
    tenants: tenantStore,
    transport,
    openSecretly: (url) => host.openExternal(url, { isSecret: true }),
    lastAccounts: createLastAccounts(profile.database),
    emit,
    log,
    now,
    steady,
    schedule,
    signInLimitMs: options.signInLimitMs,
  });
  const connectivity = createConnectivity(emit);
  return {
    policy,
    nouns,
    profile,
    log,
    vault,
    transport,
    proxyLogins,
    connectivity,
    tenantStore,
    snapshots,
    settingsStore,
    presence: createPresence({
      host,
      platform: process.platform,
      isWanted: () => settingsStore.read().touchId,
    }),
    viewState: createViewStateStore(profile.database),
    sessions,
    embeddedPasswords,
    tenants: createTenantService({
      ...{ policy, vault },
      store: tenantStore,
      sessions,
      snapshots,
      embeddedPasswords,
      transport,
      emit,
      newId,
    }),
    client: createTenantClient({
      transport,
      tenants: allowedTenants(tenantStore, policy),
      tokens: sessions.tokens,
      connectivity,
      log,
      now,
    }),
  };
}

/** On disk, or in memory where the organization forbids the cache: then what was cached earlier is deleted. */
function openSnapshots(database: Database, log: Log, { values, problem }: ManagedPolicy): SnapshotStore {
  if (values.disableOfflineCache !== true) return createSnapshotStore(database, log);
  // A mistake in the policy must not delete anything.
  if (problem === undefined) database.exec('DELETE FROM snapshots');
  const inMemory = new DatabaseSync(':memory:');
  for (const step of snapshotSchemaSteps.steps) inMemory.exec(step);
  return createSnapshotStore(inMemory, log);
}
