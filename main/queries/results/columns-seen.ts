import type { QueryPage } from '../../tenants/endpoints/query-call.ts';
import type { TableColumn } from '../query-table.ts';

/** The columns of a result, as its pages show them. */
export interface ColumnsSeen {
  /** Takes a page in, and answers what is to be said of it. */
  note(page: Pick<QueryPage, 'columns' | 'hidden' | 'rows'>): string[];
  /** Those that the tenant names, then those that only rows have, each once. */
  all(): readonly TableColumn[];
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

export function createColumnsSeen(): ColumnsSeen {
  const known = new Map<string, TableColumn>();
  let hidden = new Set<string>();
  return {
    note(page) {
      const warnings: string[] = [];
      const isFirst = known.size === 0;
      const named = page.columns ?? [];
      const twice = new Set(
        named.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at),
      );
      if (isFirst && twice.size > 0) {
        warnings.push(
          `More than one column is called ${quoted([...twice])}, and the tenant sends the value of one of them only. Name them with AS.`,
        );
      }
      for (const { name, type } of named) if (!known.has(name)) known.set(name, { name, type });
      hidden = new Set([...hidden, ...page.hidden]);
      const more = new Set<string>();
      for (const row of page.rows) {
        for (const name of Object.keys(row)) if (!known.has(name) && !hidden.has(name)) more.add(name);
      }
      for (const name of more) known.set(name, { name, type: '' });
      // Where the tenant names no columns, those of the rows are no surprise; those that come later are.
      if (more.size > 0 && !(isFirst && named.length === 0)) {
        warnings.push(
          `Rows have columns that the tenant did not announce: ${quoted([...more].slice(0, 20))}.`,
        );
      }
      return warnings;
    },
    all: () => [...known.values()],
  };
}
