import { untrack } from 'svelte';
import { sizedItems } from './placed-items.ts';

/** What a list needs to know to draw only the rows in sight, where it is scrolled together with what stands around it. */
interface InnerWindowOptions {
  /** Of each row, in pixels. */
  readonly heights: readonly number[];
  readonly list: HTMLElement | undefined;
  /** Pixels that are drawn beyond what is in sight, at either end. */
  readonly ahead: number;
}

/** The rows to draw, reactive: those from `first` up to `end`, which is none of them. */
interface InnerWindow {
  readonly first: number;
  readonly end: number;
  /** Of all rows, in pixels. */
  readonly height: number;
  /** Where a row begins, in pixels from the first one. */
  startOf(index: number): number;
  /** Brings a row into sight, by scrolling as little as possible. */
  reveal(index: number): void;
}

/** What is drawn before it is known how much is in sight, in pixels. */
const presumed = 900;

/** Follows `options` (read reactively) and what the list is scrolled in. Call while a component initializes. */
export function createInnerWindow(options: () => InnerWindowOptions): InnerWindow {
  /** From where to where of the list it is in sight, in pixels. */
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

  /** Where the list lies in what scrolls it. */
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
      // The rows that come into sight are drawn in the same frame.
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
