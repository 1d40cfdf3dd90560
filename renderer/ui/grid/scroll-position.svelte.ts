import { untrack } from 'svelte';
import { followScrolling } from './follow-scrolling.ts';
import { barOffset, elementLength, hasDrifted, shiftAfter, type LongContent } from './long-scroll.ts';

type ScrollDirection = 'forward' | 'backward' | undefined;

/** One scroll axis; pixels. */
export interface ScrollAxis {
  readonly offset: number;
  /** Size of the visible part; 0 before it is known. */
  readonly size: number;
  /** Scroll direction, until a moment after it ended. */
  readonly direction: ScrollDirection;
}

/** The vertical axis, with content that may be taller than an element can be. */
interface LongScrollAxis extends ScrollAxis {
  /** The height of the element. */
  readonly elementSize: number;
  /**
   * How much of the content is before the beginning of the element: content at `offset` is rendered at `offset -
   * shift`.
   */
  readonly shift: number;
  /** The current position, even if the browser has not reported it yet. */
  current(): number;
  /** Scrolls to this content offset. */
  scrollTo(offset: number): void;
}

/**
 * Follows the scroll position and size of an element, both read reactively. Its layout is read once, when it is
 * mounted: later the browser reports all changes. `length` is that of the content, from top to bottom. Call while a
 * component initializes.
 */
export function createScrollPosition(
  element: () => HTMLElement | undefined,
  length: () => number,
): {
  readonly down: LongScrollAxis;
  readonly across: ScrollAxis;
} {
  let top = $state(0);
  let shift = $state(0);
  let left = $state(0);
  let height = $state(0);
  let width = $state(0);
  let down = $state<ScrollDirection>();
  let across = $state<ScrollDirection>();

  $effect(() => {
    const followed = element();
    if (followed === undefined) return;
    height = followed.clientHeight;
    width = followed.clientWidth;
    top = followed.scrollTop;
    left = followed.scrollLeft;
    return followScrolling(followed, {
      onscroll(isWheel) {
        const { scrollTop, scrollLeft } = followed;
        shift = shiftAfter({ from: top, to: scrollTop, shift, isWheel }, content());
        if (scrollTop !== top) down = scrollTop > top ? 'forward' : 'backward';
        if (scrollLeft !== left) across = scrollLeft > left ? 'forward' : 'backward';
        top = scrollTop;
        left = scrollLeft;
        if (shift > 0 && hasDrifted(top, shift, content())) put(followed, top + shift);
      },
      onrest() {
        down = undefined;
        across = undefined;
        put(followed, top + shift);
      },
      onsize(size) {
        height = size.height;
        width = size.width;
      },
    });
  });

  // With more or fewer rows the visible part stays, and the thumb moves to its proportional position.
  $effect(() => {
    const total = length();
    const followed = element();
    if (followed === undefined) return;
    untrack(() => {
      if (down === undefined || shift > total - elementLength(total)) put(followed, top + shift);
    });
  });

  const content = (): LongContent => ({ length: length(), sight: height });

  /**
   * Moves the thumb to its proportional position for this offset, and the rows with it, so that nothing visible
   * moves.
   */
  function put(followed: HTMLElement, offset: number): void {
    const total = length();
    const isLong = total > elementLength(total);
    if (!isLong && shift === 0) return;
    const to = Math.max(0, Math.min(offset, total - height));
    const bar = barOffset(to, content());
    // The browser rounds to its own pixels, and the rows are placed by the result.
    if (Math.abs(bar - followed.scrollTop) > 1) followed.scrollTop = Math.round(bar);
    top = followed.scrollTop;
    shift = isLong ? to - top : 0;
  }

  function scrollTo(offset: number): void {
    const followed = element();
    if (followed === undefined) return;
    // The browser reports the scroll, and only then is anything rendered.
    if (length() <= elementLength(length())) followed.scrollTop = offset;
    else put(followed, offset);
  }

  return {
    down: {
      get offset() {
        return top + shift;
      },
      get elementSize() {
        return elementLength(length());
      },
      get shift() {
        return shift;
      },
      current: () => (element()?.scrollTop ?? 0) + shift,
      scrollTo,
      get size() {
        return height;
      },
      get direction() {
        return down;
      },
    },
    across: {
      get offset() {
        return left;
      },
      get size() {
        return width;
      },
      get direction() {
        return across;
      },
    },
  };
}
