import type { HandlersOf } from '../../contract/methods.ts';
import { placeOfTab } from '../../contract/result-formats.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { mergeTables } from './query-schema.ts';
import type { QueryStore } from './query-store.ts';
import { runQuery } from './run-query.ts';

export { querySchemaSteps } from './query-schema-steps.ts';

export interface QueryParts {
  readonly client: TenantClient;
  readonly store: QueryStore;
  /** Lets go of the results of tabs that are at none of these places. */
  readonly keepPlaces: (tenantId: string, places: readonly string[]) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createQueryHandlers({
  client,
  store,
  keepPlaces,
  now,
  clock,
  newId,
}: QueryParts): HandlersOf<'queries'> {
  return {
    'queries.run': (request, call) => runQuery({ client, store, now, clock, newId }, request, call),
    'queries.schema': async ({ tenantId }) => mergeTables(store.seenTables(tenantId)),
    'queries.history': async ({ tenantId }) => store.runs(tenantId),
    'queries.tabs': async ({ tenantId }) => {
      const open = store.tabs(tenantId);
      // Before any tab was kept there is the first one, which nobody has told of, and its result.
      if (open.tabs.length > 0) {
        keepPlaces(
          tenantId,
          open.tabs.map(({ id }) => placeOfTab(id)),
        );
      }
      return open;
    },
    'queries.keepTabs': async ({ tenantId, ...tabs }) => void store.keepTabs(tenantId, tabs),
    'queries.saved': async () => store.saved(),
    'queries.save': async ({ id, name, text, parameters }) => {
      const query = { id: id ?? newId(), name, text, parameters, savedAt: now() };
      store.save(query);
      return query;
    },
    'queries.remove': async ({ id }) => void store.remove(id),
  };
}
