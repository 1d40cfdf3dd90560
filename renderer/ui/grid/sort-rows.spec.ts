import { describe, expect, it } from 'vitest';
import { sortedOrder } from '../../../languages/order/row-order.ts';
import { nextSort } from './sort-rows.ts';

function sorted(values: readonly unknown[], descending = false): unknown[] {
  return sortedOrder(values.length, { key: 'v', descending }, (row) => values[row]).map((row) => values[row]);
}

describe('sorting a grid', () => {
  it('sorts numbers by value and text by locale', () => {
    expect(sorted([10, 9, -1])).toEqual([-1, 9, 10]);
    expect(sorted(['item 10', 'item 9', 'Item 1'])).toEqual(['Item 1', 'item 9', 'item 10']);
  });

  it('puts nulls first ascending and last descending', () => {
    expect(sorted([2, null, 1])).toEqual([null, 1, 2]);
    expect(sorted([2, null, 1], true)).toEqual([2, 1, null]);
  });

  it('keeps the given order among equals, in both directions', () => {
    const rows = [
      ['a', 1],
      ['a', 2],
      ['a', 3],
    ];
    for (const descending of [false, true]) {
      expect(sortedOrder(3, { key: 'k', descending }, (row) => rows[row]?.[0])).toEqual([0, 1, 2]);
    }
  });

  it('cycles a column through ascending, descending and original order', () => {
    const first = nextSort(undefined, 'a');
    const second = nextSort(first, 'a');
    expect([first, second, nextSort(second, 'a')]).toEqual([
      { key: 'a', descending: false },
      { key: 'a', descending: true },
      undefined,
    ]);
    expect(nextSort(second, 'b')).toEqual({ key: 'b', descending: false });
  });
});
