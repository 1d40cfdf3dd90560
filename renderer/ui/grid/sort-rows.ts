import { cellText, type CellValue } from './cell-value.ts';

/** By which column, and which way. */
export interface GridSort {
  readonly key: string;
  readonly descending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Orders two cells: numbers by size, text as people read it ("item 9" before "item 10"), false before true. Null is less than
 * anything, so it stands last when descending and first when ascending, as in SQLite.
 */
export function compareCells(a: CellValue, b: CellValue): number {
  const aEmpty = a === null || a === undefined;
  const bEmpty = b === null || b === undefined;
  if (aEmpty || bEmpty) return Number(bEmpty) - Number(aEmpty);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(cellText(a), cellText(b));
}

/** The order in which to show the rows: indices into `count` rows. Stable; the given order when there is no sort. */
export function sortedOrder(
  count: number,
  sort: GridSort | undefined,
  cell: (row: number, key: string) => CellValue,
): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  if (sort === undefined) return order;
  const direction = sort.descending ? -1 : 1;
  return order.sort((a, b) => direction * compareCells(cell(a, sort.key), cell(b, sort.key)) || a - b);
}

/** What the next press on a column's header does: ascending, descending, as it came. */
export function nextSort(sort: GridSort | undefined, key: string): GridSort | undefined {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? undefined : { key, descending: true };
}
