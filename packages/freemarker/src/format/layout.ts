import type { FormatToken } from './tokens.ts';

/** As long as a line may be that stays one: what is longer is laid out member by member. */
const maxLineLength = 100;
const step = '  ';

export interface Laid {
  readonly text: string;
  /** Where each token begins in the new text. */
  readonly starts: readonly number[];
}

type Gap = 'none' | 'space' | 'line';

/** Writes tokens with other whitespace between them, and nothing else changed. Formatting the result again doesn't change it. */
export function layOut(text: string, tokens: readonly FormatToken[]): Laid {
  return new Layout(text, tokens).write();
}

class Layout {
  readonly #text: string;
  readonly #tokens: readonly FormatToken[];
  /** Of what begins: where it ends, and the other way round. */
  readonly #partners: readonly number[];
  /** In one line together with all that is in it. */
  readonly #isFlat: readonly boolean[];
  #written = '';
  #depth = 0;
  /** How many of what is laid out in one line are open. */
  #flat = 0;

  constructor(text: string, tokens: readonly FormatToken[]) {
    this.#text = text;
    this.#tokens = tokens;
    this.#partners = partnersOf(tokens);
    this.#isFlat = tokens.map((_token, index) => this.#fitsInLine(index));
  }

  write(): Laid {
    const starts = this.#tokens.map((token, index) => {
      const isEnd = token.kind === 'end' || token.kind === 'close';
      if (isEnd) this.#leave(index);
      if (index > 0) this.#break(this.#gap(index), index);
      const start = this.#written.length;
      this.#written += this.#textOf(token);
      if (token.kind === 'begin' || token.kind === 'open') this.#enter(index);
      return start;
    });
    return { text: this.#written, starts };
  }

  #textOf({ start, end }: FormatToken): string {
    return this.#text.slice(start, end);
  }

  #enter(index: number): void {
    if (this.#isFlat[index] === true) this.#flat += 1;
    else if (!this.#hugs(index)) this.#depth += 1;
  }

  #leave(index: number): void {
    const begin = this.#partners[index] ?? -1;
    if (this.#isFlat[begin] === true) this.#flat -= 1;
    else if (!this.#hugs(begin)) this.#depth -= 1;
  }

  #break(gap: Gap, index: number): void {
    if (gap === 'space') this.#written += ' ';
    if (gap !== 'line') return;
    const { kind, breaks } = this.#token(index);
    const before = this.#token(index - 1).kind;
    const isFirst = before === 'begin' || before === 'open' || before === 'middle';
    const isLast = kind === 'end' || kind === 'close' || kind === 'middle';
    const depth = kind === 'middle' ? this.#depth - 1 : this.#depth;
    this.#written += (breaks > 1 && !isFirst && !isLast ? '\n\n' : '\n') + step.repeat(Math.max(0, depth));
  }

  #gap(index: number): Gap {
    const { kind, start, end } = this.#token(index);
    if (kind === 'comma' || kind === 'colon' || start === end) return 'none';
    // An end belongs to what it ends: outside of it that is one line, and inside of it all the same.
    const isFlatEnd =
      (kind === 'end' || kind === 'close') && this.#isFlat[this.#partners[index] ?? -1] === true;
    return this.#flat > 0 || isFlatEnd ? this.#gapInLine(index) : this.#gapOfLines(index);
  }

  #gapInLine(index: number): Gap {
    const [before, token] = [this.#token(index - 1), this.#token(index)];
    if (before.kind === 'begin' && token.kind === 'end') return 'none';
    if (before.kind === 'begin') return this.#textOf(before) === '{' ? 'space' : 'none';
    if (token.kind === 'end') return this.#textOf(token) === '}' ? 'space' : 'none';
    const endsBranch = token.kind === 'close' || token.kind === 'middle';
    if ((before.kind === 'comma' || before.kind === 'colon') && !endsBranch) return 'space';
    return token.start > before.end ? 'space' : 'none';
  }

  #gapOfLines(index: number): Gap {
    const [before, token] = [this.#token(index - 1), this.#token(index)];
    if (before.kind === 'begin' && token.kind === 'end') return 'none';
    if (before.kind === 'begin') return this.#hugs(index - 1) ? 'none' : 'line';
    if (token.kind === 'end') return this.#hugs(this.#partners[index] ?? -1) ? 'none' : 'line';
    if (before.kind === 'colon')
      return this.#isLaidOut(index) || (token.breaks > 0 && isAside(token)) ? 'line' : 'space';
    if (before.kind === 'comma') return isAside(token) && token.breaks === 0 ? 'space' : 'line';
    if (this.#isTagOfLines(index) || this.#isTagOfLines(index - 1)) return 'line';
    if (token.breaks > 0) return 'line';
    // A comment after a comma is about the item before it.
    if (before.kind === 'comment' && this.#tokens[index - 2]?.kind === 'comma') return 'line';
    return token.start > before.end ? 'space' : 'none';
  }

  /** A block that takes several lines. */
  #isLaidOut(index: number): boolean {
    return this.#token(index).kind === 'open' && this.#isFlat[index] === false;
  }

  /** A tag of such a block, on a separate line. */
  #isTagOfLines(index: number): boolean {
    const { kind } = this.#token(index);
    if (kind === 'middle') return true;
    if (kind === 'open') return this.#isFlat[index] === false;
    return kind === 'close' && this.#isFlat[this.#partners[index] ?? -1] === false;
  }

  /** `[{` … `}]`: a list of one object has its brackets beside those of the object. */
  #hugs(index: number): boolean {
    const end = this.#partners[index] ?? -1;
    if (this.#tokens[index]?.kind !== 'begin' || this.#textOf(this.#token(index)) !== '[') return false;
    const inner = this.#tokens[index + 1];
    if (inner?.kind !== 'begin' || this.#textOf(inner) !== '{') return false;
    return this.#isFlat[index + 1] !== true && (this.#partners[index + 1] ?? -1) + 1 === end;
  }

  /** What was written in one line stays in one, as long as that is no long line. */
  #fitsInLine(index: number): boolean {
    const { kind, start } = this.#token(index);
    if (kind !== 'begin' && kind !== 'open') return false;
    const end = this.#partners[index] ?? -1;
    if (end === -1 || this.#token(end).end - start > 2 * maxLineLength) return false;
    let length = 0;
    for (let at = index; at <= end; at += 1) {
      const token = this.#token(at);
      const text = this.#textOf(token);
      if ((at > index && token.breaks > 0) || text.includes('\n')) return false;
      length += text.length + (at > index && this.#isSpaced(at) ? 1 : 0);
    }
    return length <= maxLineLength;
  }

  #isSpaced(index: number): boolean {
    const { kind } = this.#token(index);
    return kind !== 'comma' && kind !== 'colon' && this.#gapInLine(index) === 'space';
  }

  #token(index: number): FormatToken {
    const token = this.#tokens[index];
    if (token === undefined) throw new RangeError(`There is no token ${index}`);
    return token;
  }
}

/** Separate from the JSON, not part of it. */
const isAside = ({ kind }: FormatToken): boolean =>
  kind === 'comment' || kind === 'statement' || kind === 'whole';

function partnersOf(tokens: readonly FormatToken[]): readonly number[] {
  const partners = tokens.map(() => -1);
  const open: number[] = [];
  tokens.forEach(({ kind }, index) => {
    if (kind === 'begin' || kind === 'open') open.push(index);
    if (kind !== 'end' && kind !== 'close') return;
    const begin = open.pop() ?? -1;
    partners[index] = begin;
    if (begin !== -1) partners[begin] = index;
  });
  return partners;
}
