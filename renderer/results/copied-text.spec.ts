import { describe, expect, it } from 'vitest';
import { copiedText } from './copied-text.ts';
import type { CopyFormat } from './copied-text.ts';

const cells = {
  names: ['Name', 'N|m'],
  rows: [
    ["O'Brien", 1],
    ['two\nlines\t"x"', null],
    ['<b>', true],
    ["O'Brien", -2.5],
  ],
} as const;
const copied = (format: CopyFormat) => copiedText(format, cells);

describe('a selection copied', () => {
  it('as tab-separated text fits spreadsheets', () => {
    expect(copied('tsv')).toBe('O\'Brien\t1\n"two\nlines\t""x"""\t\n<b>\ttrue\nO\'Brien\t-2.5');
  });

  it.each(['tsv', 'csv'] as const)('as %s for a spreadsheet contains no formula', (format) => {
    const text = copiedText(format, { names: ['a'], rows: [['=1+1'], ['a;=1'], [-5], ['-5']] });
    expect(text.split('\n').slice(-4)).toEqual(["'=1+1", "a;'=1", '-5', '-5']);
  });

  it('by shortcut is what the cells contain', () => {
    expect(copiedText('exact', { names: ['a', 'b'], rows: [['=1+1', 'Te\u200Bam']] })).toBe(
      '=1+1\tTe\u200Bam',
    );
  });

  it('as CSV has headers', () => {
    expect(copied('csv').split('\n').slice(0, 2)).toEqual(['Name,N|m', "O'Brien,1"]);
  });

  it('as JSON has the values, including null', () => {
    expect(JSON.parse(copied('json'))).toEqual([
      { Name: "O'Brien", 'N|m': 1 },
      { Name: 'two\nlines\t"x"', 'N|m': null },
      { Name: '<b>', 'N|m': true },
      { Name: "O'Brien", 'N|m': -2.5 },
    ]);
  });

  it('as Markdown keeps the columns', () => {
    expect(copied('markdown').split('\n').slice(0, 4)).toEqual([
      String.raw`| Name | N\|m |`,
      '| --- | --- |',
      "| O'Brien | 1 |",
      '| two<br>lines\t"x" |  |',
    ]);
  });

  it('as a list for SQL has each value once, quoted, and no null', () => {
    expect(copied('sql-in')).toBe(`('O''Brien', 1, 'two\nlines\t"x"', '<b>', (-2.5))`);
  });

  it('as a list of nothing matches nothing', () => {
    expect(copiedText('sql-in', { names: ['a'], rows: [[null]] })).toBe('(NULL)');
  });
});
