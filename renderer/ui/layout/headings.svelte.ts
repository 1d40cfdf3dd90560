import { getContext, hasContext, setContext } from 'svelte';

export type HeadingLevel = 1 | 2 | 3;

interface Heading {
  readonly level: HeadingLevel;
  readonly title: () => string;
}

/** The titles of the bars that are in sight, for whoever has to say where the window is: its title, for example. */
class Headings {
  #shown = $state.raw<readonly Heading[]>([]);

  /** The first of this level; undefined where there is none. */
  title(level: HeadingLevel): string | undefined {
    return this.#shown.find((heading) => heading.level === level)?.title();
  }

  /** Adds one; the answer takes it out again. */
  show(level: HeadingLevel, title: () => string): () => void {
    const heading = { level, title };
    this.#shown = [...this.#shown, heading];
    return () => (this.#shown = this.#shown.filter((other) => other !== heading));
  }
}

const key = Symbol('headings');

/** Collects the titles of all bars below the component that calls it. */
export function collectHeadings(): Headings {
  return setContext(key, new Headings());
}

/** Undefined where nobody collects them. */
export function collectedHeadings(): Headings | undefined {
  return hasContext(key) ? getContext<Headings>(key) : undefined;
}
