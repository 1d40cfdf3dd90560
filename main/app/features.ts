import type { Emit } from '../../contract/bridge/events.ts';
import type { Handlers } from '../../contract/bridge/methods.ts';
import { pinPlaces, tabPlaces } from '../../contract/queries/result-formats.ts';
import { createApplicationSecrets } from '../applications/application-secrets.ts';
import { applicationReferences } from '../applications/application-references.ts';
import { createApplicationHandlers } from '../applications/handlers.ts';
import { createKinds, createLocalDraftKinds } from './kinds.ts';
import { openLinkedFolders, tellingOfLinked } from './linked-folders.ts';
import { createChangeService } from '../changes/change-service.ts';
import type { OpenedSet } from '../changes/files/change-set-file.ts';
import type { Proposal } from '../changes/change-sets/handlers.ts';
import { createChangeSetHandlers } from '../changes/change-sets/handlers.ts';
import { createComparisonHandlers } from '../changes/compare/handlers.ts';
import { createChangeHandlers } from '../changes/handlers.ts';
import { registerFollowed } from '../changes/kind/followed-kind.ts';
import { followedRoles } from '../roles/followed-roles.ts';
import { createPublicationReads } from '../roles/publication-reads.ts';
import { createDrift } from '../changes/drift/drift.ts';
import { createDriftStore, driftSchemaSteps } from '../changes/drift/drift-store.ts';
import { createDraftService } from '../changes/drafts/draft-service.ts';
import { draftSchemaSteps } from '../changes/drafts/draft-schema.ts';
import { createDraftStore } from '../changes/drafts/draft-store.ts';
import { createDraftHandlers } from '../changes/drafts/handlers.ts';
import { folderSchemaSteps } from '../changes/folders/folder-store.ts';
import { createLinkedFolderHandlers } from '../changes/folders/handlers.ts';
import type { LinkedFolders } from '../changes/folders/linked-folders.ts';
import { createProvisionalHandlers } from '../changes/restore/handlers.ts';
import { createProvisionalPlans } from '../changes/provisional/provisional-plans.ts';
import { createProvisionalStore } from '../changes/provisional/provisional-store.ts';
import { createProvisionalRestore } from '../changes/restore/restore-provisional.ts';
import { createDoneActions } from '../changes/record/done-actions.ts';
import { changeSchemaSteps } from '../changes/record/plan-schema.ts';
import { createPlanStore } from '../changes/record/plan-store.ts';
import type { Foundation } from './foundation.ts';
import { keptReads } from './kept-reads.ts';
import { overviewReads } from './overview-reads.ts';
import { createTargetHandlers } from '../changes/targets/handlers.ts';
import { createVersionHandlers } from '../changes/versions/handlers.ts';
import { createVersionKeeper } from '../changes/versions/version-keeper.ts';
import { createVersionStore } from '../changes/versions/version-store.ts';
import { draftReferences } from '../changes/references/draft-references.ts';
import { createReferenceHandlers } from '../changes/references/handlers.ts';
import { createHistoryHandlers } from '../changes/history/handlers.ts';
import { createConfigurationHandlers } from '../configuration/handlers.ts';
import type { Host } from '../platform/host/host.ts';
import type { OpenedExport } from '../webhooks/files/export-file.ts';
import { createMigrationHandlers } from '../webhooks/files/handlers.ts';
import { createTravellingStates, travellingStateSchemaSteps } from '../webhooks/files/travelling-state.ts';
import type { ArrivedFiles } from '../platform/files/arrived-files.ts';
import { createOpenedFiles } from '../platform/files/opened-files.ts';
import { createOfflineHandlers } from '../offline/handlers.ts';
import { createKeepStore, offlineSchemaSteps } from '../offline/keep-store.ts';
import type { OfflineKeeping } from '../offline/keeping.ts';
import { createOfflineKeeping } from '../offline/keeping.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import { createProcedureHandlers, procedureSchemaSteps } from '../procedures/handlers.ts';
import { createOwnEntryStore } from '../procedures/own-entry-store.ts';
import { createOriginHandlers } from '../origins/handlers.ts';
import { createVisitStore, visitSchemaSteps } from '../overview/visit-store.ts';
import { createOverviewHandlers } from '../overview/handlers.ts';
import { createPinHandlers, createPinStore, pinSchemaSteps } from '../pins/handlers.ts';
import { createQueryHandlers, querySchemaSteps } from '../queries/handlers.ts';
import { createQueryLibraryHandlers } from '../queries/library/handlers.ts';
import { createQueryFileHandlers } from '../queries/library/file-handlers.ts';
import { createLibraryStore } from '../queries/library/library-store.ts';
import { createQueryLibrary } from '../queries/library/query-library.ts';
import { queryReferences } from '../queries/query-references.ts';
import { createQueryStore } from '../queries/query-store.ts';
import { createChartStore, resultSchemaSteps } from '../queries/results/chart-store.ts';
import { createKeptResults } from '../queries/results/kept-results.ts';
import { createResultHandlers } from '../queries/results/handlers.ts';
import { createResultStore } from '../queries/results/result-store.ts';
import { createResultThread } from '../queries/results/result-thread.ts';
import { createRoleHandlers } from '../roles/handlers.ts';
import { publicationReferences } from '../roles/publication-references.ts';
import { createCatchers } from '../sandbox/catcher.ts';
import { createCatcherHandlers } from '../sandbox/catcher-handlers.ts';
import { createSandboxHandlers } from '../sandbox/handlers.ts';
import { benchSchemaSteps, createBenchStore } from '../scripts/kind/bench-store.ts';
import { draftScriptIn } from '../scripts/draft-script.ts';
import { createScriptHandlers } from '../scripts/handlers.ts';
import { scriptKindName } from '../scripts/kind/script-kind.ts';
import { createScriptTrials } from '../scripts/kind/script-trials.ts';
import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { concealmentSchemaSteps } from '../webhooks/conceal-earlier.ts';
import { readChangeEvents } from '../tenants/endpoints/change-events.ts';
import { createTestSignIns } from '../test-sign-ins/test-sign-ins.ts';
import { createTestSignInHandlers } from '../test-sign-ins/handlers.ts';
import { createWebhookHandlers } from '../webhooks/handlers.ts';
import { createSampleHandlers } from '../webhooks/samples/handlers.ts';
import { createSampleStore, sampleSchemaSteps } from '../webhooks/samples/sample-store.ts';
import { createOfflineWebhooks } from '../webhooks/offline-webhooks.ts';
import { createWorkbookHandlers } from '../webhooks/workbook/handlers.ts';
import { createWorkbookStore, workbookSchemaSteps } from '../webhooks/workbook/workbook-store.ts';
import { webhookReferences } from '../webhooks/webhook-references.ts';
import { createSeenWebhooks } from '../webhooks/seen-webhooks.ts';
import { webhookKindName } from '../webhooks/webhook-kind.ts';
import { createWebhookSecrets } from '../webhooks/webhook-secrets.ts';
import { createLastTests } from '../webhooks/last-tests.ts';
import { createShownHeaders } from '../webhooks/shown-headers.ts';
import { createRuleStatusMeanings, webhookSchemaSteps } from '../webhooks/rule-status.ts';

