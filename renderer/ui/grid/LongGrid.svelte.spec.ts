// Types of `cdp()` that the browser's own wheel and high-density screens need.
import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CellValue } from './cell-value.ts';
import DataGrid from './DataGrid.svelte';

const rowCount = 1_000_000;
const columns = ['a', 'b', 'c'].map((key) => ({ key, title: key.toUpperCase(), width: 100 }));

const rows = {
  count: rowCount,
  sample: [],
  row: (index: number): readonly CellValue[] => columns.map(({ key }) => `${key}${index}`),
};

beforeEach(async () => {
  await cdp().send('Emulation.setDeviceMetricsOverride', {
    width: 1280,
    height: 800,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await expect.poll(() => devicePixelRatio).toBe(2);
  // An emulated high-density screen does not affect the browser's layout limits; a zoomed page does.
  document.documentElement.style.setProperty('zoom', '2');
});

afterEach(async () => {
  await cdp().send('Emulation.clearDeviceMetricsOverride');
  document.body.replaceChildren();
  document.documentElement.style.removeProperty('zoom');
});

async function show() {
  const target = document.createElement('div');
  target.style.cssText = 'display: flex; width: 380px; height: 310px';
  document.body.append(target);
  await render(DataGrid, { target, props: { name: 'Result', columns, rows } });
  const grid = page.getByRole('grid', { name: 'Result' });
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  const sheet = grid.element();
  const scroller = sheet.parentElement;
  if (!(sheet instanceof HTMLElement) || scroller === null) throw new Error('There is no grid.');
  return { sheet, scroller };
}

type Shown = Awaited<ReturnType<typeof show>>;

/** The wheel distance of so many rows at 200%. */
const turnOf = (rows: number): number => rows * 28 * 2;

/** The fully visible rows, by their position; each must have its own number, texts and position. */
function visibleRows({ sheet, scroller }: Shown): number[] {
  const box = scroller.getBoundingClientRect();
  const top = sheet.querySelector('.head')?.getBoundingClientRect().bottom ?? 0;
  const visible = [...sheet.querySelectorAll('.row')].filter((row) => {
    const place = row.getBoundingClientRect();
    return place.top >= top - 1 && place.bottom <= box.bottom + 1;
  });
  const found = visible.map((row) => {
    const index = Number(row.getAttribute('aria-rowindex')) - 2;
    expect(row.querySelector('[role="rowheader"]')?.textContent).toBe(String(index + 1));
    expect(row.querySelector('[aria-colindex="2"]')?.textContent).toBe(`a${index}`);
    return index;
  });
  return found.sort((a, b) => a - b);
}

const firstVisible = (shown: Shown): number => visibleRows(shown)[0] ?? -1;
const lastVisible = (shown: Shown): number => visibleRows(shown).at(-1) ?? -1;

/** Waits until the thumb has been corrected, a moment after the scroll. */
async function rested({ scroller }: Shown): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = scroller.scrollTop === before;
        before = scroller.scrollTop;
        return isStill;
      },
      { interval: 250 },
    )
    .toBe(true);
}

/** Like a press on the thumb and a drag. */
function drag({ scroller }: Shown, to: number): void {
  scroller.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
  scroller.scrollTop = to;
}

async function wheel({ scroller }: Shown, deltaY: number): Promise<void> {
  const box = scroller.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  await cdp().send('Input.dispatchMouseEvent', {
    type: 'mouseWheel',
    x: frame.left + box.left + box.width / 2,
    y: frame.top + box.top + box.height / 2,
    deltaX: 0,
    deltaY,
  });
}

describe('a grid of a million rows at 200% zoom', () => {
  it('reaches the last row and the first by keys, and announces them to a screen reader', async () => {
    const shown = await show();
    shown.sheet.focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
    expect(shown.sheet.getAttribute('aria-rowcount')).toBe(String(rowCount + 1));
    const active = (): string | null | undefined =>
      document.getElementById(shown.sheet.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await expect.poll(active).toBe(`c${rowCount - 1}`);
    await rested(shown);
    expect(lastVisible(shown)).toBe(rowCount - 1);
    await userEvent.keyboard('{PageUp}{PageUp}{PageDown}{PageDown}{ArrowDown}');
    await expect.poll(active).toBe(`c${rowCount - 1}`);
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.poll(() => firstVisible(shown)).toBe(0);
    await expect.poll(active).toBe('a0');
  });

  it('reaches both ends, and what is between, with the scroll thumb', async () => {
    const shown = await show();
    const { scroller } = shown;
    drag(shown, scroller.scrollHeight);
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
    drag(shown, (scroller.scrollHeight - scroller.clientHeight) / 2);
    await expect.poll(() => Math.abs(firstVisible(shown) - rowCount / 2)).toBeLessThan(20);
    drag(shown, 0);
    await expect.poll(() => firstVisible(shown)).toBe(0);
  });

  it('reaches the last row by the wheel, and moves by its pixels', async () => {
    const shown = await show();
    const { scroller } = shown;
    drag(shown, (scroller.scrollHeight - scroller.clientHeight) / 2);
    await expect.poll(() => firstVisible(shown)).toBeGreaterThan(400_000);
    await rested(shown);
    const before = firstVisible(shown);
    await wheel(shown, turnOf(10));
    await expect.poll(() => firstVisible(shown)).toBe(before + 10);
    await rested(shown);
    expect(firstVisible(shown)).toBe(before + 10);

    drag(shown, scroller.scrollHeight - scroller.clientHeight - 100 * 28);
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 101);
    for (let turn = 0; turn < 10; turn += 1) await wheel(shown, turnOf(10));
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
    await wheel(shown, -turnOf(10));
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 11);
  });

  it('continues by pixels for as long as the wheel turns', async () => {
    const shown = await show();
    await rested(shown);
    let moved = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      await wheel(shown, turnOf(1_000));
      moved += 1_000;
    }
    await expect.poll(() => firstVisible(shown)).toBe(moved);
    await rested(shown);
    expect(firstVisible(shown)).toBe(moved);
  });

  it('keeps the height while its thumb is dragged, which would otherwise slip from under the pointer', async () => {
    const shown = await show();
    const { scroller } = shown;
    const whole = scroller.scrollHeight;
    const end = whole - scroller.clientHeight;
    // With half-visible rows there is one more: the element of the last has no row then.
    for (let at = end; at > end / 2; at -= 28 * 700 + 9) {
      drag(shown, at);
      await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
      expect(scroller.scrollHeight).toBe(whole);
    }
  });

  it('keeps the position, and reaches the end, when the zoom changes while it is open', async () => {
    document.documentElement.style.removeProperty('zoom');
    const shown = await show();
    const { scroller } = shown;
    drag(shown, (scroller.scrollHeight - scroller.clientHeight) / 2);
    await expect.poll(() => firstVisible(shown)).toBeGreaterThan(400_000);
    await rested(shown);
    const before = firstVisible(shown);
    document.documentElement.style.setProperty('zoom', '2');
    await rested(shown);
    expect(Math.abs(firstVisible(shown) - before)).toBeLessThan(2);
    shown.sheet.focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
    drag(shown, 0);
    await expect.poll(() => firstVisible(shown)).toBe(0);
    drag(shown, scroller.scrollHeight);
    await expect.poll(() => lastVisible(shown)).toBe(rowCount - 1);
  });
});
