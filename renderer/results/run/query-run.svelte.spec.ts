import { expect, it } from 'vitest';
import type { ResultView, StoredResult } from '../../../contract/queries/results.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { QueryRunning } from './query-run.svelte.ts';

const result: StoredResult = {
  ...{ id: 'first', tenantId: 'acme', place: 'query editor', text: '', sentText: '', startedAt: 0 },
  ...{ state: 'complete', columns: [{ name: 'Name', type: 'string' }], rowCount: 1, fullCount: 1 },
  ...{ tenantMs: 1, warnings: [], failure: null },
};
const descending = { column: 0, descending: true };
const filter = { column: null, comparison: 'contains', text: 'a' } as const;

/** A place with a result; from then on, rows arrive only when they are sent. */
async function open() {
  const waiting: (() => void)[] = [];
  const requests: { readonly id: string; readonly view: ResultView }[] = [];
  let isHeld = false;
  const { desk } = fakeDesk({
    'results.at': async () => result,
    'results.chartAt': async () => undefined,
    'results.start': async () => ({ ...result, id: 'second' }),
    'results.window': async ({ id, view }) => {
      requests.push({ id, view });
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return { rowCount: 1, rows: [[id]], cut: [] };
    },
  });
  const running = new QueryRunning(desk, 'acme', 'query editor');
  await running.restore();
  isHeld = true;
  const send = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { running, requests, waiting, send };
}

it('filters in the order that was requested while its rows are loading', async () => {
  const { running, requests, waiting, send } = await open();
  const sorting = running.sort(descending);
  const filtering = running.filter([filter]);
  expect(running.requestedView).toEqual({ sort: descending, filters: [filter] });
  expect(running.view).toEqual({ sort: null, filters: [] });
  await expect.poll(() => waiting.length).toBe(2);
  send();
  await Promise.all([sorting, filtering]);
  expect(requests.at(-1)?.view).toEqual({ sort: descending, filters: [filter] });
  expect(running.view).toEqual({ sort: descending, filters: [filter] });
});

it('sorts the new result if the previous one is sorted while the new one is loading', async () => {
  const { running, waiting, send } = await open();
  const started = running.run('SELECT 2', {});
  await expect.poll(() => waiting.length).toBe(1);
  const sorting = running.sort(descending);
  await expect.poll(() => waiting.length).toBe(2);
  send();
  await Promise.all([started, sorting]);
  expect(running.result?.id).toBe('second');
  expect(running.rows?.row(0)).toEqual(['second']);
  expect(running.view.sort).toEqual(descending);
});
