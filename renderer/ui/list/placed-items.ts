import type { Span } from './virtual-window.svelte.ts';

/** Consecutive rows or columns; pixels from the edge of the content. */
export interface PlacedItems {
  readonly count: number;
  /** Where the last one ends. */
  readonly end: number;
  /** The one that begins at or before an offset; negative before the first. */
  at(offset: number): number;
}

/** All of the same size, the first of them at `start`: constant cost for any number. */
export function evenItems(count: number, size: number, start: number): PlacedItems {
  return { count, end: start + count * size, at: (offset) => Math.floor((offset - start) / size) };
}

/** Items that know where each of them begins. */
interface SizedItems extends PlacedItems {
  /** The end of all for an index beyond the last. */
  startOf(index: number): number;
}

/** Items with individual sizes, the first at `start`. */
export function sizedItems(items: readonly { readonly size: number }[], start: number): SizedItems {
  let end = start;
  const starts = items.map(({ size }) => (end += size) - size);
  return {
    count: items.length,
    end,
    startOf: (index) => starts[index] ?? end,
    at(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

/** Those with a pixel between `offset` and `offset + size`; none if nothing is visible. */
export function visibleItems(items: PlacedItems, offset: number, size: number): Span {
  if (size <= 0 || items.count === 0) return { first: 0, last: -1 };
  // Scrolled beyond the end, as when there are fewer of them now, until the browser has corrected that.
  const clamp = (index: number): number => Math.max(0, Math.min(items.count - 1, index));
  return { first: clamp(items.at(offset)), last: clamp(items.at(offset + size - 1)) };
}
