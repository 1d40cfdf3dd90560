import type { ChartKind, TimeBucket } from '../../../contract/queries/result-formats.ts';
import type { ResultCell, ResultGrouping, ResultGroups } from '../../../contract/queries/results.ts';
import { cellText } from '../../../languages/order/cell-text.ts';
import type { PlotSeries, TimeAxis } from '../../ui/index.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';

/** Chart data: a value of each series for each category. */
export interface ChartData {
  readonly categories: readonly string[];
  /** If the categories are time intervals. */
  readonly time: TimeAxis | undefined;
  readonly series: readonly PlotSeries[];
  /** The last category groups all that are not drawn individually. */
  readonly hasOthers: boolean;
  /** What is grouped, and what is not shown; one sentence each. */
  readonly notes: readonly string[];
}

export const emptyChart: ChartData = {
  ...{ categories: [], time: undefined, series: [], hasOthers: false, notes: [] },
};

const nothing = '(nothing)';

const nameOf = (cell: ResultCell): string => (cell === null || cell === '' ? nothing : cellText(cell));

/** Appended to the beginning of an interval to make it a date and time. */
const rest = { minute: ':00Z', hour: ':00Z', day: '', week: '', month: '', year: '' } as const;

/** `unit`: the name of the values of a single series. */
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
      // An interval without rows counts as 0, not as unknown.
      values: (groups.values[at] ?? []).map((value) => (bucket === 'none' ? value : (value ?? 0))),
      isOther: at >= own.length,
    })),
    hasOthers: otherCategories > 0,
    notes: notesOf(groups, bucket),
  };
}

const othersName = (others: number): string => `others (${formatNumber(others)})`;

function timeAxis(categories: readonly ResultCell[], unit: Exclude<TimeBucket, 'none'>): TimeAxis {
  return { unit, starts: categories.map((start) => Date.parse(`${String(start)}${rest[unit]}`)) };
}

function notesOf(groups: ResultGroups, bucket: TimeBucket): string[] {
  const { categories, otherCategories, series, otherSeries, rowsWithoutTime, earlierRows } = groups;
  const rows = (of: number): string => counted(of, 'row');
  return [
    ...(otherCategories > 0
      ? [
          `Showing the top ${categories.length} of ${formatNumber(categories.length + otherCategories)} values; the rest are grouped.`,
        ]
      : []),
    ...(otherSeries > 0
      ? [
          `Showing the top ${series.length} of ${formatNumber(series.length + otherSeries)} series; the rest are grouped.`,
        ]
      : []),
    ...(earlierRows > 0
      ? [`Showing the latest ${categories.length} ${bucket}s; ${rows(earlierRows)} before that not shown.`]
      : []),
    ...(rowsWithoutTime > 0 ? [`${rows(rowsWithoutTime)} without a date not shown.`] : []),
  ];
}

/** The number of parts that a donut can show, and of colors and patterns it has. */
const maxParts = 7;

/** Why this chart kind cannot show the data; undefined if it can. */
export function whyNot(kind: ChartKind, { categories, time, series }: ChartData): string | undefined {
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0));
  switch (kind) {
    case 'columns':
    case 'lines':
    case 'areas':
      return undefined;
    case 'rows':
      return time === undefined ? undefined : 'horizontal bars can’t show a time axis';
    case 'ring':
      if (time !== undefined) return 'a donut can’t show a time axis';
      if (series.length > 1) return 'a donut shows one series';
      if (categories.length > maxParts) return `a donut shows at most ${maxParts} values`;
      if (values.some((value) => value < 0)) return 'a donut can’t show negative values';
      return values.every((value) => value === 0) && categories.length > 0
        ? 'all values are zero'
        : undefined;
  }
}

export const isDateTime = (cell: ResultCell): boolean =>
  typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell);

/** For a column that contains only dates. */
export function containsTimes(sample: readonly (readonly ResultCell[])[], column: number): boolean {
  const cells = sample.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every(isDateTime);
}

/** More values than this aren't compared at a glance. */
const maxCompared = 12;

/**
 * The initial chart: a date column by day; without one, the column of 2 to 12 values, or else one whose values repeat. If
 * every row has another value, the rows are already counted: their numbers are drawn.
 */
export function firstGrouping(sample: readonly (readonly ResultCell[])[], width: number): ResultGrouping {
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = sample.map((row) => row[column] ?? null).filter((cell) => cell !== null);
    const values = new Set(cells).size;
    const isNumber = cells.length > 0 && cells.every((cell) => typeof cell === 'number');
    return {
      column,
      values,
      isNumber,
      repeats: values < cells.length,
      isTime: containsTimes(sample, column),
    };
  });
  const time = columns.find(({ isTime }) => isTime);
  const few = columns.filter(({ values, repeats }) => repeats && values >= 2 && values <= maxCompared);
  const by =
    time ??
    few.find(({ isNumber }) => !isNumber) ??
    few[0] ??
    columns.find(({ repeats }) => repeats) ??
    columns.find(({ isNumber }) => !isNumber) ??
    columns[0];
  const numbers = columns.filter(({ isNumber }) => isNumber);
  const [figure] = numbers;
  const isCounted = by !== undefined && !by.isNumber && !by.repeats && numbers.length === 1;
  return {
    by: by?.column ?? 0,
    bucket: time === undefined ? 'none' : 'day',
    series: null,
    sumOf: isCounted ? (figure?.column ?? null) : null,
  };
}
