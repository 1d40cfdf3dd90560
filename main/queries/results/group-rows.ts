import type { DatabaseSync } from 'node:sqlite';
import type { TimeBucket } from '../../../contract/result-formats.ts';
import type { ResultGrouping, ResultGroups, ResultView } from '../../../contract/results.ts';
import { fromStored } from './cell-storage.ts';
import { partOf, storedColumn } from './result-parts.ts';
import { viewCondition } from './view-order.ts';

/** More of them no chart can show. */
const mostGroups = 2000;
/** Characters of a value that tell it from others. */
const longestKey = 200;
/** Characters of ISO 8601 that a bucket has. */
const bucketLengths = { none: longestKey, hour: 13, day: 10, month: 7 } as const satisfies Record<
  TimeBucket,
  number
>;

/** Gathers the rows of a view; a column that is not there holds nothing. Sums take numbers only. */
export function groupRows(
  database: DatabaseSync,
  width: number,
  { filters }: ResultView,
  { by, bucket, series, sumOf }: ResultGrouping,
): ResultGroups {
  const columns = [by, series, sumOf].flatMap((column) =>
    column !== null && column < width ? [column] : [],
  );
  const parts = [...new Set([0, ...columns.map(partOf)])].map((part) => `part${part}`);
  const expression = (column: number | null): string =>
    column === null || column >= width ? 'NULL' : storedColumn(column);
  const key = (column: number | null, length: number): string =>
    `CASE typeof(${expression(column)}) WHEN 'text' THEN substr(${expression(column)}, 1, ${length}) ELSE ${expression(column)} END`;
  const value =
    sumOf === null
      ? 'count(*)'
      : `total(CASE WHEN typeof(${expression(sumOf)}) IN ('integer', 'real') THEN ${expression(sumOf)} END)`;
  const { where, bound } = viewCondition(filters, width);
  const order = bucket === 'none' ? 'value DESC' : 'key DESC';
  const joined = parts.map((part, at) => (at === 0 ? part : `JOIN ${part} USING (id)`)).join(' ');
  const statement = database.prepare(
    `SELECT ${key(by, bucketLengths[bucket])} AS key, ${key(series, longestKey)} AS series, ${value} AS value
     FROM ${joined} WHERE ${where} GROUP BY 1, 2 ORDER BY ${order} LIMIT ${mostGroups + 1}`,
  );
  const rows = statement.all(...bound);
  return {
    groups: rows.slice(0, mostGroups).map((row) => ({
      key: fromStored(row['key']),
      series: fromStored(row['series']),
      value: finite(Number(row['value'])),
    })),
    isCut: rows.length > mostGroups,
  };
}

/** Numbers whose sum is beyond what a number holds. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE || 0;
}
