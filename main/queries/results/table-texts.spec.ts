import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormulas } from '../../../languages/text/spreadsheet-text.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import type { TableText } from './table-texts.ts';
import { tableTexts } from './table-texts.ts';

/** As in batches of two rows. */
function write(
  format: TableText,
  names: readonly string[],
  rows: readonly (readonly ResultCell[])[],
): string {
  const pieces = [format.begin(names)];
  for (let at = 0; at < rows.length; at += 2) pieces.push(format.rows(rows.slice(at, at + 2), names, at));
  return [...pieces, format.end()].join('');
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
  it('round-trips any cell', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a,b', '"', '\r\n', 'x\ny', ''));
    const safe = cell.filter((text) => withoutFormulas(text) === text);
    fc.assert(
      fc.property(fc.array(fc.tuple(safe, safe)), (rows) => {
        expect(readCsv(write(tableTexts.csv, ['one', 'two'], rows))).toEqual([['one', 'two'], ...rows]);
      }),
    );
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '＝1+1', '=HYPERLINK("http://x","y")'])(
    'escapes the formula %j',
    (formula) => {
      expect(readCsv(write(tableTexts.csv, ['a'], [[formula]]))).toEqual([['a'], [`'${formula}`]]);
    },
  );

  it('has no cell that begins with a formula, for any separator', () => {
    const piece = fc.constantFrom(';', '\t', '\n', '\r', ',', '"', '=', '+', '-', '@', '＝', ' ', 'a', '1');
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const written = write(tableTexts.csv, [one], [[other]]);
        for (const separator of [/[\r\n;]/, /[\r\n\t]/]) {
          const begun = written.split(separator).map((cell) => cell.replace(/^["\s]+/, ''));
          // Plain numbers stay unchanged, with a comma too; no separator is an operator, and quotes end the cell.
          const formula = /^[=+\-@＝](?!(?:\d[\d,]*|,\d+)(?:[;\t]|"*$))/;
          expect(begun.filter((cell) => formula.test(cell))).toEqual([]);
        }
      }),
    );
  });

  it('for Excel differs only by a UTF-8 BOM', () => {
    const plain = write(tableTexts.csv, ['Zoë'], [['=1']]);
    expect(write(tableTexts['csv-excel'], ['Zoë'], [['=1']])).toBe(`\uFEFF${plain}`);
  });

  it('leaves plain numbers unchanged, and null empty', () => {
    expect(write(tableTexts.csv, ['a', 'b', 'c', 'd'], [[-5, '-5.25', null, true]])).toBe(
      'a,b,c,d\r\n-5,-5.25,,true\r\n',
    );
  });

  it('escapes a column named like a formula', () => {
    expect(write(tableTexts.csv, ['=a'], [])).toBe("'=a\r\n");
  });
});

describe('JSON', () => {
  it('is an array of objects, even without rows', () => {
    expect(
      JSON.parse(
        write(
          tableTexts.json,
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
    expect(JSON.parse(write(tableTexts.json, ['a'], []))).toEqual([]);
  });
});

describe('JSON Lines', () => {
  it('has one object per line for any cell', () => {
    const text = write(
      tableTexts['json-lines'],
      ['a', '__proto__'],
      [
        ['x\ny', 1],
        [null, true],
        ['\u2028', '"'],
      ],
    );
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => Object.entries(JSON.parse(line) as object));
    expect(lines).toEqual([
      [
        ['a', 'x\ny'],
        ['__proto__', 1],
      ],
      [
        ['a', null],
        ['__proto__', true],
      ],
      [
        ['a', '\u2028'],
        ['__proto__', '"'],
      ],
    ]);
    expect(write(tableTexts['json-lines'], ['a'], [])).toBe('');
  });
});

describe('Markdown', () => {
  it('escapes cells so that columns stay aligned', () => {
    expect(
      write(
        tableTexts.markdown,
        ['a', 'b'],
        [
          ['x|y', 'one\ntwo'],
          ['<b>', '*z*'],
          ['![x](https://evil.example)', '@team'],
        ],
      ),
    ).toBe(
      '| a | b |\n| --- | --- |\n| x\\|y | one<br>two |\n| \\<b\\> | \\*z\\* |\n| !\\[x\\](`https://evil.example`) | `@team` |\n',
    );
  });
});
