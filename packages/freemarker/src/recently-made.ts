/**
 * What was made last of texts, up to a number: templates make such texts, so not all can be kept. Holds them in two maps, of which
 * the older goes when the younger is full. A single one that is emptied, or that loses its oldest each time, would do the same, but
 * in V8 the earlier tables of a map point to the later ones: once one of them is old, everything that is kept for a moment outlives
 * all small collections of garbage, hundreds of megabytes in a second of rendering.
 */
export class RecentlyMade<Value> {
  readonly #half: number;
  #younger = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(most: number) {
    this.#half = most / 2;
  }

  get(key: string): Value | undefined {
    const young = this.#younger.get(key);
    if (young !== undefined) return young;
    const old = this.#older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#younger.size >= this.#half) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, value);
  }
}
