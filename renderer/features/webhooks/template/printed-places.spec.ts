import { expect, it } from 'vitest';
import { printedBy, writerAt } from './printed-places.ts';

// `[<#list xs as x>${x},</#list>]` with two rounds: [1,2,]
const ranges = [
  { from: 0, to: 1, start: 0, end: 1 },
  { from: 1, to: 2, start: 16, end: 20 },
  { from: 2, to: 3, start: 20, end: 21 },
  { from: 3, to: 4, start: 16, end: 20 },
  { from: 4, to: 5, start: 20, end: 21 },
  { from: 5, to: 6, start: 29, end: 30 },
];

it('finds what printed a position of the output', () => {
  expect(writerAt(ranges, 3)).toEqual(ranges[3]);
  expect(writerAt(ranges, 6)).toEqual(ranges[5]);
  expect(writerAt(ranges, 7)).toBeUndefined();
});

it('finds all output of a position of the template', () => {
  expect(printedBy(ranges, 18)).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ]);
  expect(printedBy(ranges, 30)).toEqual([{ from: 5, to: 6 }]);
  expect(printedBy(ranges, 5)).toEqual([]);
});
