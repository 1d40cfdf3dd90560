import { oncePainted } from '../layout/once-painted.ts';
import type { Span } from '../list/virtual-window.svelte.ts';
import { drawnSpan } from './drawn-span.ts';
import { visibleItems, type PlacedItems } from '../list/placed-items.ts';
import type { ScrollAxis } from './scroll-position.svelte.ts';

/** The rows or columns to render, reactive. */
interface ScrolledSpan {
  readonly drawn: Span;
  readonly totalSize: number;
  /** Until a moment after scrolling ended. */
  readonly isScrolling: boolean;
}

interface ScrolledItems {
  readonly items: PlacedItems;
  readonly overscan: number;
}

/** Follows `options` (read reactively) and the scrolling. Call while a component initializes. */
export function createScrolledSpan(options: () => ScrolledItems, axis: ScrollAxis): ScrolledSpan {
  const given = $derived(options());
  const isVisible = $derived(axis.size > 0);
  let isPainted = $state(false);
  let last: Span = { first: 0, last: -1 };
  const drawn = $derived.by(() => {
    const { items, overscan } = given;
    const sight = visibleItems(items, axis.offset, axis.size);
    const { count } = items;
    return (last = drawnSpan(last, sight, {
      count,
      overscan: isPainted ? overscan : 0,
      direction: axis.direction,
    }));
  });

  // The visible part is painted first, then the overscan, which is a third of everything rendered.
  $effect(() => {
    if (!isVisible || isPainted) return;
    return oncePainted(() => (isPainted = true));
  });

  return {
    get drawn() {
      return drawn;
    },
    get totalSize() {
      return given.items.end;
    },
    get isScrolling() {
      return axis.direction !== undefined;
    },
  };
}
