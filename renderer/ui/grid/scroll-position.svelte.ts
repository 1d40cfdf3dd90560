import { untrack } from 'svelte';
import { followScrolling } from './follow-scrolling.ts';
import { barOffset, elementLength, hasDrifted, shiftAfter, type LongContent } from './long-scroll.ts';

type ScrollDirection = 'forward' | 'backward' | undefined;

/** One way in which an element is scrolled; pixels. */
export interface ScrollAxis {
  readonly offset: number;
  /** How much is in sight; 0 before it is known. */
  readonly size: number;
  /** Where the scrolling goes, until a moment after it ended. */
  readonly direction: ScrollDirection;
}

/** The way down, in content that may be taller than an element can be. */
interface LongScrollAxis extends ScrollAxis {
  /** How tall the element is to be. */
  readonly elementSize: number;
  /** How much of the content lies before the beginning of the element: what is drawn at `offset` belongs at `offset - shift`. */
  readonly shift: number;
  /** Where it is scrolled to at this moment, also when the browser has not told of it yet. */
  current(): number;
  /** Scrolls to this offset of the content. */
  scrollTo(offset: number): void;
}

/**
 * Follows how an element is scrolled and how large it is, both read reactively. Its layout is read once, when the element is there:
 * while it is scrolled the browser tells all of it. `length` is that of the content, from top to bottom. Call while a component initializes.
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

  // More rows, or fewer: what is in sight stays, and the bar goes to where it belongs among them.
  $effect(() => {
    const total = length();
    const followed = element();
    if (followed === undefined) return;
    untrack(() => {
      if (down === undefined || shift > total - elementLength(total)) put(followed, top + shift);
    });
  });

  const content = (): LongContent => ({ length: length(), sight: height });

  /** Puts the scroll bar where it belongs for this offset, and the rows with it, so that nothing in sight moves that was there. */
  function put(followed: HTMLElement, offset: number): void {
    const total = length();
    const isLong = total > elementLength(total);
    if (!isLong && shift === 0) return;
    const to = Math.max(0, Math.min(offset, total - height));
    const bar = barOffset(to, content());
    // The browser rounds to its own pixels, and the rows are placed by what it made of it.
    if (Math.abs(bar - followed.scrollTop) > 1) followed.scrollTop = Math.round(bar);
    top = followed.scrollTop;
    shift = isLong ? to - top : 0;
  }

  function scrollTo(offset: number): void {
    const followed = element();
    if (followed === undefined) return;
    // The browser tells of what it scrolls, and only then is anything drawn.
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
