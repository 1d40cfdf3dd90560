import type { ViewMemory } from './view-state.ts';

/** An item that was opened. Its title is known only in the window in which that happened: the profile has no names. */
export interface VisitedItem {
  readonly path: string;
  readonly title: string | undefined;
}

const memoryKey = 'desk.visited';
const maxItems = 30;

/** The items that were opened last, over all tenants: newest first. */
export class Visited {
  readonly #memory: ViewMemory;
  #titles = new Map<string, string>();

  constructor(memory: ViewMemory) {
    this.#memory = memory;
  }

  note(path: string, title: string): void {
    this.#titles.set(path, title);
    const paths = [path, ...this.#paths().filter((other) => other !== path)].slice(0, maxItems);
    this.#titles = new Map([...this.#titles].filter(([known]) => paths.includes(known)));
    this.#memory.setItem(memoryKey, JSON.stringify(paths));
  }

  /** If it was opened in this window. */
  titleOf(path: string): string | undefined {
    return this.#titles.get(path);
  }

  recent(): readonly VisitedItem[] {
    return this.#paths().map((path) => ({ path, title: this.#titles.get(path) }));
  }

  /** How many others were opened since; undefined: not recently. */
  recencies(): ReadonlyMap<string, number> {
    return new Map(this.#paths().map((path, place) => [path, place]));
  }

  #paths(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(this.#memory.getItem(memoryKey) ?? '[]');
      return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
    } catch {
      return [];
    }
  }
}
