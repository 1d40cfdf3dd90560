import type { QueryFolder } from '../../../contract/queries/query-library.ts';

/** IDs of these folders and of all folders inside them. */
export function withInner(folders: readonly QueryFolder[], ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  for (let isMore = true; isMore;) {
    const inner = folders.filter(
      ({ id, parentId }) => parentId !== null && found.has(parentId) && !found.has(id),
    );
    for (const { id } of inner) found.add(id);
    isMore = inner.length > 0;
  }
  return found;
}

/** The folder and its parents, the outermost first; none for no folder. */
export function pathTo(folders: readonly QueryFolder[], id: string | null): readonly QueryFolder[] {
  const path: QueryFolder[] = [];
  for (let at = id; at !== null && path.length <= folders.length;) {
    const folder = folders.find((one) => one.id === at);
    if (folder === undefined) break;
    path.unshift(folder);
    at = folder.parentId;
  }
  return path;
}

/** How many levels of folders there are from this one on, itself included. */
export function heightOf(folders: readonly QueryFolder[], id: string): number {
  const inner = folders.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...inner.map((folder) => heightOf(folders, folder.id)));
}

/** Folder names in one place are compared without case. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
