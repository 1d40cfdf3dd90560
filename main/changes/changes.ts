import type { ArrivedFiles } from '../platform/arrivals/arrived-files.ts';
import { createOpenedFiles } from '../platform/files/opened-files.ts';
import { createBestEffort } from '../platform/storage/best-effort.ts';
import { readChangeEvents } from '../tenants/endpoints/change-events.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createChangeService } from './service/change-service.ts';
import type { Proposal } from './change-sets/handlers.ts';
import { createChangeSetHandlers } from './change-sets/handlers.ts';
import { createComparisonHandlers } from './compare/handlers.ts';
import { draftSchemaSteps } from './drafts/draft-schema.ts';
import { createDraftService } from './drafts/draft-service.ts';
import { createDraftStore } from './drafts/draft-store.ts';
import { createDraftHandlers } from './drafts/handlers.ts';
import { createDrift } from './drift/drift.ts';
import { driftSchemaSteps } from './drift/drift-schema.ts';
import { createDriftStore } from './drift/drift-store.ts';
import type { OpenedSet } from './files/change-set-file.ts';
import { folderSchemaSteps } from './folders/folder-store.ts';
import { createChangeHandlers } from './service/handlers.ts';
import { createHistoryHandlers } from './history/handlers.ts';
import type { RegisteredFollowed } from './kind/followed-kind.ts';
import type { DraftKinds, KindTable } from './kind/kind-table.ts';
import { createConfirmationWindow } from './confirmation/confirmation-window.ts';
import { createConfirmationStore } from './confirmation/confirmation-store.ts';
import { changeSchemaSteps as planSchemaSteps } from './record/plan-schema.ts';
import { requirePlan } from './record/require-plan.ts';
import { createPlanStore } from './record/plan-store.ts';
import { draftReferences } from './references/draft-references.ts';
import { createReferenceHandlers } from './references/handlers.ts';
import type { ReferenceSource } from './references/reference-source.ts';
import { createConfirmationHandlers } from './restore/handlers.ts';
import { createAutomaticRevert } from './restore/automatic-revert.ts';
import { createTargetHandlers } from './targets/handlers.ts';
import { createVersionHandlers } from './versions/handlers.ts';
import { createVersionRecorder } from './versions/version-recorder.ts';
import { createVersionStore } from './versions/version-store.ts';

export const changeSchemaSteps = [draftSchemaSteps, planSchemaSteps, folderSchemaSteps, driftSchemaSteps];

/**
 * Milliseconds before each further read of a tenant that doesn't show a change yet: some responses come from replicas that lag
 * behind, and some requests that seemed to fail are executed late.
 */
const verifyPausesMs = [200, 800, 2000, 4000, 8000];

/** What the features add to changes. */
export interface ChangesOptions {
  readonly kinds: KindTable;
  readonly localKinds: DraftKinds;
  /** Kinds that are followed, and can't be changed with Tenant Desk. */
  readonly followed: readonly RegisteredFollowed[];
  readonly references: readonly ReferenceSource[];
  readonly arrivedFiles: ArrivedFiles | undefined;
}

export type Changes = ReturnType<typeof createChanges>;

/** Drafts, plans, runs, history, versions, change sets and comparisons, on the kinds of all nouns. */
export function createChanges(parts: NounParts, options: ChangesOptions) {
  const { kinds } = options;
  const stores = openStores(parts, options);
  const { store, drafts, keeper, changeSets, confirmations } = stores;
  const { tenants, sessions, policy, emit, newId, now, steady, stopped, log, pause } = parts;
  const changes = createChangeService({
    ...{ store, confirmations, kinds, drafts, changeSets, tenants, sessions, policy, emit, newId, now },
    versions: keeper,
    verifyPauses: verifyPausesMs.map((milliseconds) => () => pause(milliseconds)),
  });
  const revert = createAutomaticRevert({
    ...{ confirmations, store, changes, kinds, drafts, sessions, newId, now: steady, stopped, log },
    tryTo: stores.tryToFollow,
  });
  const drift = createDrift({
    ...{ kinds, tenants, sessions, now, emit, newId, stopped, log, followed: options.followed },
    pause: (milliseconds) => pause(milliseconds, stopped).catch(() => undefined),
    store: createDriftStore(parts.database),
    currentId: store.currentId,
    changeEvents: (of, call) => readChangeEvents(parts.client, of, call),
  });
  return {
    ...{ ...stores, kinds, changes, drift },
    handlers: {
      ...createChangeHandlers(
        changes,
        async (planId) => await parts.presence.require(tenants.get(requirePlan(store, planId).tenantId)),
      ),
      ...createConfirmationHandlers(confirmations, revert),
      ...handlersOnStores(parts, options, { ...stores, changes }),
    },
    tick: () => revert.tick(),
    end: () => Promise.all([revert.end(), drift.end()]),
  };
}

function openStores({ database, log, tenants, emit, now, steady }: NounParts, options: ChangesOptions) {
  const { kinds, localKinds } = options;
  const store = createPlanStore(database);
  const versions = createVersionStore(database);
  const draftStore = createDraftStore(database);
  const tryToFollow = createBestEffort(log, 'provisional.not-followed');
  return {
    ...{ store, versions, draftStore, tryToFollow },
    keeper: createVersionRecorder({
      store: versions,
      tryTo: createBestEffort(log, 'versions.not-kept'),
      now,
    }),
    drafts: createDraftService({ store: draftStore, kinds, localKinds, applied: store, emit, now }),
    confirmations: createConfirmationWindow({
      ...{ store, kinds, tenants, emit, now: steady, wall: now, tryTo: tryToFollow },
      windows: createConfirmationStore(database),
    }),
    changeSets: createOpenedFiles<OpenedSet>('The change set is no longer open. Open it again to review it.'),
  };
}

type Stores = ReturnType<typeof openStores>;

/** Handlers that only use the stores. */
function handlersOnStores(
  { tenants, sessions, host, emit, newId, now }: NounParts,
  { kinds, references, arrivedFiles }: ChangesOptions,
  stores: Stores & { readonly changes: ReturnType<typeof createChangeService> },
) {
  const { store, versions, keeper, drafts, draftStore, changeSets, changes } = stores;
  const proposals = createOpenedFiles<Proposal>('The change set is no longer open. Open it again.');
  return {
    ...createDraftHandlers({ drafts, kinds, applied: store, now, host }),
    ...createVersionHandlers({ versions, keeper, kinds, drafts }),
    ...createChangeSetHandlers({
      ...{ store, changes, kinds, drafts, tenants, sessions, changeSets, proposals, host, newId, now },
      arrivedFiles,
    }),
    ...createComparisonHandlers({
      ...{ kinds, tenants, sessions, changeSets, newId, now },
      emitProgress: (progress) => emit('comparisons.progress', progress),
    }),
    ...createHistoryHandlers({ store, changes, host, now }),
    ...createReferenceHandlers({ store, sources: [...references, draftReferences(draftStore)] }),
    ...createTargetHandlers({ store, drafts, kinds, tenants, emit }),
  };
}
