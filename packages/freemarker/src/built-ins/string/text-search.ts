/**
 * Up to this length of what is looked for, and up to this many comparisons, the search of the JavaScript engine is used.
 * It is several times faster on ordinary texts, but takes the product of both lengths on some: minutes for a text of
 * 300,000 characters.
 */
const NATIVE_LENGTH = 32;
const NATIVE_WORK = 1 << 20;

/** Looks for one text in others, forwards or backwards, as `indexOf` and `lastIndexOf` do, in linear time. */
export class TextSearch {
  readonly wanted: string;
  #forwards: KnuthMorrisPratt | undefined;
  #backwards: KnuthMorrisPratt | undefined;

  constructor(wanted: string) {
    this.wanted = wanted;
  }

  /** Where it first occurs at `from` or later; -1 where it does not. */
  first(text: string, from = 0): number {
    if (this.#isNative(text)) return text.indexOf(this.wanted, from);
    this.#forwards ??= new KnuthMorrisPratt(this.wanted, 0, 1);
    const start = Math.max(0, from);
    const skipped = this.#forwards.find(text, start, text.length - start);
    return skipped === -1 ? -1 : start + skipped;
  }

  /** Where it last begins at `from` or before; -1 where it does not. */
  last(text: string, from = Infinity): number {
    if (this.#isNative(text)) return text.lastIndexOf(this.wanted, from);
    const { length } = this.wanted;
    this.#backwards ??= new KnuthMorrisPratt(this.wanted, length - 1, -1);
    const end = Math.min(Math.max(0, from) + length, text.length);
    const skipped = this.#backwards.find(text, end - 1, end);
    return skipped === -1 ? -1 : end - skipped - length;
  }

  /** The parts between its occurrences. */
  split(text: string): readonly string[] {
    if (this.#isNative(text)) return text.split(this.wanted);
    const parts: string[] = [];
    let from = 0;
    for (let at = this.first(text); at >= 0; at = this.first(text, from)) {
      parts.push(text.slice(from, at));
      from = at + this.wanted.length;
    }
    parts.push(text.slice(from));
    return parts;
  }

  #isNative(text: string): boolean {
    const { length } = this.wanted;
    return length <= NATIVE_LENGTH || text.length < length || text.length * length <= NATIVE_WORK;
  }
}

/**
 * The algorithm of Knuth, Morris, and Pratt: after a mismatch it continues with the longest prefix of the searched text that
 * has matched already, and never reads a character twice. `step` is -1 to read both from their ends.
 * Source: Knuth, Morris and Pratt, "Fast pattern matching in strings", SIAM Journal on Computing 6 (1977).
 */
class KnuthMorrisPratt {
  readonly #wanted: string;
  readonly #origin: number;
  readonly #step: 1 | -1;
  /** For each number of characters that agree, how many still do when the one after them does not. */
  readonly #fallback: Int32Array;

  constructor(wanted: string, origin: number, step: 1 | -1) {
    this.#wanted = wanted;
    this.#origin = origin;
    this.#step = step;
    this.#fallback = new Int32Array(wanted.length);
    let agreeing = 0;
    for (let index = 1; index < wanted.length; index++) {
      const code = wanted.charCodeAt(origin + index * step);
      agreeing = this.#after(agreeing, code);
      this.#fallback[index] = agreeing;
    }
  }

  /** How many characters are passed before the first occurrence among `count` from `origin` on; -1 without one. */
  find(text: string, origin: number, count: number): number {
    const { length } = this.#wanted;
    let agreeing = 0;
    for (let index = 0; index < count; index++) {
      agreeing = this.#after(agreeing, text.charCodeAt(origin + index * this.#step));
      if (agreeing === length) return index + 1 - length;
    }
    return -1;
  }

  /** How many characters agree after one more, if so many did before. */
  #after(before: number, code: number): number {
    let agreeing = before;
    while (agreeing > 0 && this.#wanted.charCodeAt(this.#origin + agreeing * this.#step) !== code)
      agreeing = this.#fallback[agreeing - 1] ?? 0;
    return this.#wanted.charCodeAt(this.#origin + agreeing * this.#step) === code ? agreeing + 1 : agreeing;
  }
}
