import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableFormat } from './export-formats.ts';
import { tableFormats } from './export-formats.ts';
import type { Cell } from './query-table.ts';
import { cellsOf, columnsOf } from './query-table.ts';

function write(format: TableFormat, names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const columns = names.map((name) => ({ name, type: '' }));
  return [
    format.begin(columns),
    ...rows.map((cells, index) => format.row(cells, columns, index)),
    format.end(),
  ].join('');
}

/** Reads CSV as RFC 4180 describes it. */
function readCsv(text: string): string[][] {
  const fields = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of fields) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('is read back as it was written, whatever the cells hold', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a,b', '"', '\r\n', 'x\ny', ''));
    const safe = cell.filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(safe, safe)), (rows) => {
        expect(readCsv(write(tableFormats.csv, ['one', 'two'], rows))).toEqual([['one', 'two'], ...rows]);
      }),
    );
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '=HYPERLINK("http://x","y")'])(
    'makes text of the formula %j',
    (formula) => {
      expect(readCsv(write(tableFormats.csv, ['a'], [[formula]]))).toEqual([['a'], [`'${formula}`]]);
    },
  );

  it('leaves plain numbers alone, and null empty', () => {
    expect(write(tableFormats.csv, ['a', 'b', 'c', 'd'], [[-5, '-5.25', null, true]])).toBe(
      'a,b,c,d\r\n-5,-5.25,,true\r\n',
    );
  });

  it('makes text of a column that is named like a formula', () => {
    expect(write(tableFormats.csv, ['=a'], [])).toBe("'=a\r\n");
  });
});

describe('JSON', () => {
  it('is an array of objects, also when there are no rows', () => {
    expect(
      JSON.parse(
        write(
          tableFormats.json,
          ['a', 'b'],
          [
            [1, 'x'],
            [null, '"'],
          ],
        ),
      ),
    ).toEqual([
      { a: 1, b: 'x' },
      { a: null, b: '"' },
    ]);
    expect(JSON.parse(write(tableFormats.json, ['a'], []))).toEqual([]);
  });
});

describe('Markdown', () => {
  it('keeps cells in their columns', () => {
    expect(
      write(
        tableFormats.markdown,
        ['a', 'b'],
        [
          ['x|y', 'one\ntwo'],
          ['<b>', '*z*'],
        ],
      ),
    ).toBe('| a | b |\n| --- | --- |\n| x\\|y | one<br>two |\n| \\<b\\> | \\*z\\* |\n');
  });
});

describe('a page of a result', () => {
  it('has the columns that the tenant names, or those of its rows', () => {
    const rows = [{ a: 1 }, { b: 2 }];
    expect(columnsOf({ columns: undefined, rows }).map(({ name }) => name)).toEqual(['a', 'b']);
    const columns = [{ name: 'b', type: '12', table: '' }];
    expect(columnsOf({ columns, rows })).toEqual([{ name: 'b', type: '12' }]);
  });

  it('has dates as ISO 8601 and nested values as JSON', () => {
    const columns = ['date', 'early', 'offset', 'no', 'far', 'list', 'gone'].map((name) => ({
      name,
      type: '',
    }));
    const row = {
      date: '/Date(1700000000000)/',
      early: '/Date(-62135596800000)/',
      offset: '/Date(1700000000000+0200)/',
      no: 'see /Date(1)/',
      far: '/Date(99999999999999999)/',
      list: [1, { a: 2 }],
    };
    expect(cellsOf(row, columns)).toEqual([
      '2023-11-14T22:13:20.000Z',
      '0001-01-01T00:00:00.000Z',
      '2023-11-14T22:13:20.000Z',
      'see /Date(1)/',
      '/Date(99999999999999999)/',
      '[1,{"a":2}]',
      null,
    ]);
  });
});
