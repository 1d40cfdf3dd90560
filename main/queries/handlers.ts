import type { HandlersOf } from '../../contract/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { mergeTables } from './query-schema.ts';
import type { QueryStore } from './query-store.ts';
import { runQuery } from './run-query.ts';

export { querySchemaSteps } from './query-schema-steps.ts';

export interface QueryParts {
  readonly client: TenantClient;
  readonly store: QueryStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createQueryHandlers({ client, store, now, clock, newId }: QueryParts): HandlersOf<'queries'> {
  return {
    'queries.run': (request, call) => runQuery({ client, store, now, clock, newId }, request, call),
    'queries.schema': async ({ tenantId }) => mergeTables(store.seenTables(tenantId)),
    'queries.history': async ({ tenantId }) => store.runs(tenantId),
    'queries.saved': async () => store.saved(),
    'queries.save': async ({ id, name, text, parameters }) => {
      const query = { id: id ?? newId(), name, text, parameters, savedAt: now() };
      store.save(query);
      return query;
    },
    'queries.remove': async ({ id }) => void store.remove(id),
  };
}
