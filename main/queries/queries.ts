import { pinPlaces, tabPlaces } from '../../contract/queries/result-formats.ts';
import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import { createQueryHandlers } from './handlers.ts';
import { createQueryFileHandlers } from './library/file-handlers.ts';
import { createQueryLibraryHandlers } from './library/handlers.ts';
import { createLibraryStore } from './library/library-store.ts';
import { createQueryLibrary } from './library/query-library.ts';
import { createQueryDraftKind } from './query-draft-kind.ts';
import { queryReferences } from './query-references.ts';
import { querySchemaSteps as ownSchemaSteps } from './query-schema-steps.ts';
import { createQueryStore } from './console/query-store.ts';
import { createChartStore, resultSchemaSteps } from './results/chart-store.ts';
import { createResultHandlers } from './results/handlers.ts';
import { createResultService } from './results/result-service.ts';
import { createResultStore } from './results/result-store.ts';
import { createResultThread } from './results/result-thread.ts';

export const querySchemaSteps = [ownSchemaSteps, resultSchemaSteps];

/** The query console: tabs, library, files, and results in `resultsFolder`. */
export function createQueries(parts: NounParts, resultsFolder: string) {
  const { client, database, host, log, tenants, emit, now, clock, newId, stopped } = parts;
  const store = createQueryStore(database, log);
  const libraryStore = createLibraryStore(database);
  createBestEffort(log, 'queries.not-swept')(() => libraryStore.forgetHidden());
  const library = createQueryLibrary(libraryStore, database);
  const thread = createResultThread();
  const tryTo = createBestEffort(log, 'results.not-kept');
  const results = createResultService({
    ...{ client, clock, now, newId, emit, stopped, thread, tryTo },
    ...{ folder: resultsFolder, store: createResultStore(database), queries: store },
  });
  const charts = createChartStore(database);
  const tenantIds = (): string[] => tenants.list().map(({ id }) => id);
  tryTo(() => results.sweep(tenantIds()));
  return {
    draftKinds: [
      createQueryDraftKind({
        tabs: (tenantId) => store.tabs(tenantId),
        saved: (id) => libraryStore.query(id),
      }),
    ],
    references: queryReferences(library),
    limitPinPlaces: (tenantId: string, places: readonly string[]) =>
      results.limitPlaces(tenantId, pinPlaces, places),
    /** `onTabs`: called when tabs were opened or closed. */
    handlers: (onTabs: () => void) => ({
      ...createQueryHandlers({
        ...{ client, store, emit, now, clock, newId, onTabs },
        limitPlaces(tenantId, places) {
          results.limitPlaces(tenantId, tabPlaces, places);
          tryTo(() => charts.limitPlaces(tenantId, tabPlaces, places));
        },
      }),
      ...createQueryLibraryHandlers({ library, emit, now, newId }),
      ...createQueryFileHandlers({ library, host, emit, now, newId }),
      ...createResultHandlers({ results, charts, thread, host, newId }),
    }),
    sizes: () => results.sizes(),
    clearResults: (tenantId?: string) => results.clear(tenantId),
    tick: () => results.deleteExcept(tenantIds()),
    end: () => results.end(),
  };
}
