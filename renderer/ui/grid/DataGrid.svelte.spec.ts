import { createRawSnippet } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import DataGrid from './DataGrid.svelte';

const columnCount = 16;
const rowHeight = 28;
const columns = Array.from({ length: columnCount }, (_, index) => ({
  key: `c${index}`,
  title: `Column ${index}`,
  width: 100,
}));

/** The first column holds unordered numbers, the others the index of the row; some cells are null. */
function valueOf(source: number, column: number): string | number | null {
  if (column === 0) return (source * 7_919) % 10_007;
  return (source + column) % 11 === 0 ? null : `r${source} c${column}`;
}

function tableOf(count: number) {
  return Array.from({ length: count }, (_, row) => columns.map((_, column) => valueOf(row, column)));
}

type Props = Partial<Parameters<typeof render<typeof DataGrid>>[1]>;

async function show(rowCount: number, props: Props = {}, size = { width: 800, height: 450 }) {
  const target = document.createElement('div');
  target.style.cssText = `display: flex; width: ${size.width}px; height: ${size.height}px`;
  document.body.append(target);
  await render(DataGrid, { target, props: { name: 'Result', columns, rows: tableOf(rowCount), ...props } });
  const grid = page.getByRole('grid', { name: 'Result' });
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  const sheet = grid.element();
  const scroller = sheet.parentElement;
  if (!(sheet instanceof HTMLElement) || scroller === null) throw new Error('There is no grid.');
  return { grid, sheet, scroller };
}

type Shown = Awaited<ReturnType<typeof show>>;

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.style.removeProperty('zoom');
});

function frame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Waits until the frame after the next: the browser fires a scroll at the beginning of a frame. */
async function scrolledTo({ scroller }: Shown, top: number): Promise<void> {
  scroller.scrollTop = top;
  await frame();
  await frame();
}

function rowsOf({ sheet }: Shown): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>('[role="row"]')].slice(1);
}

function rowIndex(row: Element): number {
  return Number(row.getAttribute('aria-rowindex'));
}

/** The element of a cell, by its ARIA position. */
function cellAt({ sheet }: Shown, row: number, column: number): HTMLElement | null {
  return sheet.querySelector(
    `[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"][aria-colindex="${column + 2}"]`,
  );
}

/** Every rendered cell whose text, row number or position is not that of its row. */
function wrongCells(shown: Shown, sourceOf: (row: number) => number = (row) => row): string[] {
  const wrong: string[] = [];
  const top = shown.sheet.getBoundingClientRect().top + 30;
  for (const element of rowsOf(shown)) {
    const row = rowIndex(element) - 2;
    if (element.querySelector('[role="rowheader"]')?.textContent !== String(row + 1))
      wrong.push(`row ${row}`);
    if (Math.abs(element.getBoundingClientRect().top - top - row * rowHeight) > 1)
      wrong.push(`place of ${row}`);
    for (const cell of element.querySelectorAll('[role="gridcell"]')) {
      const column = Number(cell.getAttribute('aria-colindex')) - 2;
      const expected = String(valueOf(sourceOf(row), column));
      if (cell.textContent !== expected) wrong.push(`${row}/${column}: ${cell.textContent}, not ${expected}`);
    }
  }
  return wrong;
}

