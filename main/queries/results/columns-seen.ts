import type { QueryPageAway } from '../../tenants/endpoints/query-call.ts';

export interface SeenColumn {
  readonly name: string;
  /** Empty when the tenant doesn't return it. */
  readonly type: string;
}

/** The columns shown by a page: those that the tenant names, and the members of its rows. */
export interface ShownColumns extends Pick<QueryPageAway<unknown>, 'columns' | 'hidden'> {
  readonly names: readonly string[];
}

/** The columns of a result, collected from its pages. */
export interface ColumnsSeen {
  /** Adds a page, and returns warnings about it. */
  note(page: ShownColumns): string[];
  /** Those that the tenant names, then those that only rows have, each once. */
  all(): readonly SeenColumn[];
}

/** Maximum names in a sentence. */
const maxNamed = 20;
const quoted = (names: readonly string[]): string =>
  names
    .slice(0, maxNamed)
    .map((name) => `“${name}”`)
    .join(', ');

export function createColumnsSeen(): ColumnsSeen {
  const known = new Map<string, SeenColumn>();
  const hidden = new Set<string>();
  let isFirst = true;
  return {
    note({ columns = [], hidden: alsoHidden, names }) {
      const warnings: string[] = [];
      const twice = columns.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at);
      if (isFirst && twice.length > 0) {
        warnings.push(
          `More than one column is named ${quoted([...new Set(twice)])}, and the tenant sends the value of only one. Rename them with AS.`,
        );
      }
      for (const { name, type } of columns) if (!known.has(name)) known.set(name, { name, type });
      for (const name of alsoHidden) hidden.add(name);
      const more = names.filter((name) => !known.has(name) && !hidden.has(name));
      for (const name of more) known.set(name, { name, type: '' });
      // When the tenant names no columns, those of the first rows are expected; later ones are not.
      if (more.length > 0 && !(isFirst && columns.length === 0)) {
        warnings.push(`Rows have columns that the tenant didn’t announce: ${quoted(more)}.`);
      }
      isFirst = false;
      return warnings;
    },
    all: () => [...known.values()],
  };
}
