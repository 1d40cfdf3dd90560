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
  /** Windows hear of what is another than before. */
  function told<Result>(result: Result): Result {
    emit('queryLibrary.changed', {});
    return result;
  }
  return {
    'queryLibrary.list': async ({ tenantId }) => library.of(tenantId),
    'queryLibrary.add': async (given) => {
      const query = { ...given, id: newId(), revision: 1, savedAt: now() };
      library.add(query);
      return told(query);
    },
    'queryLibrary.saveText': async ({ id, revision, text, parameters }) =>
      told(
        library.change(id, (query) => {
          const isSame =
            query.text === text && JSON.stringify(query.parameters) === JSON.stringify(parameters);
          if (isSame) return query;
          if (query.revision !== revision) {
            throw failure(
              'conflict',
              `Another text of ${query.name} was saved meanwhile. Nothing was replaced. Look at it first, or save yours as a new query.`,
            );
          }
          return { ...query, text, parameters, revision: revision + 1, savedAt: now() };
        }),
      ),
    'queryLibrary.describe': async ({ id, shown, wanted }) =>
      told(
        library.change(id, (query) => {
          const isAsShown = query.name === shown.name && query.description === shown.description;
          const isAsWanted = query.name === wanted.name && query.description === wanted.description;
          if (!isAsShown && !isAsWanted) {
            throw failure(
              'conflict',
              `Name or description of ${query.name} were changed meanwhile. Nothing was replaced. What stands there now is shown; change it once more.`,
            );
          }
          return { ...query, ...wanted };
        }),
      ),
    'queryLibrary.setFavorite': async ({ id, isFavorite }) =>
      told(library.change(id, (query) => ({ ...query, isFavorite }))),
    'queryLibrary.setTenant': async ({ id, tenantId }) =>
      told(library.change(id, (query) => ({ ...query, tenantId }))),
    'queryLibrary.addFolder': async (folder) => told(library.saveFolder({ ...folder, id: newId() })),
    'queryLibrary.renameFolder': async ({ id, name }) => {
      const folder = library.all().folders.find((one) => one.id === id);
      if (folder === undefined) throw failure('not-found', 'This folder is no longer there.');
      return told(library.saveFolder({ ...folder, name }));
    },
    'queryLibrary.move': async ({ to, ...choice }) => {
      library.move(choice, to);
      return told(undefined);
    },
    'queryLibrary.remove': async (choice) => {
      const removalId = newId();
      return told({ removalId, ...library.remove(removalId, choice) });
    },
    'queryLibrary.putBack': async ({ removalId }) => {
      library.putBack(removalId);
      return told(undefined);
    },
  };
}
