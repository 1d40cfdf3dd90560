import type { CellValue } from './cell-value.ts';

/** The rows of a table that is larger than what is at hand. Read reactively. */
export interface GridRows {
  readonly count: number;
  /** Undefined while it is being fetched, which asking for it begins. */
  row(index: number): readonly CellValue[] | undefined;
  /** Some rows, which show what the columns hold and how wide that is. */
  readonly sample: readonly (readonly CellValue[])[];
}

/** How many rows show what a column holds and how wide that is. */
const sampleSize = 60;

export function asGridRows(rows: GridRows | readonly (readonly CellValue[])[]): GridRows {
  if (!isArray(rows)) return rows;
  return { count: rows.length, row: (index) => rows[index], sample: rows.slice(0, sampleSize) };
}

/** The type of `Array.isArray` knows no read-only arrays. */
function isArray<Item>(value: object | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
