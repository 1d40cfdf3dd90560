import type { CellValue } from './cell-value.ts';

/** The rows of a table that is only partly loaded. Read reactively. */
export interface GridRows {
  readonly count: number;
  /** Undefined while it is loading, which reading it starts. */
  row(index: number): readonly CellValue[] | undefined;
  /** Some rows, to determine the types and widths of the columns. */
  readonly sample: readonly (readonly CellValue[])[];
}

/** How many rows determine the type and width of a column. */
const sampleSize = 60;

export function asGridRows(rows: GridRows | readonly (readonly CellValue[])[]): GridRows {
  if (!isArray(rows)) return rows;
  return { count: rows.length, row: (index) => rows[index], sample: rows.slice(0, sampleSize) };
}

/** The type of `Array.isArray` does not support read-only arrays. */
function isArray<Item>(value: object | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
