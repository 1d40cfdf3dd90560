import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { createRawSnippet } from 'svelte';
import Gallery from '../../gallery/Gallery.svelte';
import StatusDot from '../text/StatusDot.svelte';
import MatrixGrid from '../grid/MatrixGrid.svelte';

const emulate = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

beforeEach(() => emulate('active'));
afterEach(() => emulate(''));

/** The color that a name such as `Highlight` has in this browser. */
function systemColor(name: string): string {
  const sampled = document.body.appendChild(document.createElement('i'));
  sampled.style.cssText = `forced-color-adjust: none; color: ${name}`;
  const { color } = getComputedStyle(sampled);
  sampled.remove();
  return color;
}

const states =
  "[aria-selected='true'], [aria-current='true'], [aria-current='page'], [aria-pressed='true'], [aria-checked='true'], [data-chosen]";

/** The nearest painted background, of the element itself or of one around it. */
function backgroundOf(element: Element | null): string {
  if (element === null) return systemColor('Canvas');
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  if (backgroundImage !== 'none') return backgroundImage;
  return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor;
}

const textsOf = (elements: Iterable<Element>) =>
  [...elements].map((element) => `${element.className} ${element.textContent.trim()}`);

/** A page of the gallery, which has every component of the design system in every state. */
async function open(name: string): Promise<HTMLElement> {
  location.hash = name;
  onTestFinished(() => history.replaceState(null, '', location.pathname + location.search));
  const { container } = await render(Gallery);
  await expect.poll(() => container.querySelectorAll('main [role], main button').length).toBeGreaterThan(5);
  return container;
}

const visible = (within: HTMLElement, selector: string) =>
  [...within.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0,
  );

for (const name of ['controls', 'data', 'feedback', 'studio']) {
  it(`shows what is selected, current, pressed and checked with forced colors: ${name}`, async () => {
    const container = await open(name);
    const chosen = visible(container, states);
    const lost = chosen.filter((element) => {
      const { color } = getComputedStyle(element);
      const isDisabled = element.matches(':disabled, [aria-disabled=true]');
      const [background, text] = isDisabled ? ['GrayText', 'Canvas'] : ['Highlight', 'HighlightText'];
      return backgroundOf(element) !== systemColor(background) || color !== systemColor(text);
    });
    expect(chosen).not.toEqual([]);
    expect(textsOf(lost)).toEqual([]);
    expect(systemColor('Highlight')).not.toBe(systemColor('Canvas'));
  });

  it(`shows dots, bars and swatches with forced colors: ${name}`, async () => {
    const signs = visible(
      await open(name),
      '.dot:is([role], [aria-hidden]):not(.off), [role=progressbar] .fill',
    );
    const lost = signs.filter((sign) => backgroundOf(sign) === backgroundOf(sign.parentElement));
    expect(textsOf(lost)).toEqual([]);
  });
}

it('shows the dot of the selected radio button, and where a banner ends', async () => {
  const controls = await open('controls');
  const radio = controls.querySelector('[role=radio].ui-radio[aria-checked=true]');
  if (radio === null) throw new Error('No radio button is selected.');
  const { backgroundColor, borderTopColor, outlineColor } = getComputedStyle(radio);
  expect(borderTopColor).not.toBe(backgroundColor);
  expect(outlineColor).toBe(systemColor('CanvasText'));
  const feedback = await open('feedback');
  const edges = visible(feedback, '.banner').map((banner) => getComputedStyle(banner).outlineColor);
  expect(edges.length).toBeGreaterThan(3);
  expect(new Set(edges)).toEqual(new Set([systemColor('CanvasText')]));
});

it('distinguishes good, warning, bad, other and off dots without their colors', async () => {
  const looks: string[] = [];
  for (const tone of ['good', 'warn', 'bad', 'accent', 'off'] as const) {
    const { container } = await render(StatusDot, { tone });
    const dot = container.querySelector('.dot');
    if (dot === null) throw new Error('No dot was drawn.');
    const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(dot);
    looks.push(`${backgroundColor} ${backgroundImage} ${borderTopWidth}`);
  }
  expect(new Set(looks).size).toBe(looks.length);
});

it('keeps the lines of a matrix, and its cursor', async () => {
  const empty = createRawSnippet(() => ({ render: () => '<span></span>' }));
  const target = document.body.appendChild(document.createElement('div'));
  target.style.height = '300px';
  onTestFinished(() => target.remove());
  const props = {
    name: 'Assignments',
    rows: 3,
    columns: ['Auditors', 'Finance'].map((key) => ({ key, size: 60 })),
    ...{ rowHeight: 32, headHeight: 80, gutter: 200 },
    label: (row: number, column: number) => `${row}, ${column}`,
    rowLabel: (row: number) => `Application ${row}`,
    columnLabel: (column: number) => `Role ${column}`,
    ...{ head: empty, rowHead: empty, cell: empty },
    isTinted: () => false,
    onaction: () => undefined,
  } as const;
  await render(MatrixGrid, { target, props });
  const line = (name: string) =>
    getComputedStyle(page.getByRole('gridcell', { name, exact: true }).element()).boxShadow;
  await expect.poll(() => line('0, 1')).toContain(systemColor('CanvasText'));
  await userEvent.tab();
  await expect.poll(() => line('0, 0')).toContain(`${systemColor('HighlightText')} 0px 0px 0px 2px inset`);
});
