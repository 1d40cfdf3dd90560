import type { ComponentProps } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { StoredResult, ResultCell } from '../../../contract/queries/results.ts';
import ComparedRowsWindow from '../../../test/component/ComparedRowsWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { StoredRows } from '../run/stored-rows.svelte.ts';
import { QueryRunning } from '../run/query-run.svelte.ts';

type Row = ResultCell[];
const rows: Row[] = [
  ['different', '["State"]', 7, 'Zoe', 'Zoe', 'on', null, 'was here', null],
  ['only left', null, 8, 'Ann', null, 'on', null, 'gone too', null],
  ['only right', null, 9, null, 'Bob', null, 'off', null, '<b>new</b>'],
];
const names = ['Difference', 'Columns that differ', 'ID', 'Name (left)', 'Name (right)'];
const columns = [...names, 'State (left)', 'State (right)', 'Old (only left)', 'New (only right)'];
const result: StoredResult = {
  ...{ id: 'one', tenantId: 'acme', place: 'comparison', text: '', sentText: '' },
  ...{ startedAt: 1, state: 'complete', rowCount: rows.length, fullCount: null, tenantMs: 1 },
  columns: columns.map((name) => ({ name, type: '' })),
  warnings: [],
  failure: null,
};
type Compared = ComponentProps<typeof ComparedRowsWindow>['compared'];
const compared: Compared = {
  ...{ outcome: 'compared', onlyLeft: 1, onlyRight: 1, different: 1, same: 5, key: ['ID'], isStrict: true },
  result,
  columns: [
    { name: 'Name', different: 0 },
    { name: 'State', different: 1 },
  ],
  alone: { left: ['Old'], right: ['New'] },
};

async function show(of: Partial<Compared> = {}, shown: readonly Row[] = rows) {
  const { desk } = fakeDesk({
    'results.window': ({ first, count }) =>
      Promise.resolve({ rowCount: shown.length, rows: shown.slice(first, first + count), cut: [] }),
  });
  const running = new QueryRunning(desk, result.tenantId, result.place);
  const onfailed = (error: unknown): never => {
    throw error;
  };
  running.result = { ...result, rowCount: shown.length };
  running.rows = new StoredRows(desk, {
    ...{ result: running.result, view: { sort: null, filters: [] }, onfailed },
  });
  await running.rows.begin();
  const filter = vi.spyOn(running, 'filter').mockResolvedValue();
  await render(ComparedRowsWindow, { compared: { ...compared, ...of }, rows: running });
  return { filter };
}
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });

describe('rows that differ', () => {
  it('have both values of a column in one cell, and the columns of one side as text', async () => {
    await show();
    await expect.element(cell('on → null')).toBeVisible();
    for (const title of ['Old (only left)', 'New (only right)'])
      await expect.element(page.getByRole('columnheader', { name: title })).toBeVisible();
    await expect.element(cell('was here')).toBeVisible();
    await expect.element(cell('<b>new</b>')).toBeVisible();
  });

  it('are filtered by kind', async () => {
    const { filter } = await show();
    await userEvent.click(page.getByRole('radio', { name: 'Only right 1' }));
    expect(filter).toHaveBeenCalledExactlyOnceWith([{ column: 0, comparison: 'equals', text: 'only right' }]);
  });

  it('skip equal columns, and keep those of one side', async () => {
    await show();
    await userEvent.click(page.getByRole('checkbox', { name: 'Only columns that differ' }));
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('columnheader', { name: 'State' })).toBeVisible();
    await expect.element(cell('was here')).toBeVisible();
  });

  it('are none if all rows match in the shared columns', async () => {
    await show({ onlyLeft: 0, onlyRight: 0, different: 0 }, []);
    await expect
      .element(page.getByText('All 5 rows are the same on both sides in the shared columns.'))
      .toBeVisible();
  });
});
