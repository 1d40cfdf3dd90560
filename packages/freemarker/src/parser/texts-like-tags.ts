/** A text that may have been meant as an opening tag. */
interface TextLikeTag {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** The start of the comment around it, or -1. */
  readonly commentedFrom: number;
}

/**
 * The texts of a template that may have been meant as opening tags, by name. The template is gone through once, for however
 * many tags an opening one is looked for.
 */
export class TextsLikeTags {
  readonly #text: string;
  readonly #shape: RegExp;
  readonly #byName = new Map<string, TextLikeTag[]>();
  #next: RegExpExecArray | null;
  /** The last opening of a comment up to where the text was gone through, the one after it, and the end of the last one. */
  #comment = -1;
  #nextComment: number;
  #commentEnd = -1;

  /** The shape finds tags globally, with the name as its only group. */
  constructor(text: string, shape: RegExp) {
    this.#text = text;
    this.#shape = new RegExp(shape);
    this.#next = this.#shape.exec(text);
    this.#nextComment = text.indexOf('<#--');
  }

  /**
   * The last one with one of the names that begins at `from` or behind it and ends before `to`, but for those in comments
   * that begin in the contents.
   */
  last(names: readonly string[], contents: number, from: number, to: number): TextLikeTag | undefined {
    this.#readTo(to);
    let found: TextLikeTag | undefined;
    for (const name of names) {
      const tags = this.#byName.get(name) ?? [];
      const nearest = Math.max(from, found?.start ?? 0);
      for (let i = countBefore(tags, to) - 1; i >= 0; i--) {
        const tag = tags[i];
        if (tag === undefined || tag.start < nearest) break;
        if (tag.commentedFrom >= contents) continue;
        found = tag;
        break;
      }
    }
    return found;
  }

  #readTo(to: number): void {
    for (let next = this.#next; next !== null; next = this.#next = this.#shape.exec(this.#text)) {
      const start = next.index;
      const end = start + next[0].length;
      if (end >= to) return;
      const name = next[1] ?? '';
      if (next[0].startsWith('<#')) continue;
      const tag = { start, end, name, commentedFrom: this.#commentAround(start) };
      const tags = this.#byName.get(name);
      if (tags === undefined) this.#byName.set(name, [tag]);
      else tags.push(tag);
    }
  }

  /** Where the comment begins around a place, which must not be before the place that was asked for last; or -1. */
  #commentAround(offset: number): number {
    const text = this.#text;
    while (this.#nextComment >= 0 && this.#nextComment <= offset) {
      this.#comment = this.#nextComment;
      this.#nextComment = text.indexOf('<#--', this.#comment + 1);
      // A comment without an end has none for all that follow.
      if (this.#commentEnd < this.#comment && this.#commentEnd !== NO_END) {
        const end = text.indexOf('-->', this.#comment);
        this.#commentEnd = end < 0 ? NO_END : end;
      }
    }
    return this.#comment >= 0 && this.#commentEnd >= offset ? this.#comment : -1;
  }
}

const NO_END = -2;

/** How many of the tags, which are in order, end before the offset. */
function countBefore(tags: readonly TextLikeTag[], offset: number): number {
  let [low, high] = [0, tags.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
