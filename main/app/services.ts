import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Handlers } from '../../contract/bridge/methods.ts';
import type { Place } from '../../contract/links/links.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { createAppHandlers } from './app-handlers.ts';
import { redactOnStart } from './redact-on-start.ts';
import type { FeatureOptions } from './features.ts';
import { createFeatures, featureSchemaSteps } from './features.ts';
import type { Foundation } from './foundation.ts';
import { createFoundation } from './foundation.ts';
import { watchingJobs, withNotices } from './notices.ts';
import type { EmbeddedTenant } from '../platform/host/embedded-tenant/embedded-tenant.ts';
import type { ArrivedFiles } from '../platform/arrivals/arrived-files.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import type { Host } from '../platform/host/host.ts';
import { createPolicyHandlers } from '../platform/policy/handlers.ts';
import type { ManagedPolicy } from '../platform/policy/managed-policy.ts';
import { managedSettings, rejectManagedSettings } from '../platform/policy/managed-settings.ts';
import { createLicenseHandlers } from '../platform/licenses/handlers.ts';
import type { Log } from '../platform/log/log.ts';
import { createSteadyClock } from '../platform/timing/steady-clock.ts';
import { createSystemVault } from '../platform/secrets/open-vault.ts';
import type { SecretVault } from '../platform/secrets/secret-vault.ts';
import { createSessionHandlers } from '../tenants/session/handlers.ts';
import { createViewStateHandlers } from '../platform/settings/view-state-handlers.ts';
import { createSettingsHandlers } from '../platform/settings/handlers.ts';
import { createSettingsFileHandlers } from '../platform/settings/settings-file.ts';
import { forgetOldEvents } from '../webhooks/samples/forget-old-events.ts';
import { connectionCheckOf } from './connection-check-of.ts';
import { createTenantHandlers } from '../tenants/handlers.ts';
import type { ProgramFacts } from '../updates/updates.ts';
import type { ArrivedLinks } from '../tenants/links/arrived-links.ts';
import { createLinkHandlers } from '../tenants/links/handlers.ts';
import type { RunTenant } from '../tenants/run-tenant.ts';
import { adoptRunTenant } from '../tenants/run-tenant.ts';

export interface ServicesOptions {
  readonly host: Host;
  readonly profileFolder: string;
  readonly version: string;
  readonly policy: ManagedPolicy;
  /** The license list written by the build. */
  readonly licensesFile?: string;
  readonly embeddedTenant?: Pick<EmbeddedTenant, 'onReady' | 'onStatus' | 'start' | 'status'>;
  /** Files that the operating system opens with the app. */
  readonly arrivedFiles?: ArrivedFiles;
  /** Where updates come from and how they are installed; default: there are none. */
  readonly program?: Omit<ProgramFacts, 'version'> | undefined;
  /** Links that the operating system opens with the app. */
  readonly arrivedLinks?: ArrivedLinks;
  /** Opens another window, if the host has windows. */
  readonly openWindow?: (place: Place) => Promise<void>;
  /** Called with the number of drafts that exist only in the page, so that the host can ask before closing its window. */
  readonly noteUnsaved?: (count: number) => void;
  /** Called when a closing page has saved the last edits. */
  readonly noteTypedSaved?: () => void;
  /** Used if the settings have no proxy; default: none. */
  readonly systemProxy?: FindProxy;
  /** Default: the system's keychain. */
  readonly openVault?: () => Promise<SecretVault>;
  readonly now?: () => number;
  /** Monotonic clock for durations; defaults to `now` if that is given. */
  readonly steady?: () => number;
}

