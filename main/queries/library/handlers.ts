import type { Emit } from '../../../contract/bridge/events.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { QueryLibrary } from './query-library.ts';

export interface LibraryParts {
  readonly library: QueryLibrary;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

export function createQueryLibraryHandlers({
  library,
  emit,
  now,
  newId,
}: LibraryParts): HandlersOf<'queryLibrary'> {
  /** Notifies the windows of a change. */
  function notified<Result>(result: Result): Result {
    emit('queryLibrary.changed', {});
    return result;
  }
  return {
    'queryLibrary.list': async ({ tenantId }) => library.of(tenantId),
    'queryLibrary.add': async (fields) => {
      const query = { ...fields, id: newId(), revision: 1, savedAt: now() };
      library.add(query);
      return notified(query);
    },
    'queryLibrary.saveText': async ({ id, revision, text, parameters }) =>
      notified(
        library.change(id, (query) => {
          const isSame =
            query.text === text && JSON.stringify(query.parameters) === JSON.stringify(parameters);
          if (isSame) return query;
          if (query.revision !== revision) {
            throw failure(
              'conflict',
              `${query.name} was changed in the meantime. Nothing was saved. Review that version first, or save yours as a new query.`,
            );
          }
          return { ...query, text, parameters, revision: revision + 1, savedAt: now() };
        }),
      ),
    'queryLibrary.describe': async ({ id, shown, wanted }) =>
      notified(
        library.change(id, (query) => {
          const isAsShown = query.name === shown.name && query.description === shown.description;
          const isAsRequested = query.name === wanted.name && query.description === wanted.description;
          if (!isAsShown && !isAsRequested) {
            throw failure(
              'conflict',
              `The name or description of ${query.name} was changed in the meantime. Nothing was saved. Edit the current values.`,
            );
          }
          return { ...query, ...wanted };
        }),
      ),
    'queryLibrary.setFavorite': async ({ id, isFavorite }) =>
      notified(library.change(id, (query) => ({ ...query, isFavorite }))),
    'queryLibrary.setTenant': async ({ id, tenantId }) =>
      notified(library.change(id, (query) => ({ ...query, tenantId }))),
    'queryLibrary.addFolder': async (folder) => notified(library.saveFolder({ ...folder, id: newId() })),
    'queryLibrary.renameFolder': async ({ id, name }) => {
      const folder = library.all().folders.find((one) => one.id === id);
      if (folder === undefined) throw failure('not-found', 'This folder no longer exists.');
      return notified(library.saveFolder({ ...folder, name }));
    },
    'queryLibrary.move': async ({ to, ...choice }) => {
      library.move(choice, to);
      return notified(undefined);
    },
    'queryLibrary.remove': async (choice) => {
      const removalId = newId();
      return notified({ removalId, ...library.remove(removalId, choice) });
    },
    'queryLibrary.putBack': async ({ removalId }) => {
      library.restore(removalId);
      return notified(undefined);
    },
  };
}
