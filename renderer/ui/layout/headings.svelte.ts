import { getContext, hasContext, setContext } from 'svelte';
import type { Snippet } from 'svelte';

export type HeadingLevel = 1 | 2 | 3;

interface Heading {
  readonly level: HeadingLevel;
  readonly title: () => string;
}

/** The titles of visible bars, for example for the title of the window. */
class Headings {
  #shown = $state.raw<readonly Heading[]>([]);
  /** Actions for the open item, in each bar of level 2. */
  itemActions = $state.raw<Snippet | undefined>(undefined);

  /** The first of this level; undefined if there is none. */
  title(level: HeadingLevel): string | undefined {
    return this.#shown.find((heading) => heading.level === level)?.title();
  }

  /** Adds one; returns a function that removes it. */
  show(level: HeadingLevel, title: () => string): () => void {
    const heading = { level, title };
    this.#shown = [...this.#shown, heading];
    return () => (this.#shown = this.#shown.filter((other) => other !== heading));
  }
}

const key = Symbol('headings');

/** Collects the titles of all bars below the calling component. */
export function collectHeadings(): Headings {
  return setContext(key, new Headings());
}

/** Undefined if nothing collects them. */
export function collectedHeadings(): Headings | undefined {
  return hasContext(key) ? getContext<Headings>(key) : undefined;
}
