import type { Emit } from '../../contract/bridge/events.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import type { LinkedFolders } from '../changes/folders/linked-folders.ts';
import type { Changes } from '../changes/changes.ts';
import { changeSchemaSteps, createChanges } from '../changes/changes.ts';
import { createLinkedFolderHandlers } from '../changes/folders/handlers.ts';
import { createLocalDataHandlers } from '../local-data/handlers.ts';
import { createOffline, offlineSchemaSteps } from '../offline/offline.ts';
import { createOverview, visitSchemaSteps } from '../overview/overview.ts';
import { createPins, pinSchemaSteps } from '../pins/pins.ts';
import type { ArrivedFiles } from '../platform/arrivals/arrived-files.ts';
import type { FindProxy } from '../platform/http/find-proxy.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { createProcedures, procedureSchemaSteps } from '../procedures/procedures.ts';
import { querySchemaSteps } from '../queries/queries.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { scriptSchemaSteps } from '../scripts/scripts.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createTestSignInHandlers } from '../test-sign-ins/handlers.ts';
import type { TestSignInParts } from '../test-sign-ins/test-sign-ins.ts';
import { createTestSignIns } from '../test-sign-ins/test-sign-ins.ts';
import type { ProgramFacts } from '../updates/updates.ts';
import { createUpdates } from '../updates/updates.ts';
import { webhookSchemaSteps } from '../webhooks/webhooks.ts';
import { diagnosticsOf } from './diagnostics-of.ts';
import type { Foundation } from './foundation.ts';
import { offlineReads } from './offline-reads.ts';
import { openLinkedFolders, withFolderNotifications } from './linked-folders.ts';
import type { Nouns } from './nouns.ts';
import { createNouns, kindsOf } from './nouns.ts';
import { overviewReads } from './overview-reads.ts';
import { createBackups } from './backups.ts';
import { createRightsHandlers } from './rights-check.ts';

/** Tables of the features, in addition to those of the foundation. */
export const featureSchemaSteps: readonly SchemaSteps[] = [
  ...changeSchemaSteps,
  ...webhookSchemaSteps,
  ...querySchemaSteps,
  ...scriptSchemaSteps,
  offlineSchemaSteps,
  pinSchemaSteps,
  procedureSchemaSteps,
  visitSchemaSteps,
];

/** Background work. */
export interface BackgroundWork {
  /** Must be called every few seconds. */
  tick(): void;
  /** Must be awaited before the profile is closed. */
  end(): Promise<void>;
}

export interface FeatureOptions
  extends
    Pick<NounParts, 'host' | 'now' | 'clock' | 'newId' | 'randomBytes' | 'stopped' | 'pause'>,
    Partial<Pick<NounParts, 'steady'>> {
  readonly foundation: Foundation;
  /** Of Tenant Desk. */
  readonly version?: string | undefined;
  readonly arrivedFiles?: ArrivedFiles | undefined;
  /** Default: none. */
  readonly systemProxy?: FindProxy | undefined;
  /** Folder of result rows. */
  readonly resultsFolder: string;
  /** Default: one that isn't a release, and has no updates. */
  readonly program?: ProgramFacts | undefined;
  readonly background?: ((work: BackgroundWork) => void) | undefined;
}

/** All handlers except those of the foundation, which `createServices` adds. */
type FeatureHandlers = Omit<
  Handlers,
  `${'app' | 'licenses' | 'links' | 'policy' | 'tenants' | 'session' | 'settings' | 'settingsFile' | 'viewState'}.${string}`
>;

const unreleased: ProgramFacts = {
  version: '0.0.0',
  release: undefined,
  installation: { kind: 'source', arch: process.arch },
};

