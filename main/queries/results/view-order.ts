import type { DatabaseSync } from 'node:sqlite';
import { sortedOrder } from '../../../languages/order/row-order.ts';
import type { ResultFilter, ResultView } from '../../../contract/queries/results.ts';
import { fromStored, headSql } from './cell-storage.ts';
import { filterSql } from './filter-sql.ts';
import { columnsOfPart, partCount, partOf, storedColumn } from './result-parts.ts';

/** Columns per condition: SQLite limits the depth of expressions. */
const maxAlternatives = 200;
/** Characters by which text is sorted; texts that are equal up to there keep their order. */
const maxKeyLength = 256;

/** The IDs of the rows in a view, in order. Sorted like any other table. */
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

/** SQL that is true for the rows of a view, by their `id`, and the values of its parameters from `?1` on. */
export function viewCondition(
  filters: readonly ResultFilter[],
  width: number,
): { readonly where: string; readonly bound: readonly string[] } {
  const parts = filters.flatMap(inTerms);
  const bound = parts.map((filter) => filterSql(filter).value);
  const conditions = parts.map((filter, at) => passing(filter, width, `?${at + 1}`));
  // Uses each parameter, so that SQLite accepts those that no condition needs.
  const uses = bound.map((_, at) => `?${at + 1} IS NOT NULL`);
  return { where: [...uses, ...conditions].join(' AND ') || '1', bound };
}

/** More words than anyone types; SQLite limits the depth of expressions. */
const maxTerms = 20;

/**
 * A text in any column is searched as everywhere else: each of its words may be in another column. A quoted text
 * stays together.
 */
function inTerms(filter: ResultFilter): readonly ResultFilter[] {
  if (filter.column !== null || filter.comparison !== 'contains') return [filter];
  const terms = [...filter.text.matchAll(/"([^"]+)"?|[^\s"]+/g)].map(([term, quoted]) => quoted ?? term);
  if (terms.length === 0) return [filter];
  const last = terms.slice(maxTerms - 1).join(' ');
  return [...terms.slice(0, maxTerms - 1), ...(last === '' ? [] : [last])].map((text) => ({
    ...filter,
    text,
  }));
}

/** SQL that is true for a row in which the column, or any column, matches. */
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

/** All columns, grouped by table and condition. */
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
