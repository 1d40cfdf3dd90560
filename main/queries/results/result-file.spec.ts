import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultCell, ResultFilter, ResultView } from '../../../contract/queries/results.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile, removeResultFile } from './result-file.ts';

let folder: string;
let path: string;
let file: ResultFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-result-'));
  path = join(folder, 'one.sqlite');
  file = openResultFile(path);
});

afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

const all: ResultView = { sort: null, filters: [] };
const rowsOf = (view: ResultView = all): ResultCell[][] => file.window(view, 0, 1000).rows;
const filtered = (filter: Omit<ResultFilter, 'column'>, column: number | null = 0): ResultCell[] =>
  rowsOf({ sort: null, filters: [{ ...filter, column }] }).map(([cell]) => cell ?? null);

function fill(...cells: ResultCell[]): void {
  file.widen(1);
  file.append(cells.map((cell) => [cell]));
}

describe('a result file', () => {
  it('returns each cell unchanged', () => {
    const cells = [
      null,
      '',
      'text',
      '1',
      0,
      -0,
      1.5,
      1e300,
      9_007_199_254_740_991,
      true,
      false,
      'a\u0000b',
      "'; DROP TABLE part0; --",
    ];
    fill(...cells);
    expect(rowsOf().map(([cell]) => cell)).toEqual(cells);
    expect(Object.is(rowsOf()[5]?.[0], -0)).toBe(true);
  });

  it('persists with its columns', () => {
    file.widen(3);
    file.append([['a', 1, null]]);
    file.close();
    file = openResultFile(path);
    file.append([['b', 2, true]]);
    expect(rowsOf()).toEqual([
      ['a', 1, null],
      ['b', 2, true],
    ]);
  });

  it('adds columns of later rows', () => {
    fill('a');
    file.widen(2);
    file.append([['b', 'new']]);
    expect(rowsOf()).toEqual([
      ['a', null],
      ['b', 'new'],
    ]);
  });

  it('counts rows that have no column', () => {
    file.append([[], []]);
    expect(file.window(all, 0, 10)).toEqual({ rowCount: 2, rows: [[], []], cut: [] });
  });

  it('supports more columns than an SQLite table', () => {
    const row = Array.from({ length: 4100 }, (_, column) => column);
    file.widen(4100);
    file.append([row, row.map((value) => -value)]);
    expect(rowsOf()[0]).toEqual(row);
    expect(rowsOf({ sort: { column: 4000, descending: false }, filters: [] })[0]?.[4099]).toBe(-4099);
    expect(
      rowsOf({ sort: null, filters: [{ column: null, comparison: 'equals', text: '-4099' }] }),
    ).toHaveLength(1);
  });

  it('finds rows that have every word in any of their columns, and quoted text as it is', () => {
    file.widen(2);
    file.append([
      ['Zoë Brown', 'signed in'],
      ['Signed Brown', 'by Zoë'],
      ['Brown', 'signed out'],
    ]);
    const found = (text: string) =>
      rowsOf({ sort: null, filters: [{ column: null, comparison: 'contains', text }] }).map(([name]) => name);
    expect(found('zoë signed')).toEqual(['Zoë Brown', 'Signed Brown']);
    expect(found('signed  brown zoë in')).toEqual(['Zoë Brown']);
    expect(found('"signed brown"')).toEqual(['Signed Brown']);
    expect(found(' ')).toHaveLength(3);
    expect(found(`${'brown '.repeat(40)}zoë`)).toEqual([]);
    expect(
      rowsOf({ sort: null, filters: [{ column: 0, comparison: 'contains', text: 'brown signed' }] }),
    ).toEqual([]);
  });

  it('appends rows atomically', () => {
    fill('a');
    const broken = [['b'], [Symbol('no cell')]] as unknown as ResultCell[][];
    expect(() => file.append(broken)).toThrow();
    file.append([['c']]);
    expect(rowsOf()).toEqual([['a'], ['c']]);
  });

  it('is readable by its owner only, and is removed completely', () => {
    fill('a');
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o077)).toEqual(
      readdirSync(folder).map(() => 0),
    );
    file.close();
    removeResultFile(path);
    expect(readdirSync(folder)).toEqual([]);
    file = openResultFile(path);
  });

  it('shows the beginning of a long cell and stores all of it', () => {
    const long = `${'ü'.repeat(1999)}😀${'x'.repeat(10_000_000)}`;
    fill('short', long);
    const { rows, cut } = file.window(all, 0, 10);
    expect(cut).toEqual([[1, 0, 10_002_000]]);
    expect(String(rows[1]?.[0])).toHaveLength(2000);
    expect(file.cell(all, 1, 0)).toBe(long);
    expect(file.cell(all, 2, 0)).toBeUndefined();
    expect(file.cell(all, 0, 7)).toBeUndefined();
  });
});

