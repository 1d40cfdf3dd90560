import { expect, it } from 'vitest';
import type { StoredResult, ResultView } from '../../../contract/queries/results.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { StoredRows } from './stored-rows.svelte.ts';

const whole: ResultView = { sort: null, filters: [] };
const result: StoredResult = {
  ...{ id: 'one', tenantId: 'acme', place: 'editor', text: '', sentText: '' },
  ...{ startedAt: 1, state: 'complete', rowCount: 1000, fullCount: 1000, tenantMs: 1 },
  columns: [{ name: 'Id', type: '' }],
  warnings: [],
  failure: null,
};

/** Rows from 0 on; a filtered view has three, and a sorted one is descending. */
const { desk } = fakeDesk({
  'results.window'({ view, first, count }) {
    const rowCount = view.filters.length > 0 ? 3 : 1000;
    const length = Math.max(0, Math.min(count, rowCount - first));
    const rows = Array.from({ length }, (_, at) => [
      view.sort === null ? first + at : rowCount - first - at - 1,
    ]);
    return Promise.resolve({ rowCount, rows, cut: [] });
  },
});

async function shown(parts: Partial<ConstructorParameters<typeof StoredRows>[1]> = {}): Promise<StoredRows> {
  const onfailed = (error: unknown): never => {
    throw error;
  };
  const rows = new StoredRows(desk, { ...{ result, view: whole, onfailed }, ...parts });
  await rows.begin();
  return rows;
}

const sorted: ResultView = { sort: { column: 0, descending: true }, filters: [] };

it('measures the columns of a result once, however its rows are sorted or filtered', async () => {
  const before = await shown();
  const after = await shown({ view: sorted, before });
  expect(after.row(0)).toEqual([999]);
  expect(after.sample).toBe(before.sample);
});

it('measures again for another result, and for one with additional columns', async () => {
  const before = await shown();
  const other = await shown({ result: { ...result, id: 'two' }, view: sorted, before });
  expect(other.sample[0]).toEqual([999]);
  const columns = [...result.columns, { name: 'Name', type: '' }];
  const wider = await shown({ result: { ...result, columns }, view: sorted, before });
  expect(wider.sample[0]).toEqual([999]);
});

it('measures again if there were too few rows before', async () => {
  const filters = [{ column: 0, comparison: 'contains', text: '7' } as const];
  const before = await shown({ view: { sort: null, filters } });
  expect(before.sample).toHaveLength(3);
  const after = await shown({ view: sorted, before });
  expect(after.sample[0]).toEqual([999]);
});
