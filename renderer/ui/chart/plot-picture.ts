import { letter } from './plot-shape.ts';
import { visibleText } from '../text/text-marks.svelte.ts';

/** Text that an image adds around the drawing. */
interface PictureParts {
  readonly drawing: SVGSVGElement;
  readonly title: string;
  /** Names of the series, in the order of their patterns; none if the drawing names its parts itself. */
  readonly legend: readonly string[];
  readonly isOfLines: boolean;
  /** Shown below: the source of the figures, and what they exclude. */
  readonly notes: readonly string[];
}

/** A standalone SVG document, in CSS pixels. */
export interface PlotPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const namespace = 'http://www.w3.org/2000/svg';
const margin = 24;
const line = 18;
const fonts = "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/**
 * Only these elements and attributes are copied: an image holds shapes and text, and nothing that a viewer would run
 * or fetch.
 */
const shapes: Readonly<Record<string, readonly string[]>> = {
  g: ['transform'],
  defs: [],
  pattern: ['id', 'width', 'height', 'patternUnits'],
  path: ['d'],
  rect: ['x', 'y', 'width', 'height', 'rx'],
  line: ['x1', 'x2', 'y1', 'y2'],
  circle: ['cx', 'cy', 'r'],
  text: ['x', 'y', 'transform'],
};
/** Style sheet properties of a shape, inlined. */
const painted = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity'] as const;
const written = ['fill', 'text-anchor', 'font-size'] as const;

