import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { QueryFolder, SavedQuery } from '../../../contract/queries/query-library.ts';
import { type LibraryRow, libraryRows } from './library-rows.ts';
import SavedTree from './SavedTree.svelte';

const folders: QueryFolder[] = Array.from({ length: 40 }, (_, at) => ({
  ...{ id: `f${at}`, name: `Folder ${String(at).padStart(2, '0')}` },
  parentId: at % 2 === 0 ? null : `f${at - 1}`,
}));
const queries: SavedQuery[] = Array.from({ length: 2000 }, (_, at) => ({
  ...{ id: `q${at}`, name: `Query ${at}`, description: at % 3 === 0 ? `What ${at} is for\nand more` : '' },
  ...{ text: 'SELECT Name FROM Role', parameters: [], folderId: `f${at % 40}`, tenantId: null },
  ...{ isFavorite: false, revision: 1, savedAt: at },
}));
const rowsOf = (search = ''): LibraryRow[] =>
  libraryRows({ folders, queries }, { open: folders.map(({ id }) => id), search, sort: 'name' });

afterEach(() => document.body.replaceChildren());

/** In a scrolling pane, below other content, as in the library. */
async function show(rows: readonly LibraryRow[] = rowsOf()) {
  const main = document.createElement('main');
  main.style.cssText = 'width: 280px; height: 400px; overflow-y: auto';
  const above = document.createElement('div');
  above.style.height = '70px';
  const target = document.createElement('div');
  main.append(above, target);
  document.body.append(main);
  const handlers = {
    ...{ onopen: vi.fn(), onfold: vi.fn(), onrename: vi.fn(), onremove: vi.fn(), onmove: vi.fn() },
  };
  const empty = createRawSnippet(() => ({ render: () => '<p>Nothing here.</p>' }));
  const shown = await render(SavedTree, {
    target,
    props: { rows, current: 'q0', active: undefined, menuOf: () => [], empty, ...handlers },
  });
  return { main, handlers, rerender: (next: readonly LibraryRow[]) => shown.rerender({ rows: next }) };
}

const items = () => page.getByRole('treeitem');
const item = (name: string) => page.getByRole('treeitem', { name, exact: true });
const focused = (): string => document.activeElement?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';

/** Keys in quick succession, however slow the machine is: a pause would start another prefix. */
function typeAtOnce(text: string): void {
  for (const key of text)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
}

function isVisible(main: HTMLElement): boolean {
  const [row, sight] = [document.activeElement?.getBoundingClientRect(), main.getBoundingClientRect()];
  return row !== undefined && row.top >= sight.top - 1 && row.bottom <= sight.bottom + 1;
}

describe('two thousand saved queries', () => {
  it('render only visible rows, one below the other', async () => {
    const { main } = await show();
    expect(items().elements().length).toBeLessThan(60);
    const boxes = [...main.querySelectorAll('[role="treeitem"]')].map((row) => row.getBoundingClientRect());
    boxes.slice(1).forEach((box, at) => expect(box.top).toBeCloseTo(boxes[at]?.bottom ?? 0, 1));
    for (const row of main.querySelectorAll('[role="treeitem"]'))
      expect(row.scrollHeight).toBeLessThanOrEqual(row.clientHeight + 1);
  });

  it('report their position among their siblings', async () => {
    await show();
    await expect.element(item('Folder 00 100')).toHaveAttribute('aria-setsize', '20');
    const first = page.getByRole('treeitem', { name: /^Query 1 *$/ });
    await expect.element(first).toHaveAttribute('aria-posinset', '1');
    await expect.element(first).toHaveAttribute('aria-setsize', '50');
    await expect.element(first).toHaveAttribute('aria-level', '3');
  });

  it('are navigated by keyboard, with the focused row visible', async () => {
    const { main } = await show();
    (items().elements()[0] as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toMatch(/^Query 1998/);
    expect(isVisible(main)).toBe(true);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(focused).toMatch(/^Query 1918/);
    expect(isVisible(main)).toBe(true);
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toMatch(/^Folder 00/);
    expect(isVisible(main)).toBe(true);
    typeAtOnce('folder 22');
    await expect.poll(focused).toMatch(/^Folder 22/);
    expect(isVisible(main)).toBe(true);
  });

  it('keep the focus when scrolled out of view, and scroll back to it', async () => {
    const { main } = await show();
    (items().elements()[0] as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toMatch(/^Folder 01/);
    main.scrollTop = 20_000;
    await expect.element(page.getByRole('treeitem', { name: /^Query / }).nth(20)).toBeVisible();
    expect(focused()).toMatch(/^Folder 01/);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => isVisible(main)).toBe(true);
  });

  it('are filtered by a search at any scroll position', async () => {
    const { main, rerender } = await show();
    main.scrollTop = main.scrollHeight;
    await rerender(rowsOf('query 1999'));
    await expect.element(page.getByRole('treeitem', { name: /^Query 1999/ })).toBeInViewport();
    expect(items().elements().length).toBe(3);
    await rerender([]);
    await expect.element(page.getByText('Nothing here.')).toBeVisible();
  });
});

describe('a row', () => {
  const few = rowsOf('query 1999');

  it('is opened, collapsed, renamed and removed by keyboard', async () => {
    const { handlers } = await show(few);
    (items().elements()[2] as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{F2}{Delete}');
    expect(handlers.onopen).toHaveBeenCalledExactlyOnceWith(queries[1999]);
    expect(handlers.onrename).toHaveBeenCalledExactlyOnceWith(few[2]);
    expect(handlers.onremove).toHaveBeenCalledExactlyOnceWith(few[2]);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(focused).toMatch(/^Folder 39/);
    await userEvent.keyboard('{ArrowLeft}');
    expect(handlers.onfold).toHaveBeenCalledExactlyOnceWith('f39', false);
  });

  it('shows the first line of its description', async () => {
    await show(rowsOf('query 1998'));
    await expect.element(page.getByText('What 1998 is for', { exact: true })).toBeVisible();
    await expect.element(page.getByText('and more')).not.toBeInTheDocument();
  });
});
