import { describe, expect, it } from 'vitest';
import { rangeBetween, rangeSummary, rangeText } from './cell-range.ts';
import { inferType } from './cell-value.ts';

const table: unknown[][] = [
  ['a', 1, null],
  ['b\tc', 2.5, 'say "hi"'],
  ['d', null, { nested: true }],
];
const cell = ({ row, column }: { row: number; column: number }): unknown => table[row]?.[column];

describe('a selected range of cells', () => {
  it('copies as tab-separated text that a spreadsheet can read', () => {
    const range = rangeBetween({ row: 1, column: 2 }, { row: 0, column: 0 });
    expect(rangeText(range, cell)).toBe('a\t1\t\n"b\tc"\t2.5\t"say ""hi"""');
  });

  it('sums numbers and skips nulls', () => {
    expect(rangeSummary(rangeBetween({ row: 0, column: 1 }, { row: 2, column: 1 }), cell)).toBe(
      '3 cells · sum 3.5',
    );
  });

  it('does not sum mixed values', () => {
    expect(rangeSummary(rangeBetween({ row: 0, column: 0 }, { row: 0, column: 1 }), cell)).toBe('2 cells');
  });

  it('infers the type of a column from its values that are not null', () => {
    expect(inferType([null, 1, 2])).toBe('number');
    expect(inferType(['2026-11-20 22:14:07', null])).toBe('date');
    expect(inferType([1, 'x'])).toBe('text');
    expect(inferType([null])).toBe('text');
  });
});
