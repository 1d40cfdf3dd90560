import { describe, expect, it } from 'vitest';
import type { ResultGroups } from '../../../contract/queries/results.ts';
import { chartData, firstGrouping, whyNot } from './chart-data.ts';

const grouping = { by: 0, bucket: 'none', series: null, sumOf: null } as const;
const someGroups = (changes: Partial<ResultGroups> = {}): ResultGroups => ({
  ...{ categories: ['a', 'b'], series: [null], values: [[3, null]], otherCategories: 0, otherSeries: 0 },
  ...{ rowCount: 3, rowsWithoutTime: 0, earlierRows: 0, ...changes },
});

describe('the data of a chart', () => {
  it('has the grouped categories, and no names for single series', () => {
    const data = chartData(someGroups({ categories: [null, 'b'] }), grouping, 'rows');
    expect(data.categories).toEqual(['(nothing)', 'b']);
    expect(data.series).toMatchObject([{ name: 'rows', values: [3, null] }]);
    expect(data.notes).toEqual([]);
  });

  it('groups the rest as others, with a note', () => {
    const values = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const groups = someGroups({ series: ['x'], values, otherCategories: 6, otherSeries: 1200 });
    const data = chartData(groups, { ...grouping, series: 1 }, 'rows');
    expect(data.categories).toEqual(['a', 'b', 'others (6)']);
    expect(data.series.map(({ name, isOther }) => [name, isOther])).toEqual([
      ['x', false],
      ['others (1,200)', true],
    ]);
    expect(data.notes).toEqual([
      'Showing the top 2 of 8 values; the rest are grouped.',
      'Showing the top 1 of 1,201 series; the rest are grouped.',
    ]);
  });

  it.each([
    ['minute', '2026-11-20T22:14'],
    ['hour', '2026-11-20T22'],
    ['day', '2026-11-20'],
    ['week', '2026-11-16'],
    ['month', '2026-11'],
    ['year', '2026'],
  ] as const)('places a %s on the time axis, with zero for intervals without rows', (bucket, start) => {
    const groups = someGroups({ categories: [start], values: [[null]] });
    const { time, series } = chartData(groups, { ...grouping, bucket }, 'rows');
    expect(time?.starts.map((at) => new Date(at).toISOString().startsWith(start))).toEqual([true]);
    expect(series[0]?.values).toEqual([0]);
  });

  it('says which rows are not shown', () => {
    const groups = someGroups({ categories: ['2026-11-20'], rowsWithoutTime: 1, earlierRows: 1200 });
    expect(chartData(groups, { ...grouping, bucket: 'day' }, 'rows').notes).toEqual([
      'Showing the latest 1 days; 1,200 rows before that not shown.',
      '1 row without a date not shown.',
    ]);
  });
});

describe('a donut', () => {
  const of = (groups: Partial<ResultGroups>, how = {}) =>
    whyNot('ring', chartData(someGroups(groups), { ...grouping, ...how }, 'rows'));

  it('shows few non-negative parts of one whole', () => {
    expect(of({})).toBeUndefined();
    const categories = Array.from({ length: 8 }, (_, at) => at);
    expect(of({ categories, values: [categories] })).toBe('a donut shows at most 7 values');
    expect(of({ values: [[3, -1]] })).toBe('a donut can’t show negative values');
    expect(of({ values: [[0, 0]] })).toBe('all values are zero');
    expect(of({ series: ['x', 'y'], values: [[1], [2]] }, { series: 1 })).toBe('a donut shows one series');
    expect(of({ categories: ['2026-11-20'], values: [[1]] }, { bucket: 'day' })).toBe(
      'a donut can’t show a time axis',
    );
  });
});

describe('the initial chart', () => {
  it('groups a date column by day, or else a column with repeated values', () => {
    const time = '2026-11-20T22:14:07.000Z';
    expect(
      firstGrouping(
        [
          ['a', time],
          ['b', null],
        ],
        2,
      ),
    ).toMatchObject({ by: 1, bucket: 'day' });
    expect(
      firstGrouping(
        [
          [1, 'x'],
          [2, 'x'],
        ],
        2,
      ),
    ).toMatchObject({ by: 1, bucket: 'none' });
    expect(firstGrouping([], 0)).toMatchObject({ by: 0 });
  });

  it('takes a column of 2 to 12 values, not one that is always the same or always another', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ['acme', `id-${at}`, at % 20, `type ${at % 4}`]);
    expect(firstGrouping(rows, 4)).toEqual({ by: 3, bucket: 'none', series: null, sumOf: null });
  });

  it('draws the numbers of rows that are already counted', () => {
    const apps = [
      ['Payroll', 41],
      ['Looker', 12],
    ];
    expect(firstGrouping(apps, 2)).toEqual({ by: 0, bucket: 'none', series: null, sumOf: 1 });
    const days = [
      ['2026-11-20T00:00:00Z', 41],
      ['2026-11-21T00:00:00Z', 12],
    ];
    expect(firstGrouping(days, 2)).toEqual({ by: 0, bucket: 'day', series: null, sumOf: 1 });
  });
});
