import { createVirtualWindow, type Span, type WindowOptions } from '../list/virtual-window.svelte.ts';
import { drawnSpan } from './drawn-span.ts';

/** The rows or columns to draw, reactive. */
export interface ScrolledSpan {
  readonly drawn: Span;
  readonly totalSize: number;
  /** Until a moment after the scrolling ended. */
  readonly isScrolling: boolean;
}

/** Follows `options` (read reactively) and the scrolling of the element. Call while a component initialises. */
export function createScrolledSpan(
  options: () => WindowOptions & { readonly overscan: number },
): ScrolledSpan {
  const visible = createVirtualWindow(options);
  let last: Span = { first: 0, last: -1 };
  const drawn = $derived.by(() => {
    const { count, overscan } = options();
    return (last = drawnSpan(last, visible.sight, { count, overscan, direction: visible.direction }));
  });

  return {
    get drawn() {
      return drawn;
    },
    get totalSize() {
      return visible.totalSize;
    },
    get isScrolling() {
      return visible.direction !== undefined;
    },
  };
}
