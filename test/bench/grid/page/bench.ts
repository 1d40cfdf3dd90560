import { flushSync, mount } from 'svelte';
import '../../../../renderer/ui/style/index.css';
import { showAgGrid } from './ag-grid.ts';
import ProductGrid from './ProductGrid.svelte';
import ResultGrid from './ResultGrid.svelte';
import { gutter, headHeight, sampleTable, type SampleTable } from './sample-table.ts';
import TanStackGrid from './TanStackGrid.svelte';
import { createWorkerDesk } from './worker-desk.ts';

interface Shape {
  readonly name: 'result' | 'product' | 'ag-grid' | 'tanstack';
  readonly rows: number;
  readonly columns: number;
}

const target = find('#grid');
let shape: Shape;
let table: SampleTable | undefined;
/** The container in which a query shows its result; it exists before the query runs. */
let resultPlace: { show(): Promise<void> } | undefined;
/** Milliseconds between frames, and the content of each, while they are recorded. */
let watched: { readonly durations: number[]; waiting: number; isOver: boolean } | undefined;

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** After the frame that shows the latest changes. */
const painted = () => nextFrame().then(() => new Promise((resolve) => setTimeout(resolve)));
/** After the work that a grid does once scrolling has ended. */
const rested = () => new Promise((resolve) => setTimeout(resolve, 500)).then(painted);

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** At the DOM change that satisfies the condition. */
function drawn(isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isThere()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(target, { subtree: true, childList: true, characterData: true });
    look();
  });
}

/** The scrolled elements: titles and rows. */
const scroller = (): HTMLElement =>
  shape.name === 'ag-grid' ? find('.ag-grid-viewport') : (find('[role="grid"]').parentElement ?? target);

const firstCell = (column: number) =>
  document.querySelector(`[role="row"][aria-rowindex="2"] [role="gridcell"][aria-colindex="${column + 2}"]`)
    ?.textContent;

/** Pixels that AG Grid reserves where scroll bars overlay the content. */
const scrollBar = 16;

/** Every fully visible cell, with its row, column and position: grids must agree on these to be compared. */
function visibleCells(): string[] {
  const sight = scroller().getBoundingClientRect();
  return [...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) => {
    if (cell.ariaColIndex === '1') return [];
    const { left, top, right, bottom } = cell.getBoundingClientRect();
    const isVisible =
      left >= sight.left + gutter &&
      top >= sight.top + headHeight &&
      right <= sight.right - scrollBar &&
      bottom <= sight.bottom - scrollBar;
    const row = cell.closest('[role="row"]')?.ariaRowIndex;
    const at = `${Math.round(left - sight.left)}, ${Math.round(top - sight.top)}`;
    return isVisible ? [`${row}/${cell.ariaColIndex} ${cell.textContent.trim()} at ${at}`] : [];
  });
}

async function scrollTo(place: { readonly top: number; readonly left: number }): Promise<void> {
  scroller().scrollTo(place);
  await rested();
}

const gridBench = {
  /**
   * Provides the rows before the measurement starts: in the page, or for a result in the thread that stores
   * them.
   */
  async prepare(given: Shape): Promise<void> {
    shape = given;
    if (shape.name === 'result') {
      const desk = await createWorkerDesk(shape.rows, shape.columns);
      resultPlace = mount(ResultGrid, { target, props: { desk } });
      flushSync();
    } else {
      table = sampleTable(shape.rows, shape.columns);
      // A result has a bar above its rows.
      target.style.paddingTop = '39px';
    }
    await painted();
  },
  /** Milliseconds from an empty page to visible rows. */
  async show(): Promise<number> {
    const start = performance.now();
    if (resultPlace !== undefined) void resultPlace.show();
    else if (table !== undefined) {
      if (shape.name === 'ag-grid') showAgGrid(target, table);
      else mount(shape.name === 'product' ? ProductGrid : TanStackGrid, { target, props: table });
    }
    flushSync();
    await drawn(() => Boolean(firstCell(0)));
    await painted();
    return performance.now() - start;
  },
  /** Where the wheel is turned. */
  middle() {
    const { left, top, width, height } = scroller().getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  },
  watch(): void {
    const one = (watched = { durations: [], waiting: 0, isOver: false });
    void (async () => {
      for (let last = await nextFrame(); !one.isOver;) {
        const now = await nextFrame();
        (one.durations as number[]).push(now - last);
        last = now;
        if (document.querySelector('[role="row"][aria-busy="true"]') !== null) one.waiting += 1;
      }
    })();
  },
  /** Waits, returns the scroll position and the visible cells there, and scrolls back. */
  async ended(place: { readonly top: number; readonly left: number }) {
    if (watched === undefined) throw new Error('Nothing was watched.');
    watched.isOver = true;
    const { durations, waiting } = watched;
    await rested();
    const { scrollTop: top, scrollLeft: left } = scroller();
    // A wheel does not stop at the exact pixel.
    await scrollTo(place);
    const cells = visibleCells();
    await scrollTo({ top: 0, left: 0 });
    return { durations, waiting, at: { top, left }, cells };
  },
  /** Scrolls this many pixels per frame, like a dragged scroll bar. */
  async drag({ frames, down }: { readonly frames: number; readonly down: number }): Promise<void> {
    const element = scroller();
    for (let frame = 0; frame < frames; frame += 1) {
      element.scrollTop += down;
      await nextFrame();
    }
  },
  /** From pressing a column title to visible sorted rows: milliseconds in total, and of the longest frame. */
  async sort(column: number) {
    const before = firstCell(column);
    const title = `[role="columnheader"][aria-colindex="${column + 2}"]`;
    const header = find(shape.name === 'ag-grid' ? `${title} .ag-header-cell-label` : `${title} button`);
    const durations: number[] = [];
    let last = await nextFrame();
    const start = performance.now();
    header.click();
    flushSync();
    do {
      const now = await nextFrame();
      durations.push(now - last);
      last = now;
      if (now - start > 60_000) throw new Error('The grid did not sort.');
    } while (firstCell(column) === before);
    await new Promise((resolve) => setTimeout(resolve));
    const milliseconds = performance.now() - start;
    durations.push((await nextFrame()) - last);
    return { milliseconds, longest: Math.max(...durations), first: firstCell(column) };
  },
};

Object.assign(window, { gridBench });
