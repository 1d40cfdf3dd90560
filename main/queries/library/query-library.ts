import type {
  QueryFolder,
  QueryLibraryContent,
  SavedQuery,
} from '../../../contract/queries/query-library.ts';
import { deepestFolder, maxFolders, maxSaved } from '../../../contract/queries/query-library.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { transaction } from '../../platform/storage/database.ts';
import { formatNumber } from '../../../languages/text/intl.ts';
import { heightOf, isSameName, pathTo, withInner } from './folder-tree.ts';
import type { LibraryStore } from './library-store.ts';

export interface LibraryChoice {
  readonly queryIds: readonly string[];
  readonly folderIds: readonly string[];
}

/** Saved queries in folders, with their invariants. Each operation is saved completely or not at all. */
export interface QueryLibrary {
  /** What is available in a tenant. */
  of(tenantId: string): QueryLibraryContent;
  all(): QueryLibraryContent;
  /** Throws `not-found`. */
  get(id: string): SavedQuery;
  add(query: SavedQuery): void;
  /** Throws `not-found`. */
  change(id: string, next: (query: SavedQuery) => SavedQuery): SavedQuery;
  saveFolder(folder: QueryFolder): QueryFolder;
  move(choice: LibraryChoice, to: string | null): void;
  remove(removalId: string, choice: LibraryChoice): { readonly queries: number; readonly folders: number };
  restore(removalId: string): void;
  /** True for an ID that a query has or had before it was removed. */
  hasEver(id: string): boolean;
  /** Several operations that are saved together, or not at all. */
  whole<Result>(acts: () => Result): Result;
}

export function createQueryLibrary(store: LibraryStore, database: Database): QueryLibrary {
  return {
    of(tenantId) {
      const { folders, queries } = store.all();
      return {
        folders,
        queries: queries.filter((query) => query.tenantId === null || query.tenantId === tenantId),
      };
    },
    all: () => store.all(),
    get: (id) => requireQuery(store, id),
    add(query) {
      transaction(database, () => {
        requireFolder(store, query.folderId);
        if (store.all().queries.length >= maxSaved) {
          throw failure(
            'invalid-input',
            `The library can have up to ${formatNumber(maxSaved)} queries. Remove one first.`,
          );
        }
        store.saveQuery(query);
      });
    },
    change: (id, next) =>
      transaction(database, () => {
        const query = next(requireQuery(store, id));
        store.saveQuery(query);
        return query;
      }),
    saveFolder: (folder) =>
      transaction(database, () => {
        const { folders } = store.all();
        const isNew = !folders.some(({ id }) => id === folder.id);
        if (isNew && folders.length >= maxFolders) {
          throw failure(
            'invalid-input',
            `The library can have up to ${maxFolders} folders. Remove one first.`,
          );
        }
        checkFolder(store, folder, folders);
        store.saveFolder(folder);
        return folder;
      }),
    move({ queryIds, folderIds }, to) {
      transaction(database, () => {
        requireFolder(store, to);
        for (const id of queryIds) store.saveQuery({ ...requireQuery(store, id), folderId: to });
        for (const id of folderIds) {
          const folder = store.folder(id);
          if (folder === undefined) throw failure('not-found', 'This folder no longer exists.');
          if (folder.parentId === to) continue;
          checkFolder(store, { ...folder, parentId: to }, store.all().folders);
          store.saveFolder({ ...folder, parentId: to });
        }
      });
    },
    remove: (removalId, choice) => transaction(database, () => hideChosen(store, removalId, choice)),
    hasEver: (id) => store.hasEver(id),
    whole: (acts) => transaction(database, acts),
    restore(removalId) {
      transaction(database, () => {
        if (!store.restore(removalId)) throw failure('not-found', 'This removal can no longer be undone.');
        reattachOrphans(store);
      });
    },
  };
}

function requireQuery(store: LibraryStore, id: string): SavedQuery {
  const query = store.query(id);
  if (query === undefined) {
    throw failure('not-found', 'This saved query was removed. Save it as a new one.');
  }
  return query;
}

function requireFolder(store: LibraryStore, id: string | null): void {
  if (id !== null && store.folder(id) === undefined)
    throw failure('not-found', 'This folder no longer exists. Choose another one.');
}

/** Throws when the folder can't be moved there. */
function checkFolder(store: LibraryStore, folder: QueryFolder, folders: readonly QueryFolder[]): void {
  requireFolder(store, folder.parentId);
  const others = folders.filter(({ id }) => id !== folder.id);
  const around = pathTo(others, folder.parentId);
  if (folder.parentId !== null && withInner(folders, [folder.id]).has(folder.parentId)) {
    throw failure('invalid-input', `The folder ${folder.name} can’t contain itself.`);
  }
  if (others.some(({ parentId, name }) => parentId === folder.parentId && isSameName(name, folder.name))) {
    throw failure('invalid-input', `A folder named ${folder.name} already exists here. Choose another name.`);
  }
  if (around.length + heightOf(folders, folder.id) > deepestFolder) {
    throw failure('invalid-input', `Folders can be nested up to ${deepestFolder} levels.`);
  }
}

/** Hides the selected folders with their contents, and the selected queries. */
function hideChosen(store: LibraryStore, removalId: string, choice: LibraryChoice) {
  const { folders, queries } = store.all();
  const inner = withInner(folders, choice.folderIds);
  const folderIds = folders.map(({ id }) => id).filter((id) => inner.has(id));
  const queryIds = queries
    .filter(({ id, folderId }) => choice.queryIds.includes(id) || (folderId !== null && inner.has(folderId)))
    .map(({ id }) => id);
  store.hide(removalId, { queryIds, folderIds });
  return { queries: queryIds.length, folders: folderIds.length };
}

/** Moves restored entries whose folder no longer exists to the top level. */
function reattachOrphans(store: LibraryStore): void {
  const { folders, queries } = store.all();
  const isThere = (id: string | null): boolean => id === null || folders.some((folder) => folder.id === id);
  for (const folder of folders)
    if (!isThere(folder.parentId)) store.saveFolder({ ...folder, parentId: null });
  for (const query of queries) if (!isThere(query.folderId)) store.saveQuery({ ...query, folderId: null });
}
