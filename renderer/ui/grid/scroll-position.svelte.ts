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
  /** Of the element itself, without `shift`. */
  const down = createScrollAxis();
  const across = createScrollAxis();
  let shift = $state(0);

  $effect(() => {
    const followed = element();
    if (followed === undefined) return;
    down.resize(followed.clientHeight);
    across.resize(followed.clientWidth);
    down.place(followed.scrollTop);
    across.place(followed.scrollLeft);
    return followScrolling(followed, {
      onscroll(isWheel) {
        const { scrollTop, scrollLeft } = followed;
        shift = shiftAfter({ from: down.offset, to: scrollTop, shift, isWheel }, content());
        down.moveTo(scrollTop);
        across.moveTo(scrollLeft);
        if (shift > 0 && hasDrifted(scrollTop, shift, content())) put(followed, scrollTop + shift);
      },
      onrest() {
        down.rest();
        across.rest();
        put(followed, down.offset + shift);
      },
      onsize(size) {
        down.resize(size.height);
        across.resize(size.width);
      },
    });
  });

  // With more or fewer rows the visible part stays, and the thumb moves to its proportional position.
  $effect(() => {
    const total = length();
    const followed = element();
    if (followed === undefined) return;
    untrack(() => {
      if (down.direction === undefined || shift > total - elementLength(total))
        put(followed, down.offset + shift);
    });
  });

  const content = (): LongContent => ({ length: length(), sight: down.size });

  /**
   * Moves the thumb to its proportional position for this offset, and the rows with it, so that nothing visible
   * moves.
   */
  function put(followed: HTMLElement, offset: number): void {
    const total = length();
    const isLong = total > elementLength(total);
    if (!isLong && shift === 0) return;
    const to = Math.max(0, Math.min(offset, total - down.size));
    const bar = barOffset(to, content());
    // The browser rounds to its own pixels, and the rows are placed by the result.
    if (Math.abs(bar - followed.scrollTop) > 1) followed.scrollTop = Math.round(bar);
    down.place(followed.scrollTop);
    shift = isLong ? to - down.offset : 0;
  }

  function scrollTo(offset: number): void {
    const followed = element();
    if (followed === undefined) return;
    // The browser reports the scroll, and only then is anything rendered.
    if (length() <= elementLength(length())) followed.scrollTop = offset;
    else put(followed, offset);
  }

  return {
    down: createLongAxis(down, {
      shift: () => shift,
      elementSize: () => elementLength(length()),
      current: () => (element()?.scrollTop ?? 0) + shift,
      scrollTo,
    }),
    across,
  };
}

interface LongAxisParts extends Pick<LongScrollAxis, 'current' | 'scrollTo'> {
  readonly shift: () => number;
  readonly elementSize: () => number;
}

function createLongAxis(
  axis: ScrollAxis,
  { shift, elementSize, current, scrollTo }: LongAxisParts,
): LongScrollAxis {
  return {
    get offset() {
      return axis.offset + shift();
    },
    get size() {
      return axis.size;
    },
    get direction() {
      return axis.direction;
    },
    get elementSize() {
      return elementSize();
    },
    get shift() {
      return shift();
    },
    current,
    scrollTo,
  };
}

function createScrollAxis() {
  let offset = $state(0);
  let size = $state(0);
  let direction = $state<ScrollDirection>();
  return {
    get offset() {
      return offset;
    },
    get size() {
      return size;
    },
    get direction() {
      return direction;
    },
    resize(to: number): void {
      size = to;
    },
    /** Moves without being a scroll of the user. */
    place(to: number): void {
      offset = to;
    },
    moveTo(to: number): void {
      if (to !== offset) direction = to > offset ? 'forward' : 'backward';
      offset = to;
    },
    rest(): void {
      direction = undefined;
    },
  };
}
