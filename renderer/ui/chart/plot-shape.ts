import { scaleLinear, scaleUtc } from 'd3-scale';
import { stack, stackOffsetDiverging } from 'd3-shape';
import { labelLayout, type LabelLayout } from './chart-scale.ts';
import { formatClock, formatDateTime, formatNumber } from '../../../languages/text/intl.ts';

/** One series of a plot, with a value for each category; null if there is none. */
export interface PlotSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Groups what is too much to be drawn individually. */
  readonly isOther?: boolean | undefined;
}

/** Time intervals by their start, in ms since the epoch, one for each category. */
export interface TimeAxis {
  readonly starts: readonly number[];
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
}

/** From and to, on the value axis. */
export type Span = readonly [low: number, high: number];

/** How each series is painted: neighbors differ in color, lightness, pattern, and dash. */
interface Paint {
  readonly color: string;
  /** Of `PlotPatterns`; undefined for a plain one. */
  readonly pattern: string | undefined;
  /** For `stroke-dasharray`. */
  readonly dash: string;
}

const patterns = [undefined, 'rising', 'dots', 'level', 'falling', 'crossed'] as const;
const dashes = ['', '7 3', '2 3', '9 3 2 3', '14 4', '4 2 1 2'] as const;

/** There are six, and one for the grouped rest. */
export function paintOf(index: number, isOther = false): Paint {
  if (isOther) return { color: 'var(--color-series-other)', pattern: 'upright', dash: '1 4' };
  const at = index % patterns.length;
  return { color: `var(--color-series-${at + 1})`, pattern: patterns[at], dash: dashes[at] ?? '' };
}

/**
 * The range that each series covers for each category: stacked, with negative values below zero, or each from zero.
 */
export function spansOf(series: readonly PlotSeries[], count: number, isStacked: boolean): Span[][] {
  const valueAt = (at: number, category: number): number => series[at]?.values[category] ?? 0;
  if (!isStacked) {
    return series.map((_, at) =>
      Array.from({ length: count }, (__, category): Span => {
        const value = valueAt(at, category);
        return value < 0 ? [value, 0] : [0, value];
      }),
    );
  }
  const stacked = stack<number, number>()
    .keys(series.keys())
    .value((category, at) => valueAt(at, category))
    .offset(stackOffsetDiverging)(Array.from({ length: count }, (_, category) => category));
  return stacked.map((spans) => spans.map(([low, high]): Span => [low, high]));
}

/** The largest double does not grow any more. */
const maxValue = Number.MAX_VALUE / 8;

/** An axis that always includes zero: otherwise differences would look larger than they are. */
export function valueAxis(
  spans: readonly (readonly Span[])[],
  length: number,
  wanted: number,
): { readonly ticks: readonly number[]; readonly place: (value: number) => number } {
  let low = 0;
  let high = 0;
  for (const [from, to] of spans.flat()) {
    low = Math.max(-maxValue, Math.min(low, from));
    high = Math.min(maxValue, Math.max(high, to));
  }
  if (low === high) high = 1;
  const scale = scaleLinear([low, high], [0, length]).nice(wanted);
  const isWhole = spans.flat().every((span) => span.every(Number.isInteger));
  const ticks = scale.ticks(wanted).filter((tick) => !isWhole || Number.isInteger(tick));
  return { ticks, place: (value) => scale(Math.max(-maxValue, Math.min(maxValue, value))) };
}

const plain = { maximumFractionDigits: 3 };
const short = { notation: 'compact', maximumFractionDigits: 2 } as const;

/** `12,000`, and `1.2M` if the whole number would take too much space. */
export const tickText = (value: number): string =>
  Math.abs(value) >= 1e21
    ? value.toExponential(1)
    : formatNumber(value, Math.abs(value) < 100_000 ? plain : short);

export const figureText = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : Math.abs(value) >= 1e21
      ? value.toExponential(3)
      : formatNumber(value, plain);

interface AxisLabel {
  readonly index: number;
  readonly text: string;
}

/** Approximate width of a character at axis size, px. */
export const letter = 6.2;

/** The beginning of a text that fits into the given width in pixels. */
export function fitting(text: string, width: number): string {
  const letters = Math.max(1, Math.floor(width / letter));
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

/** Names below their slots: beside each other if they fit, else slanted; every nth with a note if even that is too much. */
export function nameLabels(
  categories: readonly string[],
  width: number,
): Pick<LabelLayout, 'isSlanted' | 'note'> & { readonly labels: readonly AxisLabel[] } {
  const { every, isSlanted, maxWidth, note } = labelLayout(categories, width, false);
  const labels = categories.flatMap((category, index) =>
    index % every === 0 ? [{ index, text: fitting(category, maxWidth) }] : [],
  );
  return { labels, isSlanted, note };
}

const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const dayOfYear = { dateStyle: 'medium', timeZone: 'UTC' } as const;
const month = { month: 'short', timeZone: 'UTC' } as const;
const monthOfYear = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/**
 * Round times (whole hours, first days of a month), the first of them with its year. All are UTC, as the rows are.
 */
export function timeLabels({ starts, unit }: TimeAxis, width: number): AxisLabel[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const labelWidth = 76;
  const maxTicks = Math.max(1, Math.floor(width / labelWidth));
  const places = new Map(starts.map((start, index) => [start, index]));
  const round = scaleUtc([first, last], [0, 1])
    .ticks(maxTicks)
    .flatMap((tick) => places.get(tick.getTime()) ?? []);
  const every = Math.ceil(starts.length / maxTicks);
  const indexes =
    round.length >= 2 && round.length <= maxTicks + 1
      ? round
      : [...starts.keys()].filter((index) => index % every === 0);
  return indexes.map((index, at) => ({ index, text: timeText(starts[index] ?? 0, unit, at === 0) }));
}

function timeText(start: number, unit: TimeAxis['unit'], isFirst: boolean): string {
  const date = new Date(start);
  if (unit === 'year') return String(date.getUTCFullYear());
  if (unit === 'month') {
    return formatDateTime(date, isFirst || date.getUTCMonth() === 0 ? monthOfYear : month);
  }
  const isMidnight = start % 86_400_000 === 0;
  if (unit === 'day' || unit === 'week') return formatDateTime(date, isFirst ? dayOfYear : day);
  return isFirst || isMidnight
    ? `${formatDateTime(date, day)}${isMidnight ? '' : ` ${formatClock(date, 'UTC')}`}`
    : formatClock(date, 'UTC');
}

/**
 * The plot as a sentence: the total of each series, and where the maximum is, except for a last category that groups
 * the rest.
 */
export function plotSummary(
  title: string,
  categories: readonly string[],
  series: readonly PlotSeries[],
  hasOthers = false,
): string {
  const totals = categories.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const single = hasOthers ? totals.slice(0, -1) : totals;
  const highest = single.reduce((best, total, index) => (total > (totals[best] ?? 0) ? index : best), 0);
  const sums = series.map(
    ({ name, values }) =>
      `${figureText(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))} ${name}`,
  );
  const peak = categories[highest];
  if (peak === undefined || totals.every((total) => total === 0)) return `${title}: no data yet.`;
  return `${title}: ${sums.join(', ')}. Most: ${peak} with ${figureText(totals[highest])}.`;
}

/** The tooltip text of one category. */
export function pointText(
  categories: readonly string[],
  series: readonly PlotSeries[],
  index: number,
): string {
  const figures = series.map(({ name, values }) => `${figureText(values[index])} ${name}`);
  return `${categories[index] ?? ''}: ${figures.join(', ')}`;
}
