import type { RowSort } from '../../../languages/order/row-order.ts';

/** By which column, and which way. */
export type GridSort = RowSort;

/** What the next press on a column's header does: ascending, descending, as it came. */
export function nextSort(sort: GridSort | undefined, key: string): GridSort | undefined {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? undefined : { key, descending: true };
}
