import { describe, expect, it } from 'vitest';
import {
  asTheyCame,
  listedColumns,
  moveColumn,
  pinnedCount,
  shownColumns,
  toggleHidden,
  togglePinned,
} from './column-arrangement.ts';

const four = asTheyCame(4);

describe('columns of a result', () => {
  it('keep their original order', () => {
    expect(shownColumns(four)).toEqual([0, 1, 2, 3]);
  });

  it('are hidden and shown again, but the last one stays', () => {
    const hidden = toggleHidden(toggleHidden(toggleHidden(four, 0), 1), 2);
    expect(shownColumns(hidden)).toEqual([3]);
    expect(shownColumns(toggleHidden(hidden, 3))).toEqual([3]);
    expect(shownColumns(toggleHidden(hidden, 1))).toEqual([1, 3]);
  });

  it('come first when they are pinned, not counting hidden ones', () => {
    const pinned = togglePinned(togglePinned(four, 3), 1);
    expect(shownColumns(pinned)).toEqual([1, 3, 0, 2]);
    expect(pinnedCount(pinned)).toBe(2);
    expect(pinnedCount(toggleHidden(pinned, 1))).toBe(1);
    expect(shownColumns(togglePinned(pinned, 3))).toEqual([1, 0, 2, 3]);
  });

  it('move among their own kind', () => {
    expect(shownColumns(moveColumn(four, 0, 1))).toEqual([1, 0, 2, 3]);
    expect(moveColumn(four, 0, -1)).toBe(four);
    expect(moveColumn(four, 3, 1)).toBe(four);
    const pinned = togglePinned(four, 1);
    expect(listedColumns(moveColumn(pinned, 0, 1))).toEqual([1, 2, 0, 3]);
    expect(moveColumn(pinned, 1, 1)).toBe(pinned);
  });
});
