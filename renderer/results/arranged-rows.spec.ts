import { expect, it } from 'vitest';
import { arrangedRows } from './arranged-rows.ts';

const table = [
  ['a', 1, true],
  ['b', 2, false],
];
const rows = { count: 3, sample: table, row: (index: number) => table[index] };

it('has the cells of these columns in order, and skips rows that are not loaded', () => {
  const arranged = arrangedRows(rows, [2, 0]);
  expect([arranged.count, arranged.row(0), arranged.row(2)]).toEqual([3, [true, 'a'], undefined]);
  expect(arranged.sample).toEqual([
    [true, 'a'],
    [false, 'b'],
  ]);
});

it('is the same array for the same rows, so that nothing is rendered or measured again', () => {
  const arranged = arrangedRows(rows, [1]);
  expect(arranged.row(1)).toBe(arranged.row(1));
  expect(arranged.sample).toBe(arranged.sample);
});
