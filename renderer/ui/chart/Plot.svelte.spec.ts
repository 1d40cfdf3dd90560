import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Plot from './Plot.svelte';
import DonutPlot from './DonutPlot.svelte';
import RowsPlot from './RowsPlot.svelte';

beforeEach(() => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'body > div { width: 600px }';
  onTestFinished(() => style.remove());
});

const categories = ['Mon', 'Tue', 'Wed'];
const series = [
  { name: 'signed in', values: [4, 9, null] },
  { name: 'failed', values: [1, 0, 2] },
];
const props = { title: 'Sign-ins', categories, series, height: 300 };
const reader = page.getByRole('slider', { name: 'Points of Sign-ins' });
const read = (): string | null => reader.element().getAttribute('aria-valuetext');
const drawn = (selector: string): Element[] => [...document.querySelectorAll(`.frame > svg ${selector}`)];
const tip = () => document.querySelector<HTMLElement>('.tip');

describe('a plot', () => {
  it.each([
    ['upright', 'height', async () => await render(Plot, { ...props, kind: 'columns' as const })],
    ['lying', 'width', async () => await render(RowsPlot, props)],
  ] as const)('of %s bars has one for each value, which shows the %s', async (_, size, show) => {
    await show();
    await expect.element(reader).toBeVisible();
    const sizes = drawn('rect[fill^="url"]').map((bar) => bar.getBoundingClientRect()[size]);
    // No bar for a missing value, none for zero.
    expect(sizes.length).toBe(4);
    const [one = 0, two = 0, four = 0, nine = 0] = sizes.toSorted((a, b) => a - b);
    for (const [longer, ratio] of [
      [two, 2],
      [four, 4],
      [nine, 9],
    ] as const)
      expect(longer / one).toBeCloseTo(ratio, 0);
  });

  it('breaks a line at a missing value', async () => {
    const broken = [{ name: 'signed in', values: [1, 2, null, 3, 4] }];
    await render(Plot, { ...props, categories: [...'abcde'], series: broken, kind: 'lines' as const });
    await expect.element(reader).toBeVisible();
    expect(drawn('path.line').map((path) => path.getAttribute('d')?.match(/[A-Z]/g)?.join(''))).toEqual([
      'MLML',
    ]);
  });

  it('names each of its series once, and paints it as in the drawing', async () => {
    await render(Plot, { ...props, kind: 'columns' as const });
    await expect.element(reader).toBeVisible();
    const ids = [...document.querySelectorAll('figure [id]')].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const legend = [...document.querySelectorAll('figure li')];
    expect(legend.map((item) => item.textContent.trim())).toEqual(['signed in', 'failed']);
    const painted = legend.map((item) => item.querySelector('rect[width="22"]')?.getAttribute('fill') ?? '');
    for (const [index, fill] of painted.entries()) {
      const pattern = document.querySelector(fill.slice('url('.length, -1))?.innerHTML ?? '';
      expect(pattern).toContain(`--color-series-${index + 1}`);
    }
  });

  it('has a summary and is read point by point with the keys, from one end to the other', async () => {
    await render(Plot, { ...props, kind: 'columns' as const });
    await expect.element(reader).toBeVisible();
    expect(read()).toBe('Sign-ins: 13 signed in, 3 failed. Most: Tue with 9.');
    (reader.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(read).toBe('Mon: 4 signed in, 1 failed');
    expect(tip()?.textContent).toContain('Mon');
    await userEvent.keyboard('{End}{ArrowRight}');
    await expect.poll(read).toBe('Wed: – signed in, 2 failed');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    await expect.poll(read).toBe('Mon: 4 signed in, 1 failed');
    (reader.element() as HTMLElement).blur();
    await expect.poll(tip).toBeNull();
  });

  it('shows the values under the pointer, within its bounds', async () => {
    await render(Plot, { ...props, kind: 'areas' as const });
    await userEvent.hover(reader, { position: { x: 580, y: 100 } });
    await expect.poll(() => tip()?.textContent).toContain('Wed');
    const [inner, outer] = [tip(), tip()?.parentElement].map((box) => box?.getBoundingClientRect());
    expect(inner?.right).toBeLessThanOrEqual(outer?.right ?? 0);
  });

  it('has a table view', async () => {
    await render(Plot, { ...props, kind: 'columns' as const, view: 'table' as const });
    await expect.element(page.getByRole('row', { name: /Tue.*9.*0/ })).toBeVisible();
    await expect.element(reader).not.toBeInTheDocument();
  });
});

describe('a donut', () => {
  it('has a part for each value, with its share, and shows the one under the pointer', async () => {
    const parts = { unit: 'sign-ins', categories: ['Ok', 'Failed'], values: [3, 1] };
    await render(DonutPlot, { title: 'Sign-ins', height: 300, ...parts });
    await expect.element(reader).toBeVisible();
    expect(drawn('text').map((text) => text.textContent.trim())).toEqual([
      '75% · 3 · Ok',
      '25% · 1 · Failed',
    ]);
    const box = reader.element().getBoundingClientRect();
    const size = Math.min(box.height - 8, box.width * 0.45, 320);
    // The upper left quarter is the second part, which begins where the first ends.
    await userEvent.hover(reader, { position: { x: size * 0.2, y: box.height / 2 - size * 0.2 } });
    await expect.poll(read).toBe('Failed: 1 sign-ins');
  });
});
