import type { Drift } from '../changes/drift/drift.ts';
import type { NounParts } from '../tenants/noun-parts.ts';
import type { OverviewReads } from './handlers.ts';
import { createOverviewHandlers } from './handlers.ts';
import { createVisitStore } from './visit-store.ts';

export { visitSchemaSteps } from './visit-store.ts';

/** The first view of a tenant. `reads`: calls of other features. */
export function createOverview(
  { client, cache, tenants, database }: NounParts,
  { drift, reads }: { readonly drift: Drift; readonly reads: OverviewReads },
) {
  return {
    handlers: createOverviewHandlers({
      ...{ client, cache, tenants, drift, reads },
      visits: createVisitStore(database),
    }),
  };
}
