import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { untrack } from 'svelte';

/** What a list needs to render only visible rows. */
interface WindowOptions {
  readonly count: number;
  readonly estimateSize: (index: number) => number;
  readonly scrollElement: HTMLElement | undefined;
  readonly overscan?: number;
  readonly horizontal?: boolean;
  readonly paddingStart?: number;
}

/** Consecutive rows, from 0, both ends included; none if the last is before the first. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** The rows to render and their positions, reactive. */
interface VirtualWindow {
  readonly items: readonly VirtualItem[];
  readonly totalSize: number;
  /** The visible rows, none before they are known. */
  readonly sight: Span;
  /** Scroll direction, until a moment after it ended. */
  readonly direction: 'forward' | 'backward' | undefined;
  scrollToIndex(index: number): void;
}

/** Follows `options` (read reactively) and the scrolling of the element. Call while a component initializes. */
export function createVirtualWindow(options: () => WindowOptions): VirtualWindow {
  let items = $state.raw<readonly VirtualItem[]>([]);
  let totalSize = $state(0);
  let sight = $state.raw<Span>({ first: 0, last: -1 });
  let direction = $state<'forward' | 'backward'>();

  function settings(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const {
      count,
      estimateSize,
      scrollElement,
      overscan = 8,
      horizontal = false,
      paddingStart = 0,
    } = options();
    return {
      count,
      estimateSize,
      getScrollElement: () => scrollElement ?? null,
      overscan,
      horizontal,
      paddingStart,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: update,
    };
  }

  function update(instance: Virtualizer<HTMLElement, HTMLElement>): void {
    items = instance.getVirtualItems();
    totalSize = instance.getTotalSize();
    const { startIndex: first = 0, endIndex: last = -1 } = instance.range ?? {};
    if (first !== sight.first || last !== sight.last) sight = { first, last };
    direction = instance.scrollDirection ?? undefined;
  }

  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>(untrack(settings));

  $effect(() => virtualizer._didMount());
  $effect(() => {
    const next = settings();
    untrack(() => {
      virtualizer.setOptions(next);
      virtualizer._willUpdate();
      virtualizer.measure();
      update(virtualizer);
    });
  });

  return {
    get items() {
      return items;
    },
    get totalSize() {
      return totalSize;
    },
    get sight() {
      return sight;
    },
    get direction() {
      return direction;
    },
    scrollToIndex(index) {
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
  };
}
