import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { StoredResult, ResultWindow } from '../../../../contract/queries/results.ts';
import type { FromRowsWorker, RowsCall } from './rows-worker.ts';
import { sampleColumns } from './sample-table.ts';

/**
 * A fake app with one stored result, whose rows are in a worker: in the product they are in another thread,
 * too.
 */
export async function createWorkerDesk(rowCount: number, columnCount: number): Promise<Desk> {
  const worker = new Worker(new URL('./rows-worker.ts', import.meta.url), {
    type: 'module',
    name: `${rowCount}x${columnCount}`,
  });
  const pending = new Map<number, (window: ResultWindow) => void>();
  let last = 0;
  await new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromRowsWorker>) => {
      if (data.isReady) resolve();
      else {
        pending.get(data.call)?.(data.window);
        pending.delete(data.call);
      }
    });
  });
  const stored: StoredResult = {
    ...{ id: 'bench', tenantId: 'bench', place: 'bench', text: '', sentText: '' },
    ...{ startedAt: Date.now(), state: 'complete', rowCount, fullCount: rowCount, tenantMs: 1 },
    columns: sampleColumns(columnCount).map(({ title }) => ({ name: title, type: '' })),
    warnings: [],
    failure: null,
  };
  const results = {
    at: () => Promise.resolve(stored),
    window: ({ view, first, count }: Omit<RowsCall, 'call'>) =>
      new Promise<ResultWindow>((resolve) => {
        pending.set((last += 1), resolve);
        worker.postMessage({ call: last, view, first, count } satisfies RowsCall);
      }),
  };
  // A grid uses nothing else.
  return { results, on: () => () => undefined } as unknown as Desk;
}
