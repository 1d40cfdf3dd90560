/**
 * A cache of the most recent values made from texts, limited in number, because templates make such texts. Uses two maps, of which
 * the older is dropped when the younger is full. A single map that is cleared, or that drops its oldest entry each time, would do too, but
 * in V8 the earlier tables of a map point to the later ones: once one of them is old, every short-lived value in the map outlives
 * all minor garbage collections, hundreds of megabytes in a second of rendering.
 */
export class RecentlyMade<Value> {
  readonly #half: number;
  #younger = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(maxCount: number) {
    this.#half = maxCount / 2;
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