/** The visible rows, by what is rendered at their positions. */
function visibleRows({ scroller }: Shown): number[] {
  const first = Math.floor(scroller.scrollTop / rowHeight);
  const last = Math.ceil((scroller.scrollTop + scroller.clientHeight - 30) / rowHeight) - 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function copied({ sheet }: Shown): string {
  const clipboardData = new DataTransfer();
  sheet.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData('text/plain');
}

describe('a grid that is scrolled', () => {
  it('shows every visible row with its own texts, however far and fast it goes', async () => {
    const shown = await show(50_000);
    for (const top of [140, 280, 1_000, 1_400_000 - 28, 3, 700_000, 700_013, 699_000, 0]) {
      await scrolledTo(shown, top);
      expect(wrongCells(shown)).toEqual([]);
      const drawn = new Set(rowsOf(shown).map((row) => rowIndex(row) - 2));
      expect(visibleRows(shown).filter((row) => row < 50_000 && !drawn.has(row))).toEqual([]);
    }
  });

  it('reuses its elements for other rows', async () => {
    const shown = await show(50_000);
    await scrolledTo(shown, 10_000);
    const elements = new Set(shown.sheet.querySelectorAll('*'));
    for (let top = 10_000; top < 30_000; top += 1_120) await scrolledTo(shown, top);
    for (let top = 30_000; top > 27_000; top -= 140) await scrolledTo(shown, top);
    expect([...shown.sheet.querySelectorAll('*')].filter((element) => !elements.has(element))).toEqual([]);
    expect(wrongCells(shown)).toEqual([]);
  });

  it('has its rows in visual order for a screen reader at rest, and no others', async () => {
    const shown = await show(50_000);
    for (let top = 0; top < 3_000; top += 140) await scrolledTo(shown, top);
    await expect
      .poll(() => {
        const indexes = rowsOf(shown).map(rowIndex);
        return indexes.every((index, at) => at === 0 || index === (indexes[at - 1] ?? 0) + 1);
      })
      .toBe(true);
    expect(wrongCells(shown)).toEqual([]);
    expect(rowsOf(shown).length).toBeLessThan(40);
  });

  it('announces the number of each row and column out of all of them', async () => {
    const shown = await show(50_000);
    shown.scroller.scrollLeft = 600;
    await scrolledTo(shown, 28_000);
    expect(shown.sheet.getAttribute('aria-rowcount')).toBe('50001');
    expect(shown.sheet.getAttribute('aria-colcount')).toBe('17');
    const cell = cellAt(shown, 1_003, 9);
    expect(cell?.textContent).toBe('null');
    expect(cellAt(shown, 1_004, 9)?.textContent).toBe('r1004 c9');
    const title = shown.sheet.querySelector('[role="columnheader"][aria-colindex="11"]');
    expect(title?.textContent.trim()).toBe('Column 9');
    expect(title?.getBoundingClientRect().left).toBe(cell?.getBoundingClientRect().left);
    expect(title?.getBoundingClientRect().width).toBe(cell?.getBoundingClientRect().width);
  });

  it('writes null as the column defines it', async () => {
    const shown = await show(1, {
      columns: [{ key: 'size', title: 'Bytes', nullText: '–' }],
      rows: [[null]],
    });
    expect(cellAt(shown, 0, 0)?.textContent).toBe('–');
  });

  it('keeps the headers at the top and the row numbers at the left', async () => {
    const shown = await show(50_000);
    shown.scroller.scrollLeft = 600;
    await scrolledTo(shown, 28_000);
    const box = shown.scroller.getBoundingClientRect();
    expect(shown.sheet.querySelector('.head')?.getBoundingClientRect().top).toBe(box.top);
    for (const header of shown.sheet.querySelectorAll('[role="rowheader"]'))
      expect(header.getBoundingClientRect().left).toBe(box.left);
  });

  it('updates custom cells for the row shown now', async () => {
    const cell = createRawSnippet<[unknown, { title: string }, number]>((value, column, row) => ({
      render: () => '<b></b>',
      setup: (element) => {
        $effect(() => {
          element.textContent = `${row()} ${column().title}: ${String(value())}`;
        });
      },
    }));
    const shown = await show(5_000, { cell });
    for (const top of [0, 140, 60_000, 28_000]) {
      await scrolledTo(shown, top);
      const row = Math.ceil(top / rowHeight) + 1;
      const column = (row + 1) % 11 === 0 ? 2 : 1;
      expect(cellAt(shown, row, column)?.textContent).toBe(`${row} Column ${column}: r${row} c${column}`);
      const empty = 11 - (row % 11);
      if (empty < 6) expect(cellAt(shown, row, empty)?.textContent).toBe('null');
    }
  });
});

describe('a grid that is sorted', () => {
  it('shows the rows in order, and their own texts after scrolling', async () => {
    const shown = await show(5_000);
    const sources = Array.from({ length: 5_000 }, (_, row) => row);
    sources.sort((a, b) => Number(valueOf(a, 0)) - Number(valueOf(b, 0)));
    await scrolledTo(shown, 2_000);
    await shown.grid.getByRole('button', { name: 'Column 0' }).click();
    await frame();
    for (const top of [2_000, 2_140, 90_000, 0]) {
      await scrolledTo(shown, top);
      expect(wrongCells(shown, (row) => sources[row] ?? -1)).toEqual([]);
    }
    await shown.grid.getByRole('button', { name: 'Column 0' }).click();
    await frame();
    expect(wrongCells(shown, (row) => sources[4_999 - row] ?? -1)).toEqual([]);
  });

  it('opens the table row shown at that position', async () => {
    const opened: number[] = [];
    const shown = await show(5_000, { onopen: (row: number) => opened.push(row) });
    await shown.grid.getByRole('button', { name: 'Column 0' }).click();
    await scrolledTo(shown, 14_000);
    const cell = cellAt(shown, 504, 2);
    if (cell === null) throw new Error('The row is not drawn.');
    await userEvent.dblClick(cell);
    await userEvent.keyboard('{Enter}');
    const text = cell.textContent;
    expect(opened.map((row) => String(valueOf(row, 2)))).toEqual([text, text]);
    expect(opened[0]).not.toBe(504);
  });
});

describe('a selection in a grid', () => {
  async function press({ sheet }: Shown, keys: string): Promise<void> {
    sheet.focus();
    await userEvent.keyboard(keys);
    await frame();
  }

  it('stays with its cells when their elements show other rows', async () => {
    const shown = await show(5_000);
    const selected = (): string[] =>
      [...shown.sheet.querySelectorAll('[role="gridcell"][aria-selected="true"]')].map(
        (cell) => `${rowIndex(cell.parentElement ?? cell)}/${cell.getAttribute('aria-colindex') ?? ''}`,
      );
    await press(shown, '{ArrowDown}{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    const before = selected();
    expect(before).toEqual(['3/2', '3/3', '4/2', '4/3']);
    await scrolledTo(shown, 14_000);
    expect(selected()).toEqual([]);
    await scrolledTo(shown, 0);
    expect(selected().sort()).toEqual(before);
    expect(wrongCells(shown)).toEqual([]);
  });

  it('is copied completely, including rows that are not rendered, in the order shown', async () => {
    const shown = await show(5_000);
    await shown.grid.getByRole('button', { name: 'Column 0' }).click();
    await press(shown, '{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}');
    await scrolledTo(shown, 70_000);
    const numbers = tableOf(5_000).map(([first]) => Number(first));
    expect(copied(shown)).toBe(numbers.sort((a, b) => a - b).join('\n'));
  });

  it('covers everything with the modifier and A', async () => {
    let summary = '';
    const shown = await show(2_000, {
      onselection: (selection: { summary: string }) => (summary = selection.summary),
    });
    await press(shown, '{Control>}a{/Control}');
    expect(summary).toBe('32,000 cells');
    expect(copied(shown).split('\n')).toHaveLength(2_000);
  });

  it('announces the focused cell to a screen reader, as long as it is rendered', async () => {
    const shown = await show(5_000);
    await press(shown, '{Control>}{End}{/Control}');
    await expect.poll(() => wrongCells(shown)).toEqual([]);
    const active = (): Element | null =>
      document.getElementById(shown.sheet.getAttribute('aria-activedescendant') ?? '');
    await expect.poll(active).not.toBeNull();
    expect(active()).toBe(cellAt(shown, 4_999, 15));
    await press(shown, '{ArrowUp}');
    expect(active()).toBe(cellAt(shown, 4_998, 15));
    await scrolledTo(shown, 0);
    await expect.poll(() => shown.sheet.hasAttribute('aria-activedescendant')).toBe(false);
    await press(shown, '{ArrowUp}');
    await expect.poll(active).toBe(cellAt(shown, 4_997, 15));
  });

  it('follows the pointer from press to release', async () => {
    const shown = await show(5_000);
    await scrolledTo(shown, 14_000);
    const press = (row: number, column: number, type: string, buttons: number): void => {
      cellAt(shown, row, column)?.dispatchEvent(
        new PointerEvent(type, { button: 0, buttons, bubbles: true, cancelable: true }),
      );
    };
    press(503, 1, 'pointerdown', 1);
    press(504, 2, 'pointerover', 1);
    press(505, 3, 'pointerover', 0);
    expect(copied(shown)).toBe(
      [503, 504].map((row) => [1, 2].map((column) => valueOf(row, column) ?? '').join('\t')).join('\n'),
    );
  });
});

describe('a grid at 200% zoom', () => {
  it('brings the focused cell out from under headers and row numbers', async () => {
    document.documentElement.style.setProperty('zoom', '2');
    const shown = await show(5_000, {}, { width: 400, height: 220 });
    shown.sheet.focus();
    const visible = (row: number, column: number): boolean => {
      const box = cellAt(shown, row, column)?.getBoundingClientRect();
      const sight = shown.scroller.getBoundingClientRect();
      const corner = shown.sheet.querySelector('.corner')?.getBoundingClientRect();
      if (box === undefined || corner === undefined) return false;
      return (
        box.top >= corner.bottom - 1 &&
        box.left >= corner.right - 1 &&
        box.bottom <= sight.bottom + 1 &&
        box.right <= sight.right + 1
      );
    };
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(() => visible(4_999, 15)).toBe(true);
    await userEvent.keyboard('{PageUp}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => visible(4_999 - 5, 11) || visible(4_999 - 4, 11)).toBe(true);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.poll(() => visible(0, 0)).toBe(true);
  });
});

describe('a column of a grid', () => {
  it('keeps the width that the user set, in its header and in every row', async () => {
    const shown = await show(5_000);
    await shown.grid.getByRole('button', { name: 'Column 1', exact: true }).click();
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Alt}');
    await scrolledTo(shown, 14_000);
    const title = shown.sheet.querySelector('[role="columnheader"][aria-colindex="3"]');
    expect(title?.getBoundingClientRect().width).toBe(116);
    expect(cellAt(shown, 505, 1)?.getBoundingClientRect().width).toBe(116);
    expect(cellAt(shown, 505, 2)?.getBoundingClientRect().left).toBe(title?.getBoundingClientRect().right);
  });
});

describe('the edge of a column', () => {
  it('fits the column to its content on double-click', async () => {
    const texts = ['a text of some length in here', 'short'];
    const shown = await show(1, {
      columns: [
        { key: 'a', title: 'A' },
        { key: 'b', title: 'B' },
      ],
      rows: texts.map((text) => [text, 1]),
    });
    const title = () => shown.sheet.querySelector('[role="columnheader"][aria-colindex="2"]');
    const width = (): number => title()?.getBoundingClientRect().width ?? 0;
    const fitting = width();
    await shown.grid.getByRole('button', { name: 'A', exact: true }).click();
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{ArrowRight}{/Alt}');
    await expect.poll(width).toBe(fitting + 48);
    title()
      ?.querySelector('.edge')
      ?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    await expect.poll(width).toBe(fitting);
  });
});

describe('the pointer on a cell', () => {
  const point = (cell: HTMLElement | null): void => {
    cell?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
  };

  it('shows the full value of a formatted cell, and of no other', async () => {
    const shown = await show(5_000, { textOf: (value) => String(value).slice(0, 2) });
    expect(cellAt(shown, 3, 1)?.textContent).toBe('r3');
    point(cellAt(shown, 3, 1));
    expect(cellAt(shown, 3, 1)?.title).toBe('r3 c1');
    point(cellAt(shown, 4, 1));
    expect([...shown.sheet.querySelectorAll('[role="gridcell"][title]')]).toEqual([cellAt(shown, 4, 1)]);
    point(cellAt(shown, 9, 2));
    expect(valueOf(9, 2)).toBeNull();
    expect(shown.sheet.querySelector('[role="gridcell"][title]')).toBeNull();
  });

  it('shows none that was scrolled away', async () => {
    const shown = await show(5_000);
    point(cellAt(shown, 3, 1));
    await scrolledTo(shown, 28_000);
    expect(shown.sheet.querySelector('[role="gridcell"][title]')).toBeNull();
  });
});

describe('pinned columns', () => {
  const left = (element: Element): number => element.getBoundingClientRect().left;

  it('stay beside the row numbers, with their headers, however far one scrolls', async () => {
    const shown = await show(50, { pinned: 2 });
    const titles = () => [...shown.sheet.querySelectorAll('[role="columnheader"]')];
    const before = titles().slice(1, 3).map(left);
    shown.scroller.scrollLeft = 700;
    await frame();
    await frame();
    expect(
      titles()
        .slice(1, 3)
        .map((title) => title.textContent.trim()),
    ).toEqual(['Column 0', 'Column 1']);
    expect(titles().slice(1, 3).map(left)).toEqual(before);
    const [row] = rowsOf(shown);
    const cells = [...(row?.querySelectorAll('[role="gridcell"]') ?? [])];
    expect(cells.slice(0, 2).map(left)).toEqual(before);
    expect(cells.slice(0, 2).map((cell) => cell.textContent)).toEqual(['0', 'r0 c1']);
  });

  it('never cover the focused cell', async () => {
    const shown = await show(50, { pinned: 2 });
    shown.sheet.focus();
    await userEvent.keyboard('{End}');
    for (let step = 0; step < 10; step += 1) await userEvent.keyboard('{ArrowLeft}');
    await frame();
    const focused = shown.sheet.querySelector('.focus');
    const covering = shown.sheet.querySelectorAll('.cell.pinned')[1]?.getBoundingClientRect().right ?? 0;
    expect(focused === null ? 0 : left(focused)).toBeGreaterThanOrEqual(covering - 1);
  });
});

describe('rows that are loading', () => {
  function fetched(sample: readonly (readonly unknown[])[]) {
    const arrived = new SvelteMap<number, readonly unknown[]>();
    const rows = {
      count: 100_000,
      get sample() {
        // As for a result with more loaded rows: the same rows determine the column widths.
        void arrived.size;
        return sample;
      },
      row: (index: number) => arrived.get(index),
    };
    return { arrived, rows };
  }

  it('take their place before they arrive, with a bar for each text', async () => {
    const texts = ['first', ...columns.slice(1).map(() => 'x')];
    const { arrived, rows } = fetched([texts]);
    const shown = await show(1, { rows, rowHeight });
    expect(shown.sheet.getAttribute('aria-rowcount')).toBe('100001');
    const [drawn] = rowsOf(shown);
    const bar = (): string => getComputedStyle(cellAt(shown, 0, 0) ?? shown.sheet).backgroundImage;
    expect(drawn?.getAttribute('aria-busy')).toBe('true');
    expect(cellAt(shown, 0, 0)?.textContent).toBe('');
    expect(bar()).toContain('linear-gradient');
    arrived.set(0, texts);
    await expect.poll(() => cellAt(shown, 0, 0)?.textContent).toBe('first');
    expect(drawn?.hasAttribute('aria-busy')).toBe(false);
    expect(bar()).toBe('none');
  });

  it('are not measured again for every page that arrives', async () => {
    let reads = 0;
    const sampled = columns.map((_, column) => `sample ${column}`);
    Object.defineProperty(sampled, 0, { get: () => ((reads += 1), 'counted') });
    const { arrived, rows } = fetched([sampled]);
    const shown = await show(1, { rows, columns: columns.map(({ key, title }) => ({ key, title })) });
    const before = reads;
    expect(before).toBeGreaterThan(0);
    arrived.set(
      0,
      columns.map(() => 'arrived'),
    );
    await expect.poll(() => cellAt(shown, 0, 0)?.textContent).toBe('arrived');
    expect(reads).toBe(before);
  });
});
