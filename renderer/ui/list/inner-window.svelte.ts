import { untrack } from 'svelte';
import { sizedItems } from './placed-items.ts';

/** What a list needs to render only visible rows if it scrolls together with its surroundings. */
interface InnerWindowOptions {
  /** Of each row, in pixels. */
  readonly heights: readonly number[];
  readonly list: HTMLElement | undefined;
  /** Overscan in pixels at either end. */
  readonly ahead: number;
}

/** The rows to render, reactive: those from `first` up to `end` (exclusive). */
interface InnerWindow {
  readonly first: number;
  readonly end: number;
  /** Of all rows, in pixels. */
  readonly height: number;
  /** Where a row begins, in pixels from the first one. */
  startOf(index: number): number;
  /** Scrolls a row into view, as little as possible. */
  reveal(index: number): void;
}

/** What is rendered before the visible size is known, in pixels. */
const presumed = 900;

/** Follows `options` (read reactively) and the scroller of the list. Call while a component initializes. */
export function createInnerWindow(options: () => InnerWindowOptions): InnerWindow {
  /** The visible range of the list, in pixels. */
  let top = $state(0);
  let bottom = $state(presumed);
  const heights = $derived(options().heights);
  const ahead = $derived(options().ahead);
  const list = $derived(options().list);
  const rows = $derived(
    sizedItems(
      heights.map((size) => ({ size })),
      0,
    ),
  );
  const first = $derived(Math.max(0, rows.at(Math.min(top, rows.end - (bottom - top)) - ahead)));
  const end = $derived(Math.min(rows.count, rows.at(Math.max(0, bottom + ahead)) + 1));

  /** The position of the list in its scroller. */
  function look(element: HTMLElement, scroller: HTMLElement): void {
    const place = scroller.getBoundingClientRect();
    top = place.top - element.getBoundingClientRect().top;
    bottom = top + scroller.clientHeight;
  }

  $effect(() => {
    const element = list;
    const scroller = element === undefined ? undefined : scrollerOf(element);
    if (element === undefined || scroller === undefined) return;
    const follow = (): void => look(element, scroller);
    untrack(follow);
    const resized = new ResizeObserver(follow);
    resized.observe(scroller);
    resized.observe(element);
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', follow);
    };
  });

  return {
    get first() {
      return first;
    },
    get end() {
      return end;
    },
    get height() {
      return rows.end;
    },
    startOf: (index) => rows.startOf(index),
    reveal(index) {
      const scroller = list === undefined ? undefined : scrollerOf(list);
      if (list === undefined || scroller === undefined) return;
      look(list, scroller);
      const [begins, ends] = [rows.startOf(index), rows.startOf(index + 1)];
      if (begins < top) scroller.scrollTop += begins - top;
      else if (ends > bottom) scroller.scrollTop += ends - bottom;
      // Rows that scroll in are rendered in the same frame.
      look(list, scroller);
    },
  };
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return undefined;
}
