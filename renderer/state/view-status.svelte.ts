import { getContext, hasContext, setContext, untrack } from 'svelte';

export interface StatusText {
  readonly id: number;
  readonly text: string;
}

/** What the view has to say in the status bar, where it takes no room from what is being read or edited. */
class ViewStatus {
  #said = $state.raw<readonly { readonly id: number; readonly text: () => string }[]>([]);
  #lastId = 0;
  #ages = $state.raw<readonly (() => number | undefined)[]>([]);

  /**
   * Such as what is being read, and where the cursor is: what a part of the view says before the view itself. An empty one is
   * kept: it has its place, so that nothing beside it moves when it says something.
   */
  get texts(): readonly StatusText[] {
    return this.#said.map(({ id, text }) => ({ id, text: text() }));
  }

  /** When the oldest cached data on screen was read, ms since the epoch; undefined where all is tenant default. */
  get cachedAt(): number | undefined {
    const known = this.#ages.map((age) => age()).filter((age) => age !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /** Read whenever it is drawn; the answer stops it. */
  say(text: () => string): () => void {
    const said = { id: (this.#lastId += 1), text };
    this.#said = [...this.#said, said];
    return () => (this.#said = this.#said.filter((other) => other !== said));
  }

  /** Read whenever it is drawn; the answer stops it. */
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

/** Says it in the status bar, if there is one, for as long as the component that calls this is there. */
export function sayInStatusBar(text: () => string): void {
  const status = viewStatus();
  $effect(() => untrack(() => status?.say(text)));
}

/** The same for the age of cached data: ms since the epoch, undefined while it is current. */
export function sayAgeInStatusBar(age: () => number | undefined): void {
  const status = viewStatus();
  $effect(() => untrack(() => status?.sayAge(age)));
}
