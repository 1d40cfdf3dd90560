import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Handlers } from '../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { createAppHandlers } from './app-handlers.ts';
import { concealOnStart } from './conceal-on-start.ts';
import type { FeatureOptions } from './features.ts';
import { createFeatures, featureSchemaSteps } from './features.ts';
import { createFoundation } from './foundation.ts';
import type { EmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import type { ArrivedFiles } from '../platform/files/arrived-files.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import type { Host } from '../platform/host/host.ts';
import { createLicenseHandlers } from '../platform/licenses/handlers.ts';
import { createSteadyClock } from '../platform/timing/steady-clock.ts';
import { createSystemVault } from '../platform/secrets/open-vault.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createSessionHandlers } from '../tenants/session/handlers.ts';
import { createViewStateHandlers } from '../platform/settings/view-state-handlers.ts';
import { createSettingsHandlers } from '../platform/settings/handlers.ts';
import { forgetOldEvents } from '../webhooks/samples/forget-old-events.ts';
import { createTenantHandlers } from '../tenants/handlers.ts';
import type { RunTenant } from '../tenants/run-tenant.ts';
import { adoptRunTenant } from '../tenants/run-tenant.ts';

export interface ServicesOptions {
  readonly host: Host;
  readonly profileFolder: string;
  readonly version: string;
  /** Where the build has listed the packages of others. */
  readonly licensesFile?: string;
  readonly embeddedTenant?: Pick<EmbeddedTenant, 'onReady' | 'onStatus' | 'start' | 'status'>;
  /** Files that the system hands to the program. */
  readonly arrivedFiles?: ArrivedFiles;
  /** Told how many drafts are in the page only, by a host that may ask before it closes its window. */
  readonly noteUnsaved?: (count: number) => void;
  /** Called once the page has saved what was typed before it is closed. */
  readonly noteTypedSaved?: () => void;
  /** Where the settings name no proxy; without it there is none. */
  readonly systemProxy?: FindProxy;
  /** The system's keychain unless told otherwise. */
  readonly openVault?: () => Promise<SecretVault>;
  readonly now?: () => number;
  /** For everything that lasts; `now` where only that is given. */
  readonly steady?: () => number;
}

export interface Services {
  readonly handlers: Handlers;
  /** Adds the tenant that the environment of a command defines, and signs in to it. */
  adoptRunTenant(tenant: RunTenant, signal: AbortSignal): Promise<TenantProfile>;
  /** Takes up the sessions of the last time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const signInLimitMs = 5 * 60_000;
/** Milliseconds between two looks at what is due in the background. */
const tickMs = 5_000;

/**
 * Composes every service on a profile folder. Throws `profile-version-unknown` or `storage-failed` when the folder
 * cannot be used; nothing stays open then.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { host, profileFolder, version, embeddedTenant } = options;
  const { platform } = process;
  const now = options.now ?? Date.now;
  const steady = options.steady ?? options.now ?? createSteadyClock();
  const systemVault = createSystemVault(profileFolder);
  const foundation = createFoundation({
    host,
    profileFolder,
    version,
    openVault: options.openVault ?? systemVault.open,
    systemProxy: options.systemProxy,
    now,
    steady,
    newId: randomUUID,
    signInLimitMs,
    moreNouns: featureSchemaSteps,
  });
  const { vault, sessions, tenants, tenantStore, transport, log } = foundation;
  const proxyProblems = options.systemProxy?.problems ?? [];
  if (proxyProblems.length > 0) log.write('warning', 'network.proxy-settings-ignored', { proxyProblems });
  let background: Parameters<NonNullable<FeatureOptions['background']>>[0] | undefined;
  let ticking: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const features = createFeatures({
    stopped: stopping.signal,
    foundation,
    host,
    arrivedFiles: options.arrivedFiles,
    resultsFolder: join(profileFolder, 'results'),
    background: (work) => (background = work),
    now,
    steady,
    clock: () => performance.now(),
    newId: randomUUID,
    randomBytes,
    pause: (milliseconds, signal) => delay(milliseconds, undefined, signal && { signal }),
  });
  const stopListening = [
    embeddedTenant?.onReady((addresses) => {
      tenants.adoptEmbedded(addresses).catch((error: unknown) => {
        log.write('error', 'tenants.embedded-not-adopted', { error });
      });
    }),
    embeddedTenant?.onStatus((status) => host.emit('sandbox.changed', status)),
  ];
  return {
    handlers: {
      ...features,
      ...createAppHandlers({
        host,
        vault,
        embeddedTenant,
        version,
        platform,
        profileFolder,
        damage: foundation.profile.damageReports,
        proxyProblems,
        noteUnsaved: options.noteUnsaved,
        noteTypedSaved: options.noteTypedSaved,
      }),
      ...createLicenseHandlers(options.licensesFile),
      ...createTenantHandlers(tenants),
      ...createSessionHandlers(sessions),
      ...createSettingsHandlers({
        store: foundation.settingsStore,
        applyNetwork: transport.configure,
        proxyLogins: foundation.proxyLogins,
        emit: host.emit,
      }),
      ...createViewStateHandlers(foundation.viewState),
    },
    adoptRunTenant: (tenant, signal) =>
      adoptRunTenant({ store: tenantStore, vault, sessions, now }, tenant, signal),
    async start() {
      log.write('info', 'desk.started', { version, host: host.kind, platform });
      await concealOnStart(foundation, randomBytes);
      forgetOldEvents(foundation.snapshots, tenantStore.list(), now());
      for (const { id } of tenantStore.list()) sessions.restore(id);
      ticking = setInterval(() => background?.tick(), tickMs).unref();
    },
    async stop() {
      stopping.abort();
      for (const stop of stopListening) stop?.();
      clearInterval(ticking);
      await background?.end();
      await sessions.stop();
      transport.close();
      log.write('info', 'desk.stopped');
      foundation.profile.close();
      systemVault.releaseProcess();
    },
  };
}
