import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { isArgumentName, isProcedurePath } from '../../languages/sql/procedure-call.ts';
import { failure } from '../platform/errors/failure.ts';
import type { OwnEntryStore } from './own-entry-store.ts';

export interface ProcedureParts {
  readonly store: OwnEntryStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

export function createProcedureHandlers({ store, now, newId }: ProcedureParts): HandlersOf<'procedures'> {
  return {
    'procedures.own': async ({ tenantId }) => store.of(tenantId),
    'procedures.keepOwn': async ({ id, ...fields }) => {
      if (!isProcedurePath(fields.path)) {
        throw failure('invalid-input', 'Enter a procedure file such as /lib/reports/get_roles.js.');
      }
      const names = fields.parameters.map(({ name }) => name);
      const wrong = names.find((name, at) => !isArgumentName(name) || names.indexOf(name) !== at);
      if (wrong !== undefined) {
        throw failure('invalid-input', `“${wrong}” isn’t a valid argument name or is listed twice.`);
      }
      const entry = { ...fields, id: id ?? newId(), savedAt: now() };
      store.keep(entry);
      return entry;
    },
    'procedures.removeOwn': async ({ id }) => void store.remove(id),
  };
}
