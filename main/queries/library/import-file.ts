import type { FileDecision } from '../../../contract/queries/query-file.ts';
import type { SavedQuery } from '../../../contract/queries/query-library.ts';
import { failure } from '../../platform/errors/failure.ts';
import { pathTo, isSameName } from './folder-tree.ts';
import type { ComparedEntry } from './compare-file.ts';
import { freeName } from './compare-file.ts';
import { contentOf } from './query-file.ts';
import type { QueryLibrary } from './query-library.ts';

/** What an import did, so that it can be undone. */
export interface ImportedFile {
  readonly addedIds: readonly string[];
  readonly folderIds: readonly string[];
  readonly replaced: readonly { readonly before: SavedQuery; readonly after: SavedQuery }[];
}

export interface ImportWork {
  readonly entries: readonly ComparedEntry[];
  /** Paths of folders in the file. */
  readonly folders: readonly (readonly string[])[];
  readonly decisions: readonly FileDecision[];
  /** Parameters to import; null for all of them. */
  readonly tenantId: string | null;
  readonly now: number;
  readonly newId: () => string;
}

/** Applies the decisions; call it within a transaction. Throws `conflict` when a library query changed since the comparison. */
export function importFile(library: QueryLibrary, work: ImportWork): ImportedFile {
  const { entries, decisions, tenantId, now, newId } = work;
  const folderIds: string[] = [];
  const addedIds: string[] = [];
  const replaced: { before: SavedQuery; after: SavedQuery }[] = [];

  /** The folder with this path, created if missing. */
  function folderAt(path: readonly string[]): string | null {
    let parentId: string | null = null;
    for (const name of path) {
      const { folders } = library.all();
      const there = folders.find((folder) => folder.parentId === parentId && isSameName(folder.name, name));
      if (there !== undefined) {
        parentId = there.id;
        continue;
      }
      parentId = library.saveFolder({ id: newId(), name, parentId }).id;
      folderIds.push(parentId);
    }
    return parentId;
  }

  for (const { index, take } of decisions) {
    const entry = entries[index];
    if (entry === undefined) throw failure('invalid-input', `The file has no query ${index + 1}.`);
    if (take === 'mine') continue;
    const { theirs, mine } = entry;
    const content = contentOf(theirs);
    if (mine !== undefined && take === 'theirs') {
      const after = library.change(mine.id, (query) => {
        if (JSON.stringify(query) !== JSON.stringify(mine)) {
          throw failure(
            'conflict',
            `${mine.name} changed since the file was opened. Nothing was imported. Open the file again to compare.`,
          );
        }
        const { name, description, text } = content;
        const parameters = withValuesOf(content.parameters, query.parameters);
        return { ...query, name, description, text, parameters, revision: query.revision + 1, savedAt: now };
      });
      replaced.push({ before: mine, after });
      continue;
    }
    const { queries } = library.all();
    const folderId = folderAt(theirs.folder);
    const names = queries.filter((query) => query.folderId === folderId).map(({ name }) => name);
    const isTaken = mine !== undefined && names.some((name) => isSameName(name, content.name));
    // With the ID of the file if that is free, so that a later import of the same file finds it.
    const id = library.hasEver(theirs.id) ? newId() : theirs.id;
    library.add({
      ...{ ...content, name: isTaken ? freeName(content.name, names) : content.name },
      ...{ id, folderId, tenantId, isFavorite: false, revision: 1, savedAt: now },
    });
    addedIds.push(id);
  }
  if (addedIds.length > 0) for (const path of work.folders) folderAt(path);
  return { addedIds, folderIds, replaced };
}

/** A file without values doesn't remove the ones entered here. */
function withValuesOf(
  theirs: SavedQuery['parameters'],
  mine: SavedQuery['parameters'],
): SavedQuery['parameters'] {
  return theirs.map((parameter) => {
    const own = mine.find(({ name, type }) => name === parameter.name && type === parameter.type);
    return parameter.text === '' && own !== undefined ? own : parameter;
  });
}

/** Undoes an import except for what changed since; call it within a transaction. */
export function undoImport(
  library: QueryLibrary,
  { addedIds, folderIds, replaced }: ImportedFile,
  { removalId, now }: { readonly removalId: string; readonly now: number },
): void {
  const { queries } = library.all();
  for (const { before, after } of replaced) {
    const present = queries.find(({ id }) => id === after.id);
    if (present === undefined || JSON.stringify(present) !== JSON.stringify(after)) continue;
    library.change(after.id, () => ({ ...before, revision: after.revision + 1, savedAt: now }));
  }
  const obsolete = queries
    .filter(({ id, revision }) => addedIds.includes(id) && revision === 1)
    .map(({ id }) => id);
  library.remove(removalId, { queryIds: obsolete, folderIds: [] });
  const left = library.all();
  const isUsed = (folderId: string): boolean =>
    left.queries.some((query) => pathTo(left.folders, query.folderId).some(({ id }) => id === folderId)) ||
    left.folders.some(({ id, parentId }) => parentId === folderId && !folderIds.includes(id));
  library.remove(removalId, { queryIds: [], folderIds: folderIds.filter((id) => !isUsed(id)) });
}