/** Tables of the features, beside those of the foundation. */
export const featureSchemaSteps: readonly SchemaSteps[] = [
  draftSchemaSteps,
  changeSchemaSteps,
  webhookSchemaSteps,
  querySchemaSteps,
  resultSchemaSteps,
  concealmentSchemaSteps,
  offlineSchemaSteps,
  benchSchemaSteps,
  folderSchemaSteps,
  travellingStateSchemaSteps,
  workbookSchemaSteps,
  sampleSchemaSteps,
  pinSchemaSteps,
  procedureSchemaSteps,
  driftSchemaSteps,
  visitSchemaSteps,
];

export interface FeatureOptions {
  readonly foundation: Foundation;
  readonly host: Host;
  readonly arrivedFiles?: ArrivedFiles | undefined;
  /** Where the rows of results are kept. */
  readonly resultsFolder: string;
  /** Given what goes on while nobody asks for it, to be asked every few seconds and ended before the profile is closed. */
  readonly background?: ((work: Pick<OfflineKeeping, 'tick' | 'end'>) => void) | undefined;
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
  /** Milliseconds since the epoch that nobody can set, for everything that lasts; `now` unless given. */
  readonly steady?: () => number;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Ends what goes on in the background. */
  readonly stopped: AbortSignal;
  /** Resolves after some milliseconds; rejects when the signal aborts first. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Milliseconds before each further look at a tenant that does not show a change yet: some answer reads from replicas
 * that lag behind, and some carry out late what they seemed to have given up.
 */
const verifyPausesMs = [200, 800, 2000, 4000, 8000];

/** Every handler but those of what the features stand on, which `createServices` adds. */
type FeatureHandlers = Omit<
  Handlers,
  `${'app' | 'licences' | 'tenants' | 'session' | 'settings' | 'viewState'}.${string}`
>;

/** Composes what the product is about: reads, drafts, changes, history, queries and webhook files. */
export function createFeatures(options: FeatureOptions): FeatureHandlers {
  const { foundation, host, now, newId, clock, stopped } = options;
  const steady = options.steady ?? now;
  const { client, sessions, vault, tenantStore: tenants } = foundation;
  const emit: Emit = (name, payload) => {
    host.emit(name, payload);
    if (name === 'history.changed' && 'tenantId' in payload) keeping.noteApplied(String(payload.tenantId));
    // A query that is open may be the saved one from now on, or be it no longer.
    if (name === 'queryLibrary.changed') drafts.tellLosses();
  };
  const { database } = foundation.profile;
  const cache = {
    snapshots: tellingOfLinked(foundation.snapshots, (of) => folders.noteLive(of)),
    now,
  };
  const secrets = createWebhookSecrets({ vault, randomBytes: options.randomBytes });
  const applicationSecrets = createApplicationSecrets({ vault, randomBytes: options.randomBytes });
  const meanings = createRuleStatusMeanings(database, foundation.log);
  const files = createOpenedFiles<OpenedExport>(
    'The export file is no longer open. Open it again to import it.',
  );
  const changeSets = createOpenedFiles<OpenedSet>(
    'The change-set is no longer open. Open it again to plan it.',
  );
  const proposals = createOpenedFiles<Proposal>(
    'This re-targeting is no longer open. Open the change-set again.',
  );
  const catchers = createCatchers({
    now,
    newId,
    newToken: () => Buffer.from(options.randomBytes(16)).toString('hex'),
    stopped,
  });
  const bench = createBenchStore(database);
  const trials = createScriptTrials();
  const kinds = createKinds({
    client,
    cache,
    secrets,
    applicationSecrets,
    meanings,
    files,
    bench,
    trials,
    newId,
  });
  const store = createPlanStore(database);
  const versions = createVersionStore(database);
  const keeper = createVersionKeeper({
    store: versions,
    tryTo: createBestEffort(foundation.log, 'versions.not-kept'),
    now,
  });
  const draftStore = createDraftStore(database);
  const queryStore = createQueryStore(database, foundation.log);
  const libraryStore = createLibraryStore(database);
  createBestEffort(foundation.log, 'queries.not-swept')(() => libraryStore.forgetHidden());
  const library = createQueryLibrary(libraryStore, database);
  const resultThread = createResultThread();
  const tryToKeep = createBestEffort(foundation.log, 'results.not-kept');
  const results = createKeptResults({
    ...{ client, clock, now, newId, emit, stopped },
    ...{ thread: resultThread, folder: options.resultsFolder, tryTo: tryToKeep },
    store: createResultStore(database),
    queries: queryStore,
  });
  const charts = createChartStore(database);
  const tenantIds = (): string[] => tenants.list().map(({ id }) => id);
  tryToKeep(() => results.sweep(tenantIds()));
  const drafts = createDraftService({
    store: draftStore,
    kinds,
    localKinds: createLocalDraftKinds({
      tabs: (of) => queryStore.tabs(of),
      saved: (id) => libraryStore.query(id),
    }),
    applied: store,
    emit,
    now,
  });
  const tryToFollow = createBestEffort(foundation.log, 'provisional.not-followed');
  const provisional = createProvisionalPlans({
    ...{ store, kinds, tenants, emit, now: steady, wall: now },
    provisional: createProvisionalStore(database),
    tryTo: tryToFollow,
  });
  const changes = createChangeService({
    store,
    provisional,
    kinds,
    drafts,
    versions: keeper,
    changeSets,
    tenants,
    sessions,
    emit,
    newId,
    now,
    verifyPauses: verifyPausesMs.map((milliseconds) => () => options.pause(milliseconds)),
  });
  const restore = createProvisionalRestore({
    ...{ provisional, store, changes, kinds, drafts, sessions, newId, now: steady, stopped },
    log: foundation.log,
    tryTo: tryToFollow,
  });
  const drift = createDrift({
    ...{ kinds, tenants, sessions, now, emit, newId, stopped, log: foundation.log },
    pause: (milliseconds) => options.pause(milliseconds, stopped).catch(() => undefined),
    followed: [registerFollowed(followedRoles(client, createPublicationReads(client)))],
    store: createDriftStore(database),
    currentId: store.currentId,
    changeEvents: (of, call) => readChangeEvents(client, of, call),
  });
  const shownHeaders = createShownHeaders(database);
  const reading = {
    ...createApplicationHandlers({
      client,
      cache,
      secrets: applicationSecrets,
      transport: foundation.transport,
      tenants,
      host,
    }),
    ...createScriptHandlers({
      client,
      cache,
      noteSeen: (owner, state) => keeper.noteSeen(kinds.thing(scriptKindName), owner, state),
      bench,
      host,
    }),
    ...createRoleHandlers({ client, cache }),
    ...createOriginHandlers({ client, tenants, cache }),
    ...createConfigurationHandlers(client, cache),
    ...createWebhookHandlers({
      ...{ client, tenants, cache, secrets, meanings, clock, now },
      lastTests: createLastTests(database, store, foundation.log),
      shownHeaders,
      noteSeen: createSeenWebhooks({
        snapshots: foundation.snapshots,
        kind: kinds.thing(webhookKindName),
        store,
        versions,
        keeper,
      }),
    }),
  };
  const sandbox = createSandboxHandlers({
    client,
    idsOf: store.earlierIds,
    currentId: store.currentId,
    hiderFor: secrets.hiderFor,
  });
  const folders: LinkedFolders = openLinkedFolders({
    ...{ reading, database, host, drafts, keeper, versions, kinds, tenants, stopped, now },
    snapshots: cache.snapshots,
    successors: store,
  });
  const keeping: OfflineKeeping = createOfflineKeeping({
    store: createKeepStore(database),
    snapshots: foundation.snapshots,
    tenants,
    sessions,
    readsOf: (tenantId) => keptReads(reading, tenantId),
    emit: host.emit,
    tryTo: createBestEffort(foundation.log, 'offline.progress-not-kept'),
    pause: (milliseconds, signal) => options.pause(milliseconds, signal).catch(() => undefined),
    newId,
    now,
  });
  options.background?.({
    tick() {
      keeping.tick();
      restore.tick();
      results.keepOf(tenantIds());
    },
    async end() {
      await Promise.all([keeping.end(), restore.end(), results.end(), drift.end()]);
    },
  });
  return {
    ...reading,
    ...createLinkedFolderHandlers(folders),
    ...createOfflineHandlers(keeping),
    ...createQueryHandlers({
      ...{ client, store: queryStore, emit, now, clock, newId, onTabs: drafts.tellLosses },
      keepPlaces: (tenantId, places) => {
        results.keepPlaces(tenantId, tabPlaces, places);
        tryToKeep(() => charts.keepPlaces(tenantId, tabPlaces, places));
      },
    }),
    ...createQueryLibraryHandlers({ library, emit, now, newId }),
    ...createQueryFileHandlers({ library, host, emit, now, newId }),
    ...createPinHandlers({
      ...{ store: createPinStore(database), emit, newId },
      keepPlaces: (tenantId, places) => results.keepPlaces(tenantId, pinPlaces, places),
    }),
    ...createProcedureHandlers({ store: createOwnEntryStore(database), now, newId }),
    ...createJobHandlers({ client, sessions, done: createDoneActions(database) }),
    ...createResultHandlers({ results, charts, thread: resultThread, host, newId }),
    ...createSampleHandlers({ store: createSampleStore(database), host, client, tenants, cache }),
    ...createMigrationHandlers({
      ...{ client, host, files, secrets, newId, tenants, meanings, cache },
      travelling: createTravellingStates(database),
    }),
    ...createWorkbookHandlers({
      ...{ client, secrets, meanings, offline: createOfflineWebhooks(cache), tenants, now },
      ...{ files, changes, newId, host, shownHeaders, store: createWorkbookStore(database) },
    }),
    ...createDraftHandlers({ drafts, kinds, applied: store, now, host }),
    ...createChangeHandlers(changes),
    ...createProvisionalHandlers(provisional, restore),
    ...createVersionHandlers({ versions, keeper, kinds, drafts }),
    ...createChangeSetHandlers({
      ...{ store, changes, kinds, drafts, tenants, sessions, changeSets, proposals, host, newId, now },
      arrivedFiles: options.arrivedFiles,
    }),
    ...createComparisonHandlers({
      ...{ kinds, tenants, sessions, changeSets, newId, now },
      emitProgress: (progress) => emit('comparisons.progress', progress),
    }),
    ...createHistoryHandlers({ store, changes, host, now }),
    ...createReferenceHandlers({
      store,
      sources: [
        applicationReferences(cache),
        webhookReferences(cache),
        publicationReferences(cache),
        queryReferences(library),
        draftReferences(draftStore),
      ],
    }),
    ...createTargetHandlers({ store, drafts, kinds, tenants, emit }),
    ...sandbox,
    ...createOverviewHandlers({
      ...{ client, cache, tenants, drift },
      visits: createVisitStore(database),
      reads: overviewReads({ ...reading, ...sandbox }, foundation.snapshots),
    }),
    ...createCatcherHandlers({ catchers, tenants, hiderFor: secrets.hiderFor }),
    ...createTestSignInHandlers(
      createTestSignIns({
        ...{ client, tenants, emit, now, clock, newId, stopped },
        transport: foundation.transport,
        embeddedPasswords: foundation.embeddedPasswords,
        openSecretly: (url) => host.openExternal(url, { isSecret: true }),
        log: foundation.log,
        ...{ draftScript: draftScriptIn(drafts), runTrial: trials.run },
      }),
      host,
    ),
  };
}
