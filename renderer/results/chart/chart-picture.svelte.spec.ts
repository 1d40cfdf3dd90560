import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chartKinds, type ChartKind } from '../../../contract/queries/result-formats.ts';
import { pngOf } from '../../ui/index.ts';
import type { ChartData } from './chart-data.ts';
import { chartPicture } from './chart-picture.ts';

const malicious = `"><script>alert(1)</script>\u0000&#x0;\ud800`;
const data: ChartData = {
  categories: ['Payroll', malicious, 'Others'],
  time: undefined,
  series: [
    { name: 'Ok', values: [30, 12, 4] },
    { name: malicious, values: [3, 8, 1] },
  ],
  hasOthers: true,
  notes: [],
};
const one: ChartData = { ...data, series: data.series.slice(0, 1) };
const chartOf = (kind: ChartKind) => ({
  ...{ kind, isStacked: true, by: malicious, bucket: 'none' as const, series: 'Outcome', sumOf: null },
});
const draw = (kind: ChartKind) =>
  chartPicture(chartOf(kind), kind === 'ring' ? one : data, ['Acme · 58 rows', malicious]);

const parsed = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');

beforeEach(() => {
  document.documentElement.dataset['theme'] = 'dark';
});
afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

describe.each(chartKinds)('a chart of kind %s as an image', (kind) => {
  it('names the chart, its series and its source', async () => {
    const { svg } = await draw(kind);
    const texts = [...parsed(svg).querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/^Rows by /);
    expect(texts.some((text) => text.includes('Payroll'))).toBe(true);
    expect(texts).toContain('Acme · 58 rows');
    if (kind !== 'ring') expect(texts).toContain('Ok');
    if (kind !== 'ring' && kind !== 'rows') expect(texts).toContain('0');
  });

  it('contains only shapes and text, with any rows', async () => {
    const { svg } = await draw(kind);
    const document_ = parsed(svg);
    expect(document_.querySelector('parsererror')).toBeNull();
    const names = new Set([...document_.querySelectorAll('*')].map(({ localName }) => localName));
    const allowed = ['svg', 'title', 'g', 'defs', 'pattern', 'path', 'rect', 'line', 'circle', 'text'];
    expect([...names].filter((name) => !allowed.includes(name))).toEqual([]);
    const attributes = [...document_.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    expect(attributes.filter(({ name }) => /^on|href|style|class/.test(name))).toEqual([]);
    for (const { value } of attributes)
      expect(value).not.toMatch(/var\(|oklch|light-dark|https?:(?!\/\/www\.w3)/);
    for (const [, id = ''] of svg.matchAll(/url\(#([^)]*)\)/g)) {
      expect(document_.getElementById(id)?.localName).toBe('pattern');
    }
  });

  it('has the colors of the light theme in both themes, and leaves nothing in the page', async () => {
    const before = document.body.children.length;
    const inDark = await draw(kind);
    document.documentElement.dataset['theme'] = 'light';
    const inLight = await draw(kind);
    const plain = (svg: string) => svg.replaceAll(/\bs?c?\d+-(?=\d)/g, '');
    expect(colorsOf(inDark.svg)).toEqual(colorsOf(inLight.svg));
    expect(plain(inDark.svg).length).toBe(plain(inLight.svg).length);
    expect(document.body.children.length).toBe(before);
  });

  it('is a PNG of twice the resolution', async () => {
    const picture = await draw(kind);
    const image = await createImageBitmap(await pngOf(picture));
    expect([image.width, image.height]).toEqual([2 * picture.width, 2 * picture.height]);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const drawn = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4) drawn.add(pixels.slice(at, at + 3).join());
    // The surface, texts, and at least one series.
    expect(drawn.size).toBeGreaterThan(10);
    expect(drawn.has(colorsOf(picture.svg)[0]?.replaceAll(/[^\d,]/g, '') ?? '')).toBe(true);
  });
});

/** In drawing order; the first is the background. */
const colorsOf = (svg: string): string[] => [...svg.matchAll(/rgba?\([^)]*\)/g)].map(([color]) => color);
