import { describe, expect, it } from 'vitest';
import { chartData, firstGrouping } from './chart-data.ts';

const grouping = { by: 0, bucket: 'none', series: null, sumOf: null } as const;
const group = (key: string | null, value: number, series: string | null = null) => ({ key, series, value });

describe('the data of a chart', () => {
  it('has the greatest categories first, and says how many are left', () => {
    const groups = Array.from({ length: 30 }, (_, at) => group(`k${at}`, at));
    const { categories, series, left } = chartData({ groups, isCut: false }, grouping, 'rows');
    expect([categories.length, categories[0], left]).toEqual([24, 'k29', 6]);
    expect(series).toMatchObject([{ name: 'rows', tone: 'accent' }]);
    expect(series[0]?.values[0]).toBe(29);
  });

  it('has times in their order', () => {
    const groups = [group('2026-11-21', 1), group('2026-11-20', 5)];
    expect(chartData({ groups, isCut: false }, { ...grouping, bucket: 'day' }, 'rows').categories).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
  });

  it('has a series for each value of the second column, those beyond the fifth together', () => {
    const groups = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => group('k', 10 - at, name));
    const { series } = chartData({ groups, isCut: false }, { ...grouping, series: 1 }, 'rows');
    expect(series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['a', 10],
      ['b', 9],
      ['c', 8],
      ['d', 7],
      ['others', 11],
    ]);
  });

  it('calls nothing by a name', () => {
    const groups = [group(null, 1), group('', 2)];
    const { categories, series } = chartData({ groups, isCut: false }, grouping, 'rows');
    expect([categories, series[0]?.values]).toEqual([['(nothing)'], [3]]);
  });
});

describe('a chart begins', () => {
  it('with moments by day, or with what is there more than once', () => {
    const moment = '2026-11-20T22:14:07.000Z';
    expect(
      firstGrouping(
        [
          ['a', moment],
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
});
