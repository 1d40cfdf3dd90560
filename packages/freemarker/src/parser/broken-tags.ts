import type { TokenKind } from '../lexer/token.ts';

/** A tag that could not be read, or a text that was probably meant to be one. */
export interface BrokenTag {
  readonly start: number;
  readonly isEnd: boolean;
  /** The kind that the opening tag has, or was probably meant to have; undefined where nothing is near. */
  readonly opens: TokenKind | undefined;
  /** Whether the name is one of the language, so that nothing else can be meant. */
  readonly isKnown: boolean;
  /** Set once another tag of the template was matched with it. */
  used: 'as-opening' | 'as-end' | undefined;
}

interface Numbered {
  readonly tag: BrokenTag;
  readonly number: number;
  /** The furthest start among it and those before it. */
  readonly furthest: number;
}

/** Some opening tags in the order in which they broke; the last unused one is requested repeatedly. */
class Openings {
  readonly #tags: Numbered[] = [];

  push(tag: BrokenTag, number: number): void {
    const furthest = Math.max(tag.start, this.#tags.at(-1)?.furthest ?? 0);
    this.#tags.push({ tag, number, furthest });
  }

  forgetFrom(number: number): void {
    while ((this.#tags.at(-1)?.number ?? -1) >= number) this.#tags.pop();
  }

  /** The last unused one that begins at or after an offset. */
  last(from: number): Numbered | undefined {
    // What is used stays so.
    while (this.#tags.at(-1)?.tag.used !== undefined) this.#tags.pop();
    for (let i = this.#tags.length - 1; i >= 0; i--) {
      const numbered = this.#tags[i];
      if (numbered === undefined || numbered.furthest < from) return undefined;
      if (numbered.tag.used === undefined && numbered.tag.start >= from) return numbered;
    }
    return undefined;
  }
}

/** The broken tags of a template, found by what they open: a template may have as many of them as it has tags. */
export class BrokenTags {
  readonly all: BrokenTag[] = [];
  readonly #byKind = new Map<TokenKind | undefined, Openings>();
  readonly #unknown = new Openings();
  /** The number of the first one that begins at an offset. */
  readonly #starts = new Map<number, number>();

  add(tag: BrokenTag): BrokenTag {
    const number = this.all.push(tag) - 1;
    if (!this.#starts.has(tag.start)) this.#starts.set(tag.start, number);
    if (tag.isEnd || tag.used !== undefined) return tag;
    let openings = this.#byKind.get(tag.opens);
    if (openings === undefined) this.#byKind.set(tag.opens, (openings = new Openings()));
    openings.push(tag, number);
    if (!tag.isKnown) this.#unknown.push(tag, number);
    return tag;
  }

  /** Forgets all but the first ones. */
  forgetFrom(count: number): void {
    if (count >= this.all.length) return;
    for (const { start } of this.all.slice(count))
      if ((this.#starts.get(start) ?? -1) >= count) this.#starts.delete(start);
    this.all.length = count;
    for (const openings of this.#byKind.values()) openings.forgetFrom(count);
    this.#unknown.forgetFrom(count);
  }

  isAt(start: number): boolean {
    return this.#starts.has(start);
  }

  /** The last opening tag from an offset on that is not used and opens one of the kinds, or may open anything. */
  lastOpening(
    kinds: readonly (TokenKind | undefined)[],
    from: number,
    mayBeUnknown: boolean,
  ): BrokenTag | undefined {
    let found = mayBeUnknown ? this.#unknown.last(from) : undefined;
    for (const kind of kinds) {
      const last = this.#byKind.get(kind)?.last(from);
      if (last !== undefined && last.number > (found?.number ?? -1)) found = last;
    }
    return found?.tag;
  }
}