/** Reads colors from the drawing in the page: they are those of its theme. */
export function plotPicture({ drawing, title, legend, isOfLines, notes }: PictureParts): PlotPicture {
  const colors = createColors();
  const box = { width: drawing.width.baseVal.value, height: drawing.height.baseVal.value };
  const width = box.width + 2 * margin;
  const rows = legendRows(legend, box.width);
  const top = margin + 20 + rows.length * line + (rows.length > 0 ? 8 : 0) + 8;
  const height = top + box.height + 12 + notes.length * line + margin - 8;
  const style = getComputedStyle(drawing);
  const colorOf = (token: string): string => colors.tokenIn(drawing, token);

  const root = document.implementation.createDocument(namespace, 'svg');
  const svg = root.documentElement;
  const add = (
    into: Element,
    name: string,
    attributes: Readonly<Record<string, string | number>>,
  ): Element => {
    const element = root.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    into.append(element);
    return element;
  };
  const write = (text: string, attributes: Readonly<Record<string, string | number>>): void => {
    add(svg, 'text', attributes).textContent = plain(text);
  };

  function copy(from: Element, into: Element): void {
    const name = from.localName;
    const taken = shapes[name];
    if (taken === undefined) return;
    const own = getComputedStyle(from);
    const attributes: Record<string, string> = {};
    for (const key of taken) {
      const value = from.getAttribute(key);
      if (value !== null) attributes[key] = value;
    }
    if (name !== 'g' && name !== 'defs' && name !== 'pattern') {
      for (const key of name === 'text' ? written : painted) {
        const value = paintIn(from, key, own.getPropertyValue(key), colors.plain);
        if (value !== undefined) attributes[key] = value;
      }
    }
    const element = add(into, name, attributes);
    if (name === 'text') element.textContent = plain(from.textContent).trim();
    else for (const child of from.children) copy(child, element);
  }

  for (const [key, value] of Object.entries({
    ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
    ...{ 'font-family': fonts, 'font-size': style.fontSize },
  })) {
    svg.setAttribute(key, String(value));
  }
  add(svg, 'title', {}).textContent = plain(title);
  add(svg, 'rect', { width, height, fill: colorOf('--color-surface') });
  write(shortened(title, box.width, letter * 1.35), {
    ...{ x: margin, y: margin + 14, fill: colorOf('--color-text'), 'font-size': 15, 'font-weight': 600 },
  });

  const plot = add(svg, 'g', { transform: `translate(${margin} ${top})` });
  for (const child of drawing.children) copy(child, plot);

  const patterns = [...drawing.querySelectorAll('pattern')].map(({ id }) => id);
  const strokes = isOfLines ? seriesStrokes(drawing, colors.plain) : [];
  rows.flat().forEach(({ name, at, x, row }) => {
    const y = margin + 30 + row * line;
    const stroke = strokes[at];
    if (stroke === undefined) {
      const pattern = patterns[at];
      add(svg, 'rect', {
        ...{ x: margin + x, y, width: 22, height: 12, rx: 2 },
        fill: pattern === undefined ? 'none' : `url(#${pattern})`,
      });
    } else add(svg, 'line', { x1: margin + x, x2: margin + x + 22, y1: y + 6, y2: y + 6, ...stroke });
    write(visibleText(name), { x: margin + x + 28, y: y + 10, fill: colorOf('--color-text-2') });
  });
  notes.forEach((note, at) =>
    write(shortened(note, box.width, letter), {
      ...{ x: margin, y: top + box.height + 24 + at * line, fill: colorOf('--color-text-3') },
    }),
  );
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

/** Twice the drawn resolution, for high-density screens and print. Rejects if this browser cannot draw it. */
export async function pngOf({ svg, width, height }: PlotPicture, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error("Chart export isn't supported in this browser.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

interface LegendEntry {
  readonly name: string;
  /** The index of the series. */
  readonly at: number;
  readonly x: number;
  readonly row: number;
}

/** As many entries per row as fit. */
function legendRows(names: readonly string[], width: number): LegendEntry[][] {
  const rows: LegendEntry[][] = [];
  let x = 0;
  names.forEach((whole, at) => {
    const name = shortened(whole, width - 28, letter);
    const wide = 28 + name.length * letter + 20;
    if (rows.length === 0 || x + wide > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ name, at, x, row: rows.length - 1 });
    x += wide;
  });
  return rows;
}

function shortened(text: string, width: number, ofLetter: number): string {
  const maxLength = Math.max(1, Math.floor(width / ofLetter));
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/**
 * Removes what XML cannot contain: control characters and unpaired surrogates, because of which a viewer would reject the
 * whole image.
 */
function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is to be removed
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

function paintIn(
  from: Element,
  key: string,
  value: string,
  plainColor: (color: string) => string,
): string | undefined {
  if (value === '' || value === 'none') return key === 'fill' ? 'none' : undefined;
  if (key !== 'fill' && key !== 'stroke') return value;
  // A pattern of the same drawing, which computed styles may name by the URL of the page.
  if (value.startsWith('url(')) return from.getAttribute(key) ?? 'none';
  return plainColor(value);
}

/** The line style of each series, in order. */
function seriesStrokes(
  drawing: SVGSVGElement,
  plainColor: (color: string) => string,
): readonly Readonly<Record<string, string>>[] {
  return [...drawing.querySelectorAll(':scope > path')].map((path) => {
    const { stroke, strokeDasharray } = getComputedStyle(path);
    return { stroke: plainColor(stroke), 'stroke-width': '2', 'stroke-dasharray': strokeDasharray };
  });
}

/** Colors that every program can read: style sheets use color spaces that few can. */
function createColors() {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, string>();
  const plainColor = (color: string): string => {
    const before = known.get(color);
    if (before !== undefined || context === null) return before ?? color;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const opaque = `rgb(${red}, ${green}, ${blue})`;
    const found = alpha === 255 ? opaque : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
    known.set(color, found);
    return found;
  };
  return {
    plain: plainColor,
    tokenIn(element: Element, token: string): string {
      const rect = document.createElementNS(namespace, 'rect');
      rect.style.fill = `var(${token})`;
      element.append(rect);
      const color = plainColor(getComputedStyle(rect).fill);
      rect.remove();
      return color;
    },
  };
}
