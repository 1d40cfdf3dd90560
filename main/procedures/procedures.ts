import type { NounParts } from '../tenants/noun-parts.ts';
import { createProcedureHandlers } from './handlers.ts';
import { createOwnEntryStore } from './own-entry-store.ts';

export { procedureSchemaSteps } from './own-entry-store.ts';

/** The library of stored procedures, with the entries that users add. */
export function createProcedures({ database, now, newId }: NounParts) {
  return { handlers: createProcedureHandlers({ store: createOwnEntryStore(database), now, newId }) };
}
