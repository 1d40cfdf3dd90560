import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recycleSlots, type RowSlot } from './row-slots.ts';

function rowsOf(slots: readonly RowSlot[]): number[] {
  return slots.map(({ row }) => row);
}

function recycle(slots: readonly RowSlot[], first: number, last: number, isScrolling = false) {
  return recycleSlots(slots, { first, last }, { count: 1_000, isScrolling });
}

describe('the row elements of a grid', () => {
  it('are reused for new rows when theirs is no longer rendered, and otherwise keep it', () => {
    const before = recycle([], 0, 4);
    const after = recycle(before, 2, 6, true);
    expect(rowsOf(after)).toEqual([5, 6, 2, 3, 4]);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.slice(2)).toEqual(before.slice(2));
    expect(after[2]).toBe(before[2]);
  });

  it('are in row order at rest, and none is spare', () => {
    const scrolled = recycle(recycle([], 0, 4), 2, 5, true);
    expect(rowsOf(scrolled)).toEqual([5, 1, 2, 3, 4]);
    expect(rowsOf(recycle(scrolled, 2, 5))).toEqual([2, 3, 4, 5]);
  });

  it('are dropped while scrolling only when their row is gone', () => {
    const before = recycle([], 0, 4);
    const fewer = recycleSlots(before, { first: 0, last: 1 }, { count: 3, isScrolling: true });
    expect(rowsOf(fewer)).toEqual([0, 1, 2]);
    expect(recycleSlots(before, { first: 0, last: -1 }, { count: 0, isScrolling: true })).toEqual([]);
  });

  it('are the same list when nothing changed', () => {
    const slots = recycle([], 0, 4);
    expect(recycle(slots, 0, 4)).toBe(slots);
    expect(recycle(slots, 0, 4, true)).toBe(slots);
  });

  it('show each rendered row once, however the grid is scrolled, resized and filled', () => {
    const window = fc
      .record({
        first: fc.nat(300),
        length: fc.nat(40),
        count: fc.nat(300),
        isScrolling: fc.boolean(),
      })
      .map(({ first, length, count, isScrolling }) => {
        const start = Math.min(first, count);
        return { first: start, last: Math.min(count, start + length) - 1, count, isScrolling };
      });
    fc.assert(
      fc.property(fc.array(window, { maxLength: 30 }), (windows) => {
        let slots: readonly RowSlot[] = [];
        for (const { first, last, count, isScrolling } of windows) {
          slots = recycleSlots(slots, { first, last }, { count, isScrolling });
          const rows = rowsOf(slots);
          const drawn = rows.filter((row) => row >= first && row <= last).sort((a, b) => a - b);
          expect(drawn).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
          expect(new Set(rows).size).toBe(rows.length);
          expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
          expect(rows.every((row) => row < count)).toBe(true);
          if (!isScrolling) expect(rows).toEqual(drawn);
        }
      }),
    );
  });
});
