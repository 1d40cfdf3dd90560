import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultCell, ResultFilter } from '../../../contract/queries/results.ts';
import { parseExact } from '../../../languages/json/parse-exact.ts';
import { cellsOf } from '../console/query-table.ts';
import { beginComparison } from './compare-files.ts';
import type { ResultFile } from './result-file.ts';
import { openResultFile } from './result-file.ts';
import { tableTexts } from './table-texts.ts';

let folder: string;
let file: ResultFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-exact-'));
  file = openResultFile(join(folder, 'one.sqlite'));
});

afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Cells of a column as a tenant sends these values. */
const cellsIn = (...texts: string[]): ResultCell[] =>
  texts.flatMap((text) => cellsOf({ a: parseExact(text) }, [{ name: 'a', type: '' }]));
const exact = ($number: string): ResultCell => ({ $number });

function fill(into: ResultFile, cells: readonly ResultCell[]): void {
  into.widen(1);
  into.append(cells.map((cell) => [cell]));
}

function filtered(comparison: ResultFilter['comparison'], text: string): ResultCell[] {
  const view = { sort: null, filters: [{ column: 0, comparison, text }] };
  return file.window(view, 0, 1000).rows.map(([cell]) => cell ?? null);
}

describe('numbers beyond the precision of a double', () => {
  const ticks = ['638682624000000001', '638682624000000002', '638682624000000003'];

  it('keep all their digits, while others are plain numbers', () => {
    fill(file, cellsIn(...ticks, '1.0', '1e3', '9007199254740993.00', '1e400', '0.1000000000000000055', '5'));
    expect(file.rows(0, 20).map(([cell]) => cell)).toEqual([
      ...ticks.map(exact),
      1,
      1000,
      exact('9007199254740993'),
      { $number: `1${'0'.repeat(400)}` },
      exact('0.1000000000000000055'),
      5,
    ]);
  });

  it('are filtered exactly', () => {
    fill(file, [
      ...cellsIn(...ticks, '9007199254740992', '9007199254740993', '7'),
      '638682624000000001',
      true,
    ]);
    expect(filtered('equals', '638682624000000001')).toEqual([exact(ticks[0] ?? ''), '638682624000000001']);
    expect(filtered('equals', '638682624000000001.0')).toEqual([exact(ticks[0] ?? '')]);
    expect(filtered('equals', '9007199254740993')).toEqual([exact('9007199254740993')]);
    expect(filtered('equals', '9007199254740992')).toEqual([9007199254740992]);
    expect(filtered('greater', '638682624000000001')).toEqual(ticks.slice(1).map(exact));
    expect(filtered('less', '9007199254740993')).toEqual([9007199254740992, 7]);
    expect(filtered('contains', '000000002')).toEqual([exact(ticks[1] ?? '')]);
    expect(filtered('contains', '9007199254740992')).toEqual([9007199254740992]);
    expect(filtered('differs', '638682624000000001')).toHaveLength(6);
  });

  it('are ordered among all numbers', () => {
    fill(file, cellsIn('638682624000000002', '1', '638682624000000001', '-1e400', 'null', '1e300'));
    const { rows } = file.window({ sort: { column: 0, descending: false }, filters: [] }, 0, 10);
    expect(rows.map(([cell]) => cell)).toEqual(
      cellsIn('null', '-1e400', '1', '638682624000000001', '638682624000000002', '1e300'),
    );
  });

  it('are different keys in comparisons and groups', () => {
    fill(file, cellsIn(...ticks));
    const other = join(folder, 'two.sqlite');
    const right = openResultFile(other);
    fill(right, cellsIn(ticks[0] ?? '', '638682624000000009'));
    const files = new Map([
      ['left', file],
      ['right', right],
      ['into', openResultFile(join(folder, 'into.sqlite'))],
    ]);
    const key = [{ name: 'a', left: 0, right: 0 }];
    const comparison = beginComparison(
      {
        left: 'left',
        right: 'right',
        into: join(folder, 'into'),
        key,
        others: [],
        alone: { left: [], right: [] },
        isStrict: false,
      },
      (path) => files.get(path) ?? (files.get('into') as ResultFile),
    );
    let step = comparison.steps.next();
    while (step.done !== true) step = comparison.steps.next();
    comparison.end();
    expect(step.value).toMatchObject({ step: 'done', same: 1, onlyLeft: 2, onlyRight: 1 });
    right.close();
    files.get('into')?.close();

    const groups = file.groups(
      { sort: null, filters: [] },
      { by: 0, bucket: 'none', series: null, sumOf: 0 },
    );
    expect(groups.categories.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual(
      ticks.map(exact),
    );
    expect(groups.values[0]?.[0]).toBe(638682624000000000);
  });

  it('are exported with all their digits', () => {
    const rows = [cellsIn('638682624000000001')];
    expect(tableTexts.csv.rows(rows, ['a'], 0)).toBe('638682624000000001\r\n');
    expect(tableTexts['json-lines'].rows(rows, ['a'], 0)).toBe('{"a":638682624000000001}\n');
    expect(tableTexts.markdown.rows(rows, ['a'], 0)).toBe('| 638682624000000001 |\n');
  });
});

describe('text with NUL', () => {
  const long = `a\0b${'x'.repeat(5000)}`;

  it('is shown, measured, found and ordered completely', () => {
    fill(file, ['a\0c', 'a\0b', long, 'a']);
    const { rows, cut } = file.window({ sort: null, filters: [] }, 0, 10);
    expect(rows[2]?.[0]).toBe(long.slice(0, 2000));
    expect(cut).toEqual([[2, 0, 5003]]);
    expect(filtered('contains', 'B')).toEqual(['a\0b', long.slice(0, 2000)]);
    expect(filtered('contains', '\0C')).toEqual(['a\0c']);
    expect(filtered('equals', 'A\0B')).toEqual(['a\0b']);
    expect(filtered('equals', 'a')).toEqual(['a']);
    expect(filtered('greater', 'a\0b')).toEqual(['a\0c', long.slice(0, 2000), 'a'].slice(0, 2));
    expect(
      file.groups({ sort: null, filters: [] }, { by: 0, bucket: 'none', series: null, sumOf: null })
        .categories,
    ).toHaveLength(4);
  });
});

describe('letter case', () => {
  it.each([
    ['MÜLLER', 'müller'],
    ['müller', 'MÜLLER'],
    ['ИВАН', 'иван'],
    ['Cafe\u0301', 'CAFÉ'],
    ['CAFÉ', 'cafe\u0301'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['Kelvin \u212a', 'kelvin k'],
    ['plain', 'PLAIN'],
  ])('is ignored when %j is filtered by %j', (cell, text) => {
    fill(file, [cell, 'other']);
    expect(filtered('contains', text)).toEqual([cell]);
    expect(filtered('contains', text.normalize('NFC').slice(1, 4))).toEqual([cell]);
    expect(filtered('equals', text)).toEqual([cell]);
    expect(filtered('differs', text)).toEqual(['other']);
    expect(filtered('less', text)).not.toContain(cell);
    expect(filtered('greater', text)).not.toContain(cell);
  });
});
