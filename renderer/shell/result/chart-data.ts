import type { ResultCell, ResultGrouping, ResultGroups } from '../../../contract/results.ts';
import { cellText } from '../../../languages/order/cell-text.ts';

/** What a chart draws: a value of each series for each category. */
export interface ChartData {
  readonly categories: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly tone: Tone;
    readonly values: readonly number[];
  }[];
  /** Categories that are not drawn by themselves. */
  readonly left: number;
}

const tones = ['accent', 'bad', 'good', 'warn', 'neutral'] as const;
type Tone = (typeof tones)[number];

/** Bars that can be told from each other; stretches of time may be more, as they need no words to be read. */
const mostCategories = { values: 24, times: 120 } as const;
const nothing = '(nothing)';
const others = 'others';

const nameOf = (cell: ResultCell): string => (cell === null || cell === '' ? nothing : cellText(cell));

/** The greatest categories, or the latest stretches of time in their order; what is beyond the series is one of its own. */
export function chartData(
  { groups }: ResultGroups,
  { bucket, series }: ResultGrouping,
  unit: string,
): ChartData {
  const isTime = bucket !== 'none';
  const totals = totalsOf(groups, ({ key }) => nameOf(key));
  const ranked = isTime
    ? [...totals.keys()].sort((a, b) => (a < b ? 1 : -1))
    : [...totals.entries()].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const kept = ranked.slice(0, isTime ? mostCategories.times : mostCategories.values);
  const categories = isTime ? kept.toReversed() : kept;
  const names = series === null ? [unit] : seriesNames(groups);
  const at = (name: string): number => Math.max(0, names.indexOf(name));
  const values = names.map(() => categories.map(() => 0));
  const placeOf = new Map(categories.map((name, place) => [name, place]));
  for (const group of groups) {
    const place = placeOf.get(nameOf(group.key));
    if (place === undefined) continue;
    const own = nameOf(group.series);
    const row = values[series === null ? 0 : names.includes(own) ? at(own) : names.length - 1];
    if (row !== undefined) row[place] = (row[place] ?? 0) + group.value;
  }
  return {
    categories,
    series: names.map((name, index) => ({
      name,
      tone: tones[index] ?? 'neutral',
      values: values[index] ?? [],
    })),
    left: ranked.length - kept.length,
  };
}

/** As many as there are tones, the greatest first. */
function seriesNames(groups: ResultGroups['groups']): string[] {
  const totals = totalsOf(groups, ({ series }) => nameOf(series));
  const ranked = [...totals.entries()].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return ranked.length <= tones.length ? ranked : [...ranked.slice(0, tones.length - 1), others];
}

function totalsOf(
  groups: ResultGroups['groups'],
  name: (group: ResultGroups['groups'][number]) => string,
): Map<string, number> {
  const totals = new Map<string, number>();
  for (const group of groups) totals.set(name(group), (totals.get(name(group)) ?? 0) + group.value);
  return totals;
}

/** Where a chart begins: a column of moments by day, or else the first one that is not a number for each row. */
export function firstGrouping(sample: readonly (readonly ResultCell[])[], width: number): ResultGrouping {
  const columns = Array.from({ length: width }, (_, column) => column);
  const cellsOf = (column: number) =>
    sample.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  const isMoment = (column: number) => {
    const cells = cellsOf(column);
    return (
      cells.length > 0 && cells.every((cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell))
    );
  };
  const moment = columns.find(isMoment);
  const repeated = columns.find((column) => new Set(cellsOf(column)).size < cellsOf(column).length);
  return {
    by: moment ?? repeated ?? 0,
    bucket: moment === undefined ? 'none' : 'day',
    series: null,
    sumOf: null,
  };
}
