import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { QueryRun } from '../../../contract/queries/queries.ts';
import type { SavedQuery } from '../../../contract/queries/query-library.ts';
import QueryLibraryWindow from '../../../test/component/QueryLibraryWindow.svelte';
import { LibraryMemory } from './library-memory.svelte.ts';

const saved = (name: string, savedAt: number): SavedQuery => ({
  ...{ id: name, name, description: '', text: `SELECT '${name}'`, parameters: [], folderId: null },
  ...{ tenantId: null, isFavorite: false, revision: 1, savedAt },
});
const aRun = (id: string, text: string, errorMessage: string | null = null): QueryRun => ({
  ...{ id, text, parameters: [], ranAt: 1, rowCount: 1, durationMs: 1, errorMessage },
});
const tables = ['Event', 'Role'].map((name) => ({
  name,
  columns: [
    { name: 'ID', type: 'Text' },
    { name: `${name}Name`, type: 'Text' },
  ],
}));

async function show(runs: readonly QueryRun[] = []) {
  const handlers = { onopen: vi.fn(), onopentext: vi.fn(), onreopen: vi.fn() };
  const content = { folders: [], queries: [saved('Alike', 1), saved('Blocked', 2)] };
  await render(QueryLibraryWindow, {
    ...{ content, runs, tables, tablesFailure: undefined, currentId: undefined, menuOf: () => [], menu: [] },
    memory: new LibraryMemory({ getItem: () => null, setItem: () => undefined }),
    ...{ onhistory: vi.fn(), onnewfolder: vi.fn(), onrename: vi.fn(), onremove: vi.fn(), onmove: vi.fn() },
    ...handlers,
  });
  return handlers;
}

const search = page.getByRole('searchbox', { name: 'Search queries and tables' });
const names = (): string[] =>
  page
    .getByRole('tree', { name: 'Saved queries' })
    .getByRole('treeitem')
    .elements()
    .map((item) => item.textContent.trim());
const tableNames = (): (string | undefined)[] =>
  [...document.querySelectorAll('[aria-label=Tables] [aria-level="1"]')].map(
    (table) => table.getAttribute('aria-label') ?? undefined,
  );

it('searches saved queries, tables and columns, and shows the number of matches', async () => {
  await show();
  await expect.poll(tableNames).toEqual(['Event', 'Role']);
  await search.fill('rolename');
  await expect.poll(tableNames).toEqual(['Role']);
  expect(names()).toEqual([]);
  await expect.element(page.getByText('No matching saved queries')).toBeVisible();
  await search.fill('blocked');
  await expect.poll(names).toEqual(['Blocked']);
  await expect.element(page.getByText('No matching tables')).toBeVisible();
});

it('is reached from the search by keyboard, and opens a query', async () => {
  const { onopen } = await show();
  await userEvent.click(search);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onopen.mock.calls).toMatchObject([[{ id: 'Blocked' }]]);
});

it('can list the newest saved query first', async () => {
  await show();
  await expect.poll(names).toEqual(['Alike', 'Blocked']);
  await userEvent.click(page.getByRole('button', { name: 'More saved query actions' }));
  await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Newest first' }));
  await expect.poll(names).toEqual(['Blocked', 'Alike']);
});

it('lists each text once, with its newest run, and marks failures', async () => {
  const runs = [aRun('3', 'SELECT 1'), aRun('2', 'SELECT Nmae', 'No such column.'), aRun('1', 'SELECT 1')];
  const { onreopen } = await show(runs);
  await expect.element(page.getByRole('button', { name: 'Failed SELECT Nmae' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'SELECT 1' }));
  expect(onreopen).toHaveBeenCalledExactlyOnceWith(runs[0]);
});

it('opens a query for a table with its columns', async () => {
  const { onopentext } = await show();
  await userEvent.click(page.getByRole('treeitem', { name: 'Role' }));
  await expect.element(page.getByRole('treeitem', { name: /RoleName/ })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Query Role' }));
  expect(onopentext).toHaveBeenCalledExactlyOnceWith('SELECT ID, RoleName\nFROM Role');
});

it('has one tab stop each for saved queries, recent runs and tables', async () => {
  const { onopentext } = await show([aRun('2', 'SELECT 1'), aRun('1', 'SELECT 2')]);
  await expect.poll(tableNames).toEqual(['Event', 'Role']);
  await userEvent.click(search);
  const stops: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    await userEvent.tab();
    const { activeElement } = document;
    stops.push(
      activeElement?.getAttribute('role') ??
        activeElement?.getAttribute('aria-label') ??
        activeElement?.textContent.trim() ??
        '',
    );
  }
  expect(stops).toEqual([
    'New folder',
    'More saved query actions',
    'treeitem',
    'History',
    'SELECT 1',
    'treeitem',
  ]);
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('treeitem', { name: 'Role', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('treeitem', { name: /RoleName/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('treeitem', { name: 'Role', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onopentext).toHaveBeenCalledExactlyOnceWith('SELECT ID, RoleName\nFROM Role');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('treeitem', { name: /RoleName/ })).not.toBeInTheDocument();
});
