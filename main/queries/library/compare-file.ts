import type { FileEntry } from '../../../contract/queries/query-file.ts';
import type { QueryLibraryContent, SavedQuery } from '../../../contract/queries/query-library.ts';
import { parameterNames } from '../../../languages/sql/parameters.ts';
import { isSameName, pathTo } from './folder-tree.ts';
import type { QueryInFile } from './query-file.ts';

export interface ComparedEntry {
  readonly theirs: QueryInFile;
  /** As it was when the file was opened. */
  readonly mine: SavedQuery | undefined;
  readonly state: FileEntry['state'];
}

/** The library's counterpart of each query in a file: the one with its ID, or else with its name in its folder. */
export function compareFile(
  queries: readonly QueryInFile[],
  library: QueryLibraryContent,
): readonly ComparedEntry[] {
  const byId = new Map(library.queries.map((query) => [query.id, query]));
  const byPlace = Map.groupBy(library.queries, (query) =>
    placeOf([...pathTo(library.folders, query.folderId).map(({ name }) => name), query.name]),
  );
  const taken = new Set(queries.flatMap(({ id }) => (byId.has(id) ? [id] : [])));
  return queries.map((theirs) => {
    const mine = byId.get(theirs.id) ?? placed(theirs);
    if (mine !== undefined) taken.add(mine.id);
    return { theirs, mine, state: mine === undefined ? 'new' : isSame(theirs, mine) ? 'same' : 'different' };
  });

  /** Each query in the library matches at most one in the file. */
  function placed({ folder, name }: QueryInFile): SavedQuery | undefined {
    return byPlace.get(placeOf([...folder, name]))?.find(({ id }) => !taken.has(id));
  }
}

const placeOf = (names: readonly string[]): string =>
  JSON.stringify(names.map((name) => name.trim().toLowerCase()));

/** Ignores entered parameter values and the position in the library. */
function isSame(theirs: QueryInFile, mine: SavedQuery): boolean {
  const typesOf = (text: string, parameters: readonly { readonly name: string; readonly type: string }[]) =>
    parameterNames(text)
      .map((name) => parameters.find((parameter) => parameter.name === name)?.type ?? 'text')
      .join(' ');
  return (
    theirs.name === mine.name &&
    theirs.description === mine.description &&
    theirs.text === mine.text &&
    typesOf(theirs.text, theirs.parameters) === typesOf(mine.text, mine.parameters)
  );
}

/** `Roles 2` when there is a `Roles`. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const candidate = `${name.slice(0, 120 - ending.length)}${ending}`;
    if (!taken.some((other) => isSameName(other, candidate))) return candidate;
  }
}