export interface Services {
  readonly handlers: Handlers;
  /** Adds the tenant defined by a command's environment, and signs in to it. */
  adoptRunTenant(tenant: RunTenant, signal: AbortSignal): Promise<TenantProfile>;
  /** Restores the stored sessions. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const signInLimitMs = 5 * 60_000;
/** Interval of background work, in milliseconds. */
const tickMs = 5_000;

/**
 * Composes all services on a profile folder. Throws `profile-version-unknown` or `storage-failed` if the folder can't be used, and
 * closes everything in that case.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { profileFolder, version, policy, embeddedTenant } = options;
  const { host, watch } = withNotices(options.host);
  const { platform } = process;
  const now = options.now ?? Date.now;
  const steady = options.steady ?? options.now ?? createSteadyClock();
  const systemVault = createSystemVault(profileFolder);
  const foundation = createFoundation({
    host,
    profileFolder,
    ...{ version, policy },
    openVault: options.openVault ?? systemVault.open,
    systemProxy: options.systemProxy,
    ...{ now, steady },
    newId: randomUUID,
    signInLimitMs,
    moreNouns: featureSchemaSteps,
  });
  const { vault, sessions, tenants, tenantStore, transport, log } = foundation;
  const proxyProblems = options.systemProxy?.problems ?? [];
  noteProblems(log, { policy, proxyProblems });
  let background: Parameters<NonNullable<FeatureOptions['background']>>[0] | undefined;
  let ticking: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const features = createFeatures({
    stopped: stopping.signal,
    ...{ version, foundation, host },
    arrivedFiles: options.arrivedFiles,
    systemProxy: options.systemProxy,
    resultsFolder: join(profileFolder, 'results'),
    program: options.program && { version, ...options.program },
    background: (work) => (background = work),
    ...{ now, steady },
    clock: () => performance.now(),
    newId: randomUUID,
    randomBytes,
    pause: (milliseconds, signal) => delay(milliseconds, undefined, signal && { signal }),
  });
  const unfollow = embeddedTenant && followEmbeddedTenant(embeddedTenant, { tenants, host, log });
  return {
    handlers: {
      ...features,
      'jobs.list': watchingJobs(features['jobs.list'], watch(foundation)),
      ...createAppHandlers({
        host,
        vault,
        embeddedTenant,
        version,
        platform,
        profileFolder,
        damage: foundation.profile.damageReports,
        ...{ proxyProblems, policyProblem: policy.problem },
        ...pageReports(options),
      }),
      ...createLicenseHandlers(options.licensesFile),
      ...createFoundationHandlers(foundation, { ...options, host }),
    },
    adoptRunTenant: (tenant, signal) =>
      adoptRunTenant({ store: tenantStore, policy, vault, sessions, now }, tenant, signal),
    async start() {
      log.write('info', 'desk.started', { version, host: host.kind, platform });
      await redactOnStart(foundation, randomBytes);
      await tenants.adoptPreconfigured();
      forgetOldEvents(foundation.snapshots, tenantStore.list(), now());
      for (const { id } of tenantStore.list()) sessions.restore(id);
      ticking = setInterval(() => background?.tick(), tickMs).unref();
    },
    async stop() {
      stopping.abort();
      unfollow?.();
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

const pageReports = ({ openWindow, noteUnsaved, noteTypedSaved }: ServicesOptions) => ({
  ...{ openWindow, noteUnsaved, noteTypedSaved },
});

function noteProblems(
  log: Log,
  { policy, proxyProblems }: { readonly policy: ManagedPolicy; readonly proxyProblems: readonly string[] },
): void {
  if (policy.problem !== undefined) log.write('error', 'policy.unusable', { problem: policy.problem });
  if (proxyProblems.length > 0) log.write('warning', 'network.proxy-settings-ignored', { proxyProblems });
}

/** Keeps the profiles of the embedded tenant at its current URLs, and reports its status. Returns a function that stops both. */
function followEmbeddedTenant(
  embeddedTenant: Pick<EmbeddedTenant, 'onReady' | 'onStatus'>,
  { tenants, host, log }: Pick<Foundation, 'tenants' | 'log'> & { readonly host: Host },
): () => void {
  const stopListening = [
    embeddedTenant.onReady((addresses) => {
      tenants.adoptEmbedded(addresses).catch((error: unknown) => {
        log.write('error', 'tenants.embedded-not-adopted', { error });
      });
    }),
    embeddedTenant.onStatus((status) => host.emit('sandbox.changed', status)),
  ];
  return () => stopListening.forEach((stop) => stop());
}

function createFoundationHandlers(foundation: Foundation, options: ServicesOptions) {
  const { host, arrivedLinks, now = Date.now, systemProxy } = options;
  const connectionCheck = connectionCheckOf(foundation, now, systemProxy);
  const settings = createSettingsHandlers({
    rejectManaged: (changes) => rejectManagedSettings(foundation.policy, changes),
    confirmTurnedOff: foundation.presence.requireToTurnOff,
    store: foundation.settingsStore,
    applyNetwork: foundation.transport.configure,
    proxyLogins: foundation.proxyLogins,
    emit: host.emit,
  });
  return {
    ...createLinkHandlers(arrivedLinks, foundation.tenantStore),
    ...createTenantHandlers(foundation.tenants, connectionCheck),
    ...createSessionHandlers(foundation.sessions),
    ...createPolicyHandlers(foundation.policy, foundation.tenantStore),
    ...settings,
    ...createSettingsFileHandlers({
      ...{ host, newId: randomUUID, managed: managedSettings(foundation.policy) },
      read: foundation.settingsStore.read,
      update: settings['settings.update'],
    }),
    ...createViewStateHandlers(foundation.viewState),
  };
}
