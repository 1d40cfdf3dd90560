export type ScrollDirection = 'forward' | 'backward' | undefined;

/** One way in which an element is scrolled; pixels. */
export interface ScrollAxis {
  readonly offset: number;
  /** How much is in sight; 0 before it is known. */
  readonly size: number;
  /** Where the scrolling goes, until a moment after it ended. */
  readonly direction: ScrollDirection;
}

/** Milliseconds without a scroll after which the element rests. */
const restAfter = 150;

/**
 * Follows how an element is scrolled and how large it is, both read reactively. Its layout is read once, when the element is there:
 * while it is scrolled the browser tells all of it. Call while a component initialises.
 */
export function createScrollPosition(element: () => HTMLElement | undefined): {
  readonly down: ScrollAxis;
  readonly across: ScrollAxis;
} {
  let top = $state(0);
  let left = $state(0);
  let height = $state(0);
  let width = $state(0);
  let down = $state<ScrollDirection>();
  let across = $state<ScrollDirection>();

  $effect(() => {
    const followed = element();
    if (followed === undefined) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onscroll = (): void => {
      const { scrollTop, scrollLeft } = followed;
      if (scrollTop !== top) down = scrollTop > top ? 'forward' : 'backward';
      if (scrollLeft !== left) across = scrollLeft > left ? 'forward' : 'backward';
      top = scrollTop;
      left = scrollLeft;
      clearTimeout(rest);
      rest = setTimeout(() => {
        down = undefined;
        across = undefined;
      }, restAfter);
    };
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      height = entry.contentRect.height;
      width = entry.contentRect.width;
    });
    height = followed.clientHeight;
    width = followed.clientWidth;
    top = followed.scrollTop;
    left = followed.scrollLeft;
    observer.observe(followed);
    followed.addEventListener('scroll', onscroll, { passive: true });
    return () => {
      observer.disconnect();
      followed.removeEventListener('scroll', onscroll);
      clearTimeout(rest);
    };
  });

  return {
    down: {
      get offset() {
        return top;
      },
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
