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
  const isInSight = $derived(visible.sight.last >= 0);
  let isPainted = $state(false);
  let last: Span = { first: 0, last: -1 };
  const drawn = $derived.by(() => {
    const { count, overscan: most } = options();
    const overscan = isPainted ? most : 0;
    return (last = drawnSpan(last, visible.sight, { count, overscan, direction: visible.direction }));
  });

  // What is in sight is painted first, and then what lies beyond, which is a third of all that is drawn.
  $effect(() => {
    if (!isInSight) return;
    let later: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (later = setTimeout(() => (isPainted = true))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
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
