import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultCell, ResultGroups, ResultView } from '../../../contract/queries/results.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile } from './result-file.ts';
import { periodsUntil } from './time-periods.ts';

let folder: string;
let file: ResultFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-groups-'));
  file = openResultFile(join(folder, 'one.sqlite'));
});

afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

const all: ResultView = { sort: null, filters: [] };
const grouping = { by: 0, bucket: 'none', series: null, sumOf: null } as const;

function fill(rows: readonly (readonly ResultCell[])[]): void {
  file.widen(rows[0]?.length ?? 0);
  file.append(rows);
}

const bars = ({ categories, values }: ResultGroups) =>
  categories.map((category, at) => [category, ...values.map((own) => own[at])]);

describe('grouping a view', () => {
  it('counts rows by the values of a column, the most frequent first', () => {
    fill(['a', 'b', 'a', null, true, 5, ''].map((cell) => [cell]));
    expect(file.groups(all, grouping)).toEqual({
      categories: [null, 'a', 5, 'b', true],
      series: [null],
      values: [[2, 2, 1, 1, 1]],
      ...{ otherCategories: 0, otherSeries: 0, rowCount: 7, rowsWithoutTime: 0, earlierRows: 0 },
    });
  });

  it('keeps numeric order for few numbers', () => {
    fill([500, 200, 200, 404, -1].map((cell) => [cell]));
    expect(bars(file.groups(all, grouping))).toEqual([
      [-1, 1],
      [200, 2],
      [404, 1],
      [500, 1],
    ]);
  });

  it('groups dates without gaps, respects filters, and counts rows without a date', () => {
    fill([
      ['2026-11-20T22:14:07.000Z', 'in'],
      ['2026-11-20T01:00:00.000Z', 'in'],
      ['2026-11-22T01:00:00.000Z', 'in'],
      ['2026-11-22T01:00:00.000Z', 'out'],
      ['yesterday', 'in'],
      ['2026-02-31T00:00:00.000Z', 'in'],
      [null, 'in'],
    ]);
    const view: ResultView = { sort: null, filters: [{ column: 1, comparison: 'equals', text: 'in' }] };
    const of = (bucket: 'hour' | 'day' | 'week' | 'month' | 'year') =>
      file.groups(view, { ...grouping, bucket });
    expect(bars(of('day'))).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', null],
      ['2026-11-22', 1],
    ]);
    expect(of('day')).toMatchObject({ rowCount: 6, rowsWithoutTime: 3, earlierRows: 0 });
    expect(bars(of('week'))).toEqual([['2026-11-16', 3]]);
    expect(bars(of('month'))).toEqual([['2026-11', 3]]);
    expect(bars(of('year'))).toEqual([['2026', 3]]);
    expect(of('hour').categories).toHaveLength(49);
  });

  it('shows the latest of too many periods, and counts the rows before them', () => {
    fill([['2020-01-01T00:00:00Z'], ['2020-01-02T00:00:00Z'], ['2026-01-01T00:00:00Z']]);
    const { categories, earlierRows } = file.groups(all, { ...grouping, bucket: 'day' });
    expect([categories.length, categories.at(-1), earlierRows]).toEqual([400, '2026-01-01', 2]);
  });

  it('sums only numbers, for each series', () => {
    fill([
      ['a', 'x', 1.5],
      ['a', 'x', 2],
      ['a', 'y', 'text'],
      ['b', 'x', null],
      ['b', 'x', -7],
    ]);
    expect(file.groups(all, { ...grouping, series: 1, sumOf: 2 })).toMatchObject({
      categories: ['b', 'a'],
      series: ['x', 'y'],
      values: [
        [-7, 3.5],
        [null, 0],
      ],
    });
  });

  it('collects the rest in one more category and series, so that nothing is lost', () => {
    fill(Array.from({ length: 900 }, (_, at) => [`k${at % 30}`, `s${at % 9}`]));
    const groups = file.groups(all, { ...grouping, series: 1 });
    expect([groups.categories.length, groups.otherCategories]).toEqual([24, 6]);
    expect([groups.series.length, groups.otherSeries]).toEqual([6, 3]);
    expect(groups.values.map(({ length }) => length)).toEqual(Array.from({ length: 7 }, () => 25));
    expect(groups.values.flat().reduce((sum: number, value) => sum + (value ?? 0), 0)).toBe(900);
  });

  it('never collects a single value as the rest', () => {
    fill(Array.from({ length: 25 }, (_, at) => [`k${at}`]));
    expect(file.groups(all, grouping)).toMatchObject({ otherCategories: 0 });
  });

  it('handles columns in different tables and missing columns', () => {
    const row = Array.from({ length: 3100 }, (_, column) => column);
    fill([row, row]);
    expect(file.groups(all, { by: 1, bucket: 'none', series: 1600, sumOf: 3099 })).toMatchObject({
      ...{ categories: [1], series: [1600], values: [[6198]] },
    });
    expect(file.groups(all, { ...grouping, by: 9999 })).toMatchObject({ categories: [null], values: [[2]] });
  });

  it('is empty without rows', () => {
    file.widen(1);
    expect(file.groups(all, grouping)).toMatchObject({ categories: [], values: [[]] });
    expect(file.groups(all, { ...grouping, bucket: 'day' })).toMatchObject({ categories: [], values: [[]] });
  });
});

describe('time periods', () => {
  it('cross the ends of months and years', () => {
    expect(periodsUntil('2025-11', '2026-02', 'month', 9)).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(periodsUntil('2025-12-31T23', '2026-01-01T01', 'hour', 9)).toHaveLength(3);
    expect(periodsUntil('2024', '2026', 'year', 9)).toEqual(['2024', '2025', '2026']);
    expect(periodsUntil('2025-12-31T23:59', '2026-01-01T00:00', 'minute', 9)).toHaveLength(2);
  });

  it('stop at invalid dates', () => {
    expect(periodsUntil('2026-13-45', '2026-19-39', 'day', 9)).toEqual(['2026-19-39']);
    expect(periodsUntil('0000-01-01', '0000-01-01', 'day', 9)).toEqual(['0000-01-01']);
  });
});
