import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evenItems, visibleItems, sizedItems } from './placed-items.ts';

it('knows where rows of one height are without checking each', () => {
  const rows = evenItems(1_000_000, 28, 30);
  expect(rows.end).toBe(28_000_030);
  expect([29, 30, 57, 58].map((offset) => rows.at(offset))).toEqual([-1, 0, 0, 1]);
  expect(visibleItems(rows, 0, 86)).toEqual({ first: 0, last: 1 });
  expect(visibleItems(rows, 0, 87)).toEqual({ first: 0, last: 2 });
  expect(visibleItems(rows, 27_999_000, 1030)).toEqual({ first: 999_963, last: 999_999 });
});

it('shows none before its size is known, or if there are none', () => {
  const none = { first: 0, last: -1 };
  expect(visibleItems(evenItems(10, 28, 30), 0, 0)).toEqual(none);
  expect(visibleItems(evenItems(0, 28, 30), 0, 500)).toEqual(none);
  expect(sizedItems([], 65).end).toBe(65);
});

it('knows where each item of a different size begins, and the end after the last', () => {
  const items = sizedItems([{ size: 10 }, { size: 30 }, { size: 5 }], 2);
  expect([0, 1, 2, 3].map((index) => items.startOf(index))).toEqual([2, 12, 42, 47]);
  expect([1, 2, 11, 12, 41, 42, 99].map((offset) => items.at(offset))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
});

it('stays with the last ones if there are fewer than before', () => {
  expect(visibleItems(evenItems(5, 28, 30), 9_000, 500)).toEqual({ first: 4, last: 4 });
});

it('finds the same visible rows as a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 40 }),
      fc.nat(4_000),
      fc.integer({ min: 1, max: 2_000 }),
      (sizes, offset, size) => {
        let end = 65;
        const items = sizes.map((size) => ({ size, start: (end += size) - size }));
        const far = Math.min(offset, end - 1);
        const seen = items.flatMap(({ start, size: own }, index) =>
          start < far + size && start + own > far ? [index] : [],
        );
        const { first, last } = visibleItems(sizedItems(items, 65), far, size);
        expect({ first, last }).toEqual({ first: seen[0] ?? 0, last: seen.at(-1) ?? 0 });
      },
    ),
  );
});
