import type { Span } from '../list/virtual-window.svelte.ts';

/** How rows or columns are scrolled. */
export interface Scrolled {
  readonly count: number;
  /** How many to render beyond the visible part, so that scrolling does not outrun rendering. */
  readonly overscan: number;
  readonly direction: 'forward' | 'backward' | undefined;
}

/**
 * What to render: the visible part and the overscan on both sides. While scrolling as many, but most of them ahead;
 * and the same as before as long as enough overscan is left ahead, or at rest a little on both sides. The cost of
 * layout and paint depends more on the number of updates than on the number of rows, so most frames should change
 * nothing.
 */
export function drawnSpan(drawn: Span, sight: Span, { count, overscan, direction }: Scrolled): Span {
  const little = Math.ceil(overscan / 4);
  const around = (before: number, after: number): Span => ({
    first: Math.max(0, sight.first - before),
    last: Math.min(count - 1, sight.last + after),
  });
  const isEnough = (needed: Span): boolean =>
    drawn.first <= needed.first && drawn.last >= needed.last && drawn.last < count;
  switch (direction) {
    case 'forward':
      return isEnough(around(0, overscan)) ? drawn : around(little, 2 * overscan - little);
    case 'backward':
      return isEnough(around(overscan, 0)) ? drawn : around(2 * overscan - little, little);
    case undefined:
      return isEnough(around(little, little)) && !isMore(drawn, sight, overscan)
        ? drawn
        : around(overscan, overscan);
  }
}

/** As after the grid became smaller. */
function isMore(drawn: Span, sight: Span, overscan: number): boolean {
  return drawn.last - drawn.first > sight.last - sight.first + 2 * overscan;
}
