import type { QueryTable } from '../../../contract/queries/queries.ts';
import { knownTables } from '../../../languages/sql/known-tables.ts';
import { tablesInQuery } from '../../../languages/sql/tables-in-query.ts';
import type { QueryPage } from '../../tenants/endpoints/query-call.ts';
import { columnsOf } from './query-table.ts';

type Column = QueryTable['columns'][number];

/** Documented tables merged with the columns that results have shown, each name once regardless of case. */
export function mergeTables(seen: readonly QueryTable[]): QueryTable[] {
  const tables = new Map<string, { name: string; columns: Map<string, Column> }>();
  for (const { name, columns } of [...knownTables, ...seen]) {
    const key = name.toLowerCase();
    const table = tables.get(key) ?? { name, columns: new Map<string, Column>() };
    for (const column of columns) {
      const known = table.columns.get(column.name.toLowerCase());
      table.columns.set(column.name.toLowerCase(), {
        name: known?.name ?? column.name,
        type: column.type === '' ? (known?.type ?? '') : column.type,
      });
    }
    tables.set(key, table);
  }
  return [...tables.values()]
    .map(({ name, columns }) => ({ name, columns: [...columns.values()] }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/**
 * What a result reveals about tables: the tables that it names itself, or else, for `Select *` of a single table,
 * all of its columns. Other results have computed columns that belong to no table.
 */
export function tablesShownBy(text: string, page: Pick<QueryPage, 'columns' | 'rows'>): QueryTable[] {
  const named = (page.columns ?? []).filter(({ table }) => table !== '');
  if (named.length > 0) {
    return [...Map.groupBy(named, ({ table }) => table)].map(([name, columns]) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })),
    }));
  }
  const [table, ...others] = tablesInQuery(text);
  if (table === undefined || others.length > 0 || !/^\s*select\s+\*\s+from\b/i.test(text)) return [];
  return [{ name: table.name, columns: columnsOf(page) }];
}