describe('a view of a result', () => {
  it('sorts like any other table, and keeps the order of equal rows', () => {
    file.widen(2);
    file.append([
      ['item 10', 1],
      ['Item 9', 2],
      [null, 3],
      ['item 9', 4],
    ]);
    const sort = (descending: boolean) =>
      rowsOf({ sort: { column: 0, descending }, filters: [] }).map(([, n]) => n);
    expect(sort(false)).toEqual([3, 2, 4, 1]);
    expect(sort(true)).toEqual([1, 2, 4, 3]);
  });

  it('includes rows that arrive later', () => {
    fill(2);
    const view = { sort: { column: 0, descending: false }, filters: [] };
    expect(rowsOf(view)).toEqual([[2]]);
    file.append([[1]]);
    expect(rowsOf(view)).toEqual([[1], [2]]);
  });

  it('finds text regardless of case, and special characters literally', () => {
    fill(
      '100 % sure',
      '100 PERCENT',
      'under_score',
      String.raw`back\slash`,
      'Ärger',
      'ärger',
      true,
      12.5,
      null,
    );
    expect(filtered({ comparison: 'contains', text: '%' })).toEqual(['100 % sure']);
    expect(filtered({ comparison: 'contains', text: '_' })).toEqual(['under_score']);
    expect(filtered({ comparison: 'contains', text: '\\' })).toEqual([String.raw`back\slash`]);
    expect(filtered({ comparison: 'contains', text: 'percent' })).toEqual(['100 PERCENT']);
    expect(filtered({ comparison: 'contains', text: 'ÄRG' })).toEqual(['Ärger', 'ärger']);
    expect(filtered({ comparison: 'contains', text: 'tru' })).toEqual([true]);
    expect(filtered({ comparison: 'contains', text: '2.5' })).toEqual([12.5]);
    expect(filtered({ comparison: 'contains', text: "' OR 1=1 --" })).toEqual([]);
  });

  it('finds a date as it is shown', () => {
    fill('2026-11-20T22:14:07.000Z', '2026-11-21T22:14:07.000Z');
    expect(filtered({ comparison: 'contains', text: '2026-11-20 22:14' })).toEqual([
      '2026-11-20T22:14:07.000Z',
    ]);
    expect(filtered({ comparison: 'less', text: '2026-11-21' })).toEqual(['2026-11-20T22:14:07.000Z']);
  });

  it('compares numbers with numbers and text with text', () => {
    fill(1, 2, 10, '2', 'b', 'C', '', null, false);
    expect(filtered({ comparison: 'equals', text: '2' })).toEqual([2, '2']);
    expect(filtered({ comparison: 'equals', text: 'c' })).toEqual(['C']);
    expect(filtered({ comparison: 'equals', text: 'false' })).toEqual([false]);
    expect(filtered({ comparison: 'differs', text: 'c' })).toEqual([1, 2, 10, '2', 'b', '', null, false]);
    expect(filtered({ comparison: 'less', text: '2' })).toEqual([1]);
    expect(filtered({ comparison: 'greater', text: 'b' })).toEqual(['C']);
    expect(filtered({ comparison: 'empty', text: '' })).toEqual(['', null]);
    expect(filtered({ comparison: 'not-empty', text: '' })).toEqual([1, 2, 10, '2', 'b', 'C', false]);
  });

  it('combines filters, and ignores rows for a missing column', () => {
    file.widen(2);
    file.append([
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ]);
    const filters: ResultFilter[] = [
      { column: 0, comparison: 'equals', text: 'a' },
      { column: null, comparison: 'contains', text: 'x' },
    ];
    expect(rowsOf({ sort: null, filters })).toEqual([['a', 'x']]);
    expect(filtered({ comparison: 'empty', text: '' }, 9)).toEqual([]);
  });

  it('is written in batches, each row once', () => {
    fill(...Array.from({ length: 2500 }, (_, at) => at));
    const view: ResultView = {
      sort: { column: 0, descending: true },
      filters: [{ column: 0, comparison: 'less', text: '2100' }],
    };
    const batches = [...file.batches(view, 1000)];
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 100]);
    expect(batches.flat().map(([cell]) => cell)).toEqual(Array.from({ length: 2100 }, (_, at) => 2099 - at));
  });
});
