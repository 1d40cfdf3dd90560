import type { Span } from '../list/virtual-window.svelte.ts';

/** How a row of rows or columns is scrolled. */
export interface Scrolled {
  readonly count: number;
  /** How many to draw beyond what is in sight, so that scrolling does not outrun the drawing. */
  readonly overscan: number;
  readonly direction: 'forward' | 'backward' | undefined;
}

/**
 * What to draw: what is in sight and the overscan on both sides. While scrolling as many, but most of them ahead; and the
 * same as before as long as the overscan is left ahead, or at rest a little on both sides. Laying out and painting costs more
 * by the time than by the row, so most frames had better change nothing.
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
