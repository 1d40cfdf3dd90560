import type { QueryPageAway } from '../../tenants/endpoints/query-call.ts';

export interface SeenColumn {
  readonly name: string;
  /** Empty where the tenant does not tell it. */
  readonly type: string;
}

/** What a page shows of the columns: those that the tenant names, and the members of its rows. */
export interface ShownColumns extends Pick<QueryPageAway<unknown>, 'columns' | 'hidden'> {
  readonly names: readonly string[];
}

/** The columns of a result, as its pages show them. */
export interface ColumnsSeen {
  /** Takes a page in, and answers what is to be said of it. */
  note(page: ShownColumns): string[];
  /** Those that the tenant names, then those that only rows have, each once. */
  all(): readonly SeenColumn[];
}

/** Of names in a sentence. */
const mostNamed = 20;
const quoted = (names: readonly string[]): string =>
  names
    .slice(0, mostNamed)
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
          `More than one column is called ${quoted([...new Set(twice)])}, and the tenant sends the value of one of them only. Name them with AS.`,
        );
      }
      for (const { name, type } of columns) if (!known.has(name)) known.set(name, { name, type });
      for (const name of alsoHidden) hidden.add(name);
      const more = names.filter((name) => !known.has(name) && !hidden.has(name));
      for (const name of more) known.set(name, { name, type: '' });
      // Where the tenant names no columns, those of the first rows are no surprise; those that come later are.
      if (more.length > 0 && !(isFirst && columns.length === 0)) {
        warnings.push(`Rows have columns that the tenant did not announce: ${quoted(more)}.`);
      }
      isFirst = false;
      return warnings;
    },
    all: () => [...known.values()],
  };
}
