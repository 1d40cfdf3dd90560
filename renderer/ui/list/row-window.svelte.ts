import { untrack } from 'svelte';

/** What a list with rows of one height needs to render only the visible ones. */
interface RowWindowOptions {
  readonly count: number;
  /** Of a row, in pixels. */
  readonly height: number;
  readonly scroller: HTMLElement | undefined;
  /** Overscan in rows at either end. */
  readonly ahead: number;
}

/** The rows to render, reactive: those from `first` up to `end` (exclusive). */
interface RowWindow {
  readonly first: number;
  readonly end: number;
  /** Maximum number of rendered rows: a row that scrolls in reuses the element of the row that far away. */
  readonly maxRows: number;
  /** Scrolls a row into view, as little as possible. */
  reveal(index: number): void;
}

/**
 * Follows `options` (read reactively) and the scrolling of the element. Rows of one height need not be measured one
 * by one, as a list of ten thousand would be at each key of its filter. Call while a component initializes.
 */
export function createRowWindow(options: () => RowWindowOptions): RowWindow {
  let offset = $state(0);
  let sight = $state(0);
  const count = $derived(options().count);
  const height = $derived(options().height);
  const ahead = $derived(options().ahead);
  const scroller = $derived(options().scroller);
  /** A list that has become shorter is scrolled less far, as the browser will report in its next frame. */
  const top = $derived(Math.max(0, Math.min(offset, count * height - sight)));
  const first = $derived(Math.max(0, Math.floor(top / height) - ahead));
  const end = $derived(sight === 0 ? first : Math.min(count, Math.ceil((top + sight) / height) + ahead));

  const maxRows = $derived(Math.ceil(sight / height) + 1 + 2 * ahead);

  $effect(() => {
    const element = scroller;
    if (element === undefined) return;
    const follow = (): void => void (offset = element.scrollTop);
    const measure = (): void => void (sight = element.clientHeight);
    untrack(() => {
      follow();
      measure();
    });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', follow);
    };
  });

  function scrollTo(wanted: number): void {
    if (scroller === undefined) return;
    scroller.scrollTop = wanted;
    // Rows that scroll in are rendered in the same frame.
    offset = scroller.scrollTop;
  }

  return {
    get first() {
      return first;
    },
    get end() {
      return end;
    },
    get maxRows() {
      return maxRows;
    },
    reveal(index) {
      const start = index * height;
      const now = scroller?.scrollTop ?? 0;
      if (start < now) scrollTo(start);
      else if (start + height > now + sight) scrollTo(start + height - sight);
    },
  };
}
