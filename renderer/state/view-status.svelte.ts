import { getContext, hasContext, setContext, untrack } from 'svelte';

export interface StatusText {
  readonly id: number;
  readonly text: string;
}

/** The view's text in the status bar, where it takes no space from the content. */
class ViewStatus {
  #texts = $state.raw<readonly { readonly id: number; readonly text: () => string }[]>([]);
  #lastId = 0;
  #ages = $state.raw<readonly (() => number | undefined)[]>([]);

  /**
   * Such as loading progress, and the cursor position: a part's text comes before the view's. An empty one occupies
   * its place, so that nothing beside it moves when it appears.
   */
  get texts(): readonly StatusText[] {
    return this.#texts.map(({ id, text }) => ({ id, text: text() }));
  }

  /** When the oldest cached data on screen was read, ms since the epoch; undefined if everything is current. */
  get cachedAt(): number | undefined {
    const known = this.#ages.map((age) => age()).filter((age) => age !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /** Evaluated on each render; returns a function that removes it. */
  say(text: () => string): () => void {
    const entry = { id: (this.#lastId += 1), text };
    this.#texts = [...this.#texts, entry];
    return () => (this.#texts = this.#texts.filter((other) => other !== entry));
  }

  /** Evaluated on each render; returns a function that removes it. */
  sayAge(age: () => number | undefined): () => void {
    this.#ages = [...this.#ages, age];
    return () => (this.#ages = this.#ages.filter((other) => other !== age));
  }
}

const key = Symbol('view status');

/** For the views below the component that calls it. */
export function setViewStatus(): ViewStatus {
  return setContext(key, new ViewStatus());
}

function viewStatus(): ViewStatus | undefined {
  return hasContext(key) ? getContext<ViewStatus>(key) : undefined;
}

/** Shows it in the status bar, if there is one, for as long as the calling component is mounted. */
export function sayInStatusBar(text: () => string): void {
  const status = viewStatus();
  $effect(() => untrack(() => status?.say(text)));
}

/** The same for the age of cached data: ms since the epoch, undefined while it is current. */
export function sayAgeInStatusBar(age: () => number | undefined): void {
  const status = viewStatus();
  $effect(() => untrack(() => status?.sayAge(age)));
}
