import { compareNames } from '../../../contract/values/name-order.ts';
import type {
  QueryFolder,
  QueryLibraryContent,
  SavedQuery,
} from '../../../contract/queries/query-library.ts';
import { plainLetters } from '../../../languages/order/fold-text.ts';
import { readQuery } from '../../../languages/order/search-query.ts';
import { createSearchIndex } from '../../lists/search-index.ts';

export type LibrarySort = 'name' | 'saved';

/** One visible row of the tree of saved queries. */
export type LibraryRow =
  | {
      readonly kind: 'folder';
      readonly id: string;
      readonly level: number;
      readonly isOpen: boolean;
      readonly folder: QueryFolder;
      /** Number of shown queries in it and its subfolders. */
      readonly count: number;
    }
  | { readonly kind: 'query'; readonly id: string; readonly level: number; readonly query: SavedQuery };

interface LibraryView {
  /** IDs of expanded folders. */
  readonly open: readonly string[];
  /** Shows only queries that match by name, description, text or folders, best first. */
  readonly search: string;
  readonly sort: LibrarySort;
}

/**
 * Folders before queries, favorites before the others. A search expands every folder with a match, best matches first.
 */
export function libraryRows({ folders, queries }: QueryLibraryContent, view: LibraryView): LibraryRow[] {
  const search = readQuery(view.search);
  const isSearch = search.text !== '';
  const found = isSearch ? querySearch(queries, folders).find(search) : queries;
  const placeOf = new Map(found.map(({ id }, place) => [id, isSearch ? place : 0]));
  const placeIn = ({ id }: SavedQuery): number => placeOf.get(id) ?? 0;
  const inFolder = Map.groupBy(found, ({ folderId }) => folderId);
  const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId);

  function count(id: string): number {
    const inner = (foldersIn.get(id) ?? []).reduce((sum, folder) => sum + count(folder.id), 0);
    return inner + (inFolder.get(id)?.length ?? 0);
  }

  function rowsIn(parentId: string | null, level: number): LibraryRow[] {
    const ofFolders = (foldersIn.get(parentId) ?? [])
      .toSorted((one, other) => compareNames(one.name, other.name))
      .flatMap((folder): LibraryRow[] => {
        const inside = count(folder.id);
        const isNamed = isSearch && search.terms.every((term) => plainLetters(folder.name).includes(term));
        if (isSearch && inside === 0 && !isNamed) return [];
        const isOpen = isSearch ? inside > 0 : view.open.includes(folder.id);
        return [
          { kind: 'folder', id: folder.id, level, isOpen, folder, count: inside },
          ...(isOpen ? rowsIn(folder.id, level + 1) : []),
        ];
      });
    const ofQueries = (inFolder.get(parentId) ?? [])
      .toSorted(
        (one, other) =>
          placeIn(one) - placeIn(other) ||
          Number(other.isFavorite) - Number(one.isFavorite) ||
          (view.sort === 'saved' ? other.savedAt - one.savedAt : 0) ||
          compareNames(one.name, other.name),
      )
      .map((query): LibraryRow => ({ kind: 'query', id: query.id, level, query }));
    return [...ofFolders, ...ofQueries];
  }

  return rowsIn(null, 1);
}

/** `Sign-ins / Weekly`; empty without a folder. */
export function folderPath(folders: readonly QueryFolder[], id: string | null): string {
  const names: string[] = [];
  for (let at = id; at !== null && names.length < folders.length;) {
    const folder = folders.find((one) => one.id === at);
    if (folder === undefined) break;
    names.unshift(folder.name);
    at = folder.parentId;
  }
  return names.join(' / ');
}

/** Folders to select from, each after its parent; without these and their contents. */
export function folderChoices(
  folders: readonly QueryFolder[],
  without: readonly string[] = [],
): { readonly value: string; readonly label: string }[] {
  const isWithin = (folder: QueryFolder): boolean => {
    if (without.includes(folder.id)) return true;
    const around = folders.find(({ id }) => id === folder.parentId);
    return around !== undefined && isWithin(around);
  };
  return folders
    .filter((folder) => !isWithin(folder))
    .map(({ id }) => ({ value: id, label: folderPath(folders, id) }))
    .sort((one, other) => compareNames(one.label, other.label));
}

const querySearch = (queries: readonly SavedQuery[], folders: readonly QueryFolder[]) =>
  createSearchIndex(queries, {
    title: ({ name }) => name,
    text: ({ name, description, text, folderId }) =>
      [name, description, text, folderPath(folders, folderId)].join('\n'),
    order: 'given',
  });
