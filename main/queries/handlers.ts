import type { Emit } from '../../contract/bridge/events.ts';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { failure } from '../platform/errors/failure.ts';
import { placeOfTab } from '../../contract/queries/result-formats.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { mergeTables } from './console/query-schema.ts';
import type { QueryStore } from './console/query-store.ts';
import { foundRuns } from './console/run-history.ts';
import { runQuery } from './run-query.ts';

export interface QueryParts {
  readonly client: TenantClient;
  readonly store: QueryStore;
  /** Releases the results of tabs that are at none of these places. */
  readonly limitPlaces: (tenantId: string, places: readonly string[]) => void;
  /** Called when other queries are open, or belong to other saved queries. */
  readonly onTabs: () => void;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createQueryHandlers({
  client,
  store,
  limitPlaces,
  onTabs,
  emit,
  now,
  clock,
  newId,
}: QueryParts): HandlersOf<'queries'> {
  return {
    'queries.run': (request, call) => runQuery({ client, store, emit, now, clock, newId }, request, call),
    'queries.schema': async ({ tenantId }) => mergeTables(store.seenTables(tenantId)),
    'queries.history': async ({ tenantId, search, count }) => foundRuns(store.runs(tenantId), search, count),
    'queries.ran': async ({ tenantId, id }) => {
      const run = store.run(tenantId, id);
      if (run === undefined) throw failure('not-found', 'This run is no longer in the history.');
      return run;
    },
    'queries.forget': async ({ tenantId, id }) => {
      store.forgetRuns(tenantId, id);
      emit('queries.historyChanged', { tenantId });
    },
    'queries.tabs': async ({ tenantId }) => {
      const open = store.tabs(tenantId);
      // Before any tab was saved there is only the first one, with its result.
      if (open.tabs.length > 0) {
        limitPlaces(
          tenantId,
          open.tabs.map(({ id }) => placeOfTab(id)),
        );
      }
      return open;
    },
    'queries.saveTabs': async ({ tenantId, by, ...tabs }) => {
      store.saveTabs(tenantId, tabs);
      onTabs();
      emit('queries.tabsChanged', { tenantId, by, tabs: tabs.tabs });
    },
  };
}
