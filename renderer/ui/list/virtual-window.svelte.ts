import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { untrack } from 'svelte';

/** What a list needs to know to draw only the rows in sight. */
export interface WindowOptions {
  readonly count: number;
  readonly estimateSize: (index: number) => number;
  readonly scrollElement: HTMLElement | undefined;
  readonly overscan?: number;
  readonly horizontal?: boolean;
  readonly paddingStart?: number;
}

/** The rows to draw and where, reactive. */
export interface VirtualWindow {
  readonly items: readonly VirtualItem[];
  readonly totalSize: number;
  scrollToIndex(index: number): void;
}

/** Follows `options` (read reactively) and the scrolling of the element. Call while a component initialises. */
export function createVirtualWindow(options: () => WindowOptions): VirtualWindow {
  let items = $state.raw<readonly VirtualItem[]>([]);
  let totalSize = $state(0);

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
    scrollToIndex(index) {
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
  };
}
