import type { ResultView, ResultWindow } from '../../../../contract/queries/results.ts';
import { sortedOrder } from '../../../../languages/order/row-order.ts';
import { sampleTable } from './sample-table.ts';

/** A request of the page; the response has the same `call`. */
export interface RowsCall {
  readonly call: number;
  readonly view: ResultView;
  readonly first: number;
  readonly count: number;
}

export type FromRowsWorker =
  | { readonly isReady: true }
  | { readonly isReady: false; readonly call: number; readonly window: ResultWindow };

/**
 * Stores the rows of the table described by the worker's name, `rows x columns`, like main's thread stores
 * those of a result.
 */
const [rowCount = 0, columnCount = 0] = self.name.split('x').map(Number);
const { rows } = sampleTable(rowCount, columnCount);
let sorted: { readonly of: string; readonly order: readonly number[] } | undefined;

function orderOf({ sort }: ResultView): readonly number[] | undefined {
  if (sort === null) return undefined;
  const of = JSON.stringify(sort);
  if (sorted?.of !== of)
    sorted = {
      of,
      order: sortedOrder(
        rows.length,
        { key: '', descending: sort.descending },
        (row) => rows[row]?.[sort.column],
      ),
    };
  return sorted.order;
}

const respond = (message: FromRowsWorker): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<RowsCall>) => {
  const { call, view, first, count } = data;
  const order = orderOf(view);
  const window: ResultWindow = { rowCount: rows.length, rows: [], cut: [] };
  for (let at = first; at < Math.min(rows.length, first + count); at += 1) {
    const row = rows[order?.[at] ?? at];
    if (row !== undefined) window.rows.push(row);
  }
  respond({ isReady: false, call, window });
});
respond({ isReady: true });
