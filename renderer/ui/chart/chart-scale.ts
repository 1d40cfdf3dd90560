import { formatNumber } from '../../../languages/text/intl.ts';

/**
 * Round values for an axis from 0 to at least `highest`: two to five steps of 1, 2, 2.5 or 5 times a power of ten.
 * Whole numbers only, since the charts show counts.
 */
export function axisTicks(highest: number, wanted = 2): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / wanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * magnitude >= rough) ?? 10;
  const step = Math.max(1, Math.ceil(factor * magnitude));
  const ticks: number[] = [];
  for (let value = 0; value < highest + step; value += step) {
    ticks.push(value);
    if (value >= highest) break;
  }
  return ticks;
}

/** How the names below a chart are written. */
export interface LabelLayout {
  /** Every how many categories has a name. */
  readonly every: number;
  /** Slanted, so that neighbors fit. */
  readonly isSlanted: boolean;
  /** Longer names end with an ellipsis, px. */
  readonly maxWidth: number;
  /** Says how many names are shown, where not all are and the others can't be guessed. */
  readonly note: string;
}

/** Px per character and between names; a slanted line needs this much across. */
const labelSize = { letter: 7, gap: 12, slanted: 16, least: 64, slantedWidth: 92 };

/** Height below the axis, px. */
export const labelHeight = (isSlanted: boolean): number => (isSlanted ? 74 : 26);

/**
 * All names if they fit beside each other, maybe with an ellipsis, or slanted. An ordered axis skips some, as usual; if other
 * names are skipped, the chart says so.
 */
export function labelLayout(categories: readonly string[], width: number, isOrdered: boolean): LabelLayout {
  const count = categories.length;
  const slot = width / Math.max(1, count);
  const widest = Math.max(1, ...categories.map(({ length }) => length)) * labelSize.letter + labelSize.gap;
  const beside = { every: 1, isSlanted: false, maxWidth: widest, note: '' };
  if (width === 0 || widest <= slot) return beside;
  if (isOrdered) return { ...beside, every: Math.max(1, Math.ceil(widest / slot)) };
  if (slot >= labelSize.least) return { ...beside, maxWidth: slot - 8 };
  const every = Math.max(1, Math.ceil(labelSize.slanted / slot));
  const shown = Math.ceil(count / every);
  const note = shown === count ? '' : `${formatNumber(shown)} of ${formatNumber(count)} names shown`;
  return { every, isSlanted: true, maxWidth: labelSize.slantedWidth, note };
}

/** One series of a bar chart, with one value for each category. */
export interface ChartSeries {
  readonly name: string;
  readonly tone: 'accent' | 'bad' | 'good' | 'warn' | 'neutral';
  readonly values: readonly number[];
}

/** The chart as a sentence: totals of each series and where the highest bar is. */
export function chartSummary(
  title: string,
  categories: readonly string[],
  series: readonly ChartSeries[],
): string {
  const totals = categories.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const highest = totals.indexOf(Math.max(...totals));
  const sums = series.map(({ name, values }) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return `${formatNumber(sum)} ${name}`;
  });
  const peak = categories[highest];
  if (peak === undefined || (totals[highest] ?? 0) === 0) return `${title}: no data yet.`;
  return `${title}: ${sums.join(', ')}. Most: ${peak} with ${formatNumber(totals[highest] ?? 0)}.`;
}

/** One series of a line chart, with one value for each category; null without a measurement. */
export interface LineSeries {
  readonly name: string;
  readonly tone: ChartSeries['tone'];
  readonly values: readonly (number | null)[];
}

interface Point {
  readonly index: number;
  readonly value: number;
}

/** The parts of a line between missing values; each is drawn separately. */
export function lineRuns(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let current: Point[] | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      current = undefined;
      continue;
    }
    if (current === undefined) runs.push((current = []));
    current.push({ index, value });
  }
  return runs;
}

/** The chart as a sentence: the highest value of each series and where it is. */
export function lineSummary(
  title: string,
  categories: readonly string[],
  series: readonly LineSeries[],
  unit: string,
): string {
  const peaks = series.flatMap(({ name, values }) => {
    const highest = Math.max(...values.map((value) => value ?? -Infinity));
    const where = categories[values.indexOf(highest)];
    return where === undefined ? [] : [`${name} ${formatNumber(highest)} ${unit} (${where})`];
  });
  return peaks.length === 0 ? `${title}: no data yet.` : `${title}, at most: ${peaks.join(', ')}.`;
}

/** A bar as an SVG path, its upper corners rounded by `radius` pixels. */
export function barPath(bar: {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
}): string {
  const { x, y, width, height } = bar;
  const radius = Math.min(bar.radius, height, width / 2);
  const arc = `a${radius} ${radius} 0 0 1`;
  return `M${x} ${y + height}V${y + radius}${arc} ${radius} ${-radius}H${x + width - radius}${arc} ${radius} ${radius}V${y + height}Z`;
}
