import type { QueryResult } from '../../../contract/queries/queries.ts';
import type { QueryPage, QueryRow } from '../../tenants/endpoints/query-call.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { isExactNumber } from '../../../languages/json/exact-number.ts';
import { normalizedNumber } from '../../../languages/json/number-order.ts';
import { memberKey, memberName } from '../../../languages/json/member-names.ts';

export type Cell = QueryResult['rows'][number][number];

export interface TableColumn {
  readonly name: string;
  /** Empty when the tenant doesn't return it. */
  readonly type: string;
}

/** The columns of a page: as the tenant names them, or else as they occur in the rows. */
export function columnsOf(page: Pick<QueryPage, 'columns' | 'rows'>): TableColumn[] {
  if (page.columns !== undefined && page.columns.length > 0) {
    return page.columns.map(({ name, type }) => ({ name, type }));
  }
  const names = new Set(page.rows.flatMap((row) => Object.keys(row).map(memberName)));
  return [...names].map((name) => ({ name, type: '' }));
}

export function cellsOf(row: QueryRow, columns: readonly TableColumn[]): Cell[] {
  return columns.map(({ name }) => toCell(row[memberKey(name)]));
}

const wireDate = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;
/** The latest date a `Date` can represent, in milliseconds. Source: ECMA-262, "Time Values". */
const farthest = 8.64e15;

/** Converts a cell: dates become ISO 8601, nested values JSON. Source: compatibility notes, `/Date(ms)/`. */
function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (isExactNumber(value)) return normalizedNumber(value);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return formatExact(value);
  const milliseconds = Number(wireDate.exec(value)?.[1] ?? Number.NaN);
  return Math.abs(milliseconds) <= farthest ? new Date(milliseconds).toISOString() : value;
}
