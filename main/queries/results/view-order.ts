import type { DatabaseSync } from 'node:sqlite';
import { sortedOrder } from '../../../languages/order/row-order.ts';
import type { ResultFilter, ResultView } from '../../../contract/queries/results.ts';
import { fromStored, headSql } from './cell-storage.ts';
import { filterSql } from './filter-sql.ts';
import { columnsOfPart, partCount, partOf, storedColumn } from './result-parts.ts';

/** Columns of one condition: SQLite bounds how deep an expression may be. */
const maxAlternatives = 200;
/** Characters by which text is ordered; what is alike so far stays as it came. */
const maxKeyLength = 256;

/** Which rows a view has, in its order, by their identifiers. Ordered as the desk orders any table. */
export function viewOrder(database: DatabaseSync, width: number, { sort, filters }: ResultView): Uint32Array {
  const { where, bound } = viewCondition(filters, width);
  const isSorted = sort !== null && sort.column < width;
  const part = isSorted ? partOf(sort.column) : 0;
  const column = isSorted ? storedColumn(sort.column) : 'id';
  const rows = database.prepare(
    `SELECT id, ${isSorted ? headSql(column, maxKeyLength) : 'NULL'} FROM part${part} WHERE ${where} ORDER BY id`,
  );
  rows.setReturnArrays(true);
  const ids: number[] = [];
  const keys: unknown[] = [];
  for (const row of rows.iterate(...bound)) {
    const [id, value] = row as unknown as [number, unknown];
    ids.push(id);
    if (isSorted) keys.push(fromStored(value));
  }
  if (!isSorted) return Uint32Array.from(ids);
  const order = sortedOrder(ids.length, { key: '', descending: sort.descending }, (row) => keys[row]);
  return Uint32Array.from(order, (row) => ids[row] ?? 0);
}

/** SQL that is true for the rows of a view, by their `id`, and what is bound to its parameters from `?1` on. */
export function viewCondition(
  filters: readonly ResultFilter[],
  width: number,
): { readonly where: string; readonly bound: readonly string[] } {
  const bound = filters.map((filter) => filterSql(filter).value);
  const conditions = filters.map((filter, at) => passing(filter, width, `?${at + 1}`));
  // Each parameter is named, so that none is too many where a condition does not need its text.
  const uses = bound.map((_, at) => `?${at + 1} IS NOT NULL`);
  return { where: [...uses, ...conditions].join(' AND ') || '1', bound };
}

/** SQL that is true for a row in which the column, or any of them, passes. */
function passing(filter: ResultFilter, width: number, parameter: string): string {
  const { condition } = filterSql(filter);
  const sources = filter.column === null ? alternatives(width) : [[filter.column]];
  const selects = sources
    .map((columns) => columns.filter((column) => column < width))
    .filter((columns) => columns.length > 0)
    .map((columns) => {
      const any = columns.map((column) => condition(storedColumn(column), parameter)).join(' OR ');
      return `SELECT id FROM part${partOf(columns[0] ?? 0)} WHERE ${any}`;
    });
  return selects.length === 0 ? '0' : `id IN (${selects.join(' UNION ')})`;
}

/** All columns, those of one table and one condition together. */
function alternatives(width: number): number[][] {
  const groups: number[][] = [];
  for (let part = 0; part < partCount(width); part += 1) {
    const columns = columnsOfPart(part, width);
    for (let from = 0; from < columns.length; from += maxAlternatives) {
      groups.push(columns.slice(from, from + maxAlternatives));
    }
  }
  return groups;
}