/** Composes the nouns: creates each with its dependencies, and collects their handlers. */
export function createFeatures(options: FeatureOptions): FeatureHandlers {
  const { host, foundation } = options;
  const emit: Emit = (name, payload) => {
    host.emit(name, payload);
    if (name === 'history.changed' && 'tenantId' in payload) {
      offline.sync.noteApplied(String(payload.tenantId));
    }
    // An open query may now equal a saved one, or no longer do so.
    if (name === 'queryLibrary.changed') changes.drafts.notifyLosses();
  };
  const parts = partsOf(options, emit, (of) => folders.noteLive(of));
  const nouns = createNouns(parts, options.resultsFolder);
  const { roles, queries, webhooks } = nouns;
  const changes = createChanges(parts, {
    kinds: kindsOf(nouns),
    localKinds: new Map([...queries.draftKinds, ...roles.draftKinds].map((kind) => [kind.name, kind])),
    followed: roles.followed,
    references: [nouns.applications, webhooks, roles, queries].map(({ references }) => references),
    arrivedFiles: options.arrivedFiles,
  });
  const reading = readingHandlers(nouns, changes);
  const { snapshots } = foundation;
  const folders: LinkedFolders = openLinkedFolders({
    ...{ ...parts, ...changes, reading, snapshots: parts.cache.snapshots },
    successors: changes.store,
  });
  const offline = createOffline(parts, (tenantId) => offlineReads(reading, tenantId));
  const sandbox = createSandbox(parts, changes.store, webhooks.hiderFor);
  const updates = createUpdates(parts, {
    ...(options.program ?? unreleased),
    profileFolder: foundation.profile.folder,
    settings: foundation.settingsStore.read,
  });
  const overview = createOverview(parts, {
    drift: changes.drift,
    reads: overviewReads({ ...reading, ...sandbox.handlers }, snapshots),
  });
  options.background?.({
    tick() {
      if (foundation.policy.values.disableOfflineCache !== true) offline.sync.tick();
      changes.tick();
      queries.tick();
      updates.tick();
    },
    async end() {
      await Promise.all([offline.sync.end(), changes.end(), queries.end(), updates.end()]);
    },
  });
  return {
    ...reading,
    ...changes.handlers,
    ...offline.handlers,
    ...sandbox.handlers,
    ...overview.handlers,
    ...updates.handlers,
    ...createLinkedFolderHandlers(folders),
    ...queries.handlers(() => changes.drafts.notifyLosses()),
    ...createPins(parts, queries.limitPinPlaces).handlers,
    ...createProcedures(parts).handlers,
    ...createBackups(options, parts, changes),
    ...diagnosticsOf(options, parts, changes),
    ...createLocalDataHandlers({
      ...{ ...parts, folder: foundation.profile.folder, nouns: foundation.nouns },
      results: queries.sizes,
      clearResults: queries.clearResults,
      clearCache: offline.sync.clear,
      hasOpenRun: (tenantId) => changes.changes.open().some((plan) => plan.tenantId === tenantId),
      onremoved: (tenantId) => host.emit('history.changed', { tenantId }),
    }),
    ...createRightsHandlers({ ...parts, reading }),
    ...nouns.jobs.handlers,
    ...webhooks.migrationHandlers(changes.changes),
    ...testSignInHandlers(parts, {
      draftScript: nouns.scripts.draftScript(changes.drafts),
      runScripts: nouns.scripts.runScripts,
    }),
  };
}

function partsOf(options: FeatureOptions, emit: Emit, noteLive: LinkedFolders['noteLive']): NounParts {
  const { foundation, now, steady = now } = options;
  return {
    ...foundation,
    ...options,
    ...{ emit, steady },
    database: foundation.profile.database,
    tenants: foundation.tenantStore,
    cache: { snapshots: withFolderNotifications(foundation.snapshots, noteLive), now },
  };
}

/** The handlers that views read a tenant with; offline sync uses them, too. */
function readingHandlers(nouns: Nouns, changes: Changes) {
  const { keeper, kinds } = changes;
  return {
    ...nouns.applications.handlers,
    ...nouns.scripts.handlers((owner, state) =>
      keeper.noteSeen(kinds.itemKind(nouns.scripts.kindName), owner, state),
    ),
    ...nouns.roles.handlers,
    ...nouns.origins.handlers,
    ...nouns.configuration.handlers,
    ...nouns.webhooks.handlers(changes),
  };
}

function testSignInHandlers(parts: NounParts, scripts: Pick<TestSignInParts, 'draftScript' | 'runScripts'>) {
  const openSecretly = (url: string): Promise<void> => parts.host.openExternal(url, { isSecret: true });
  return createTestSignInHandlers(createTestSignIns({ ...parts, ...scripts, openSecretly }), parts.host);
}
