import type { RowSort } from '../../../languages/order/row-order.ts';

/** The sort column and direction. */
export type GridSort = RowSort;

/** The next sort after a click on a header: ascending, descending, original order. */
export function nextSort(sort: GridSort | undefined, key: string): GridSort | undefined {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? undefined : { key, descending: true };
}
