import type { ChartKind, TimeBucket } from '../../../contract/queries/result-formats.ts';
import type { ResultCell, ResultGrouping, ResultGroups } from '../../../contract/queries/results.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import type { PlotSeries, TimeAxis } from '../../ui/index.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';

/** What a chart draws: a value of each series for each category. */
export interface ChartData {
  readonly categories: readonly string[];
  /** Of categories that are stretches of time. */
  readonly time: TimeAxis | undefined;
  readonly series: readonly PlotSeries[];
  /** The last category stands for all that are not drawn by themselves. */
  readonly hasOthers: boolean;
  /** What is gathered, and what is not drawn; one sentence each. */
  readonly notes: readonly string[];
}

export const emptyChart: ChartData = {
  ...{ categories: [], time: undefined, series: [], hasOthers: false, notes: [] },
};

const nothing = '(nothing)';

const nameOf = (cell: ResultCell): string => (cell === null || cell === '' ? nothing : cellText(cell));

/** What is appended to the beginning of a stretch to make a moment of it. */
const rest = { minute: ':00Z', hour: ':00Z', day: '', week: '', month: '', year: '' } as const;

/** `unit`: what the values of a single series are called. */
export function chartData(groups: ResultGroups, { bucket, series }: ResultGrouping, unit: string): ChartData {
  const { otherCategories, otherSeries } = groups;
  const names = groups.categories.map(nameOf);
  const own = series === null ? [unit] : groups.series.map(nameOf);
  const seriesNames = otherSeries > 0 ? [...own, othersName(otherSeries)] : own;
  return {
    categories: otherCategories > 0 ? [...names, othersName(otherCategories)] : names,
    time: bucket === 'none' ? undefined : timeAxis(groups.categories, bucket),
    series: seriesNames.map((name, at) => ({
      name,
      // No row in a stretch of time is none, and not unknown.
      values: (groups.values[at] ?? []).map((value) => (bucket === 'none' ? value : (value ?? 0))),
      isOther: at >= own.length,
    })),
    hasOthers: otherCategories > 0,
    notes: notesOf(groups, bucket),
  };
}

const othersName = (others: number): string => `others (${formatNumber(others)})`;

function timeAxis(categories: readonly ResultCell[], stretch: Exclude<TimeBucket, 'none'>): TimeAxis {
  return { stretch, starts: categories.map((start) => Date.parse(`${String(start)}${rest[stretch]}`)) };
}

function notesOf(groups: ResultGroups, bucket: TimeBucket): string[] {
  const { categories, otherCategories, series, otherSeries, rowsWithoutMoment, earlierRows } = groups;
  const rows = (of: number): string => counted(of, 'row');
  return [
    ...(otherCategories > 0
      ? [
          `The greatest ${categories.length} of ${formatNumber(categories.length + otherCategories)} values are drawn, the others together.`,
        ]
      : []),
    ...(otherSeries > 0
      ? [
          `The greatest ${series.length} of ${formatNumber(series.length + otherSeries)} series are drawn, the others together.`,
        ]
      : []),
    ...(earlierRows > 0
      ? [`The latest ${categories.length} ${bucket}s are drawn; ${rows(earlierRows)} are of before.`]
      : []),
    ...(rowsWithoutMoment > 0 ? [`${rows(rowsWithoutMoment)} without a moment not drawn.`] : []),
  ];
}

/** Parts that a ring can show, and colors and patterns that it has. */
const maxParts = 7;

/** Why what was gathered cannot be drawn so; undefined where it can. */
export function whyNot(kind: ChartKind, { categories, time, series }: ChartData): string | undefined {
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0));
  switch (kind) {
    case 'columns':
    case 'lines':
    case 'areas':
      return undefined;
    case 'rows':
      return time === undefined ? undefined : 'time goes from left to right';
    case 'ring':
      if (time !== undefined) return 'stretches of time are no parts';
      if (series.length > 1) return 'it has one series';
      if (categories.length > maxParts) return `it has at most ${maxParts} parts`;
      if (values.some((value) => value < 0)) return 'a part is never below zero';
      return values.every((value) => value === 0) && categories.length > 0
        ? 'all of nothing has no parts'
        : undefined;
  }
}

export const isMoment = (cell: ResultCell): boolean =>
  typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell);

/** Of a column in which nothing but moments is. */
export function holdsMoments(sample: readonly (readonly ResultCell[])[], column: number): boolean {
  const cells = sample.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every(isMoment);
}

/** Where a chart begins: a column of moments by day, or else the first one that is not a number for each row. */
export function firstGrouping(sample: readonly (readonly ResultCell[])[], width: number): ResultGrouping {
  const columns = Array.from({ length: width }, (_, column) => column);
  const cellsOf = (column: number) =>
    sample.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  const moment = columns.find((column) => holdsMoments(sample, column));
  const repeated = columns.find((column) => new Set(cellsOf(column)).size < cellsOf(column).length);
  return {
    by: moment ?? repeated ?? 0,
    bucket: moment === undefined ? 'none' : 'day',
    series: null,
    sumOf: null,
  };
}
