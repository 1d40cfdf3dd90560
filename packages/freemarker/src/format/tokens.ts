import { Unformattable } from './format-error.ts';
import type { Piece, Repetition } from './pieces.ts';

/** JSON as the template spells it, with the directives around it. Ranges are offsets into the template, end exclusive. */
export type TokenKind =
  /** `{` or `[` */
  | 'begin'
  /** `}` or `]` */
  | 'end'
  | 'comma'
  | 'colon'
  /** A text in quotes with all that is printed in it, a number, a word, a value: kept to the letter. */
  | 'value'
  | 'open'
  | 'middle'
  | 'close'
  | 'statement'
  | 'comment'
  | 'whole';

export interface FormatToken {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Line breaks in the whitespace before it: 0 for none. */
  readonly breaks: number;
}

const blank = /[ \t\r\n]/;
/** How an interpolation or a call begins. */
const printed = /[$#<]/;
const marks: Readonly<Record<string, TokenKind>> = {
  '{': 'begin',
  '[': 'begin',
  '}': 'end',
  ']': 'end',
  ',': 'comma',
  ':': 'colon',
};

/** What surrounds the branches of a block. */
interface Block {
  readonly repeats: Repetition | undefined;
  readonly brackets: string;
  /** A literal ended right before the block, without a space. */
  readonly literalBefore: boolean;
  /** One of its branches ended so. */
  literalAtEnd: boolean;
  /** Of a loop: its last round, which prints nothing between rounds any more, ended so. */
  literalAtLastEnd: boolean;
  /** One of its branches began so. */
  literalAtStart: boolean;
  isAtStart: boolean;
}

/**
 * Throws `Unformattable` where other whitespace could mean something else: a quote that is opened here and closed in a branch,
 * a number that continues after a directive, brackets that a branch leaves open, and invalid JSON.
 */
export function tokensOf(text: string, pieces: readonly Piece[]): readonly FormatToken[] {
  return new Tokens(text).read(pieces);
}

class Tokens {
  readonly #text: string;
  readonly #tokens: FormatToken[] = [];
  readonly #blocks: Block[] = [];
  #brackets = '';
  #breaks = 0;
  /** The start of the current text in quotes; -1 outside of quotes. */
  #quote = -1;
  #quoteDepth = 0;
  #isEscaping = false;
  /** The start of the current literal; -1 outside of literals. */
  #literal = -1;
  /** There is no space or punctuation between the last literal and here; there may be tags. */
  #touchesLiteral = false;
  /** The last JSON token was a value, without a comma or colon since. */
  #isBehindValue = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(pieces: readonly Piece[]): readonly FormatToken[] {
    for (const piece of pieces) {
      if (piece.kind === 'text') this.#readText(piece);
      else if (this.#quote === -1) this.#readPiece(piece.kind, piece);
      else this.#readInQuotes(piece);
    }
    if (this.#quote !== -1) throw new Unformattable('A quote is opened here and never closed.', this.#quote);
    this.#endLiteral(this.#text.length);
    if (this.#brackets !== '')
      throw new Unformattable('A bracket is opened and never closed.', this.#text.length);
    return this.#tokens;
  }

  #readText({ start, end }: Piece): void {
    for (let at = start; at < end; at += 1) {
      const character = this.#text.charAt(at);
      if (this.#quote !== -1) this.#passQuoted(character, at);
      else if (blank.test(character)) {
        this.#endLiteral(at);
        this.#touchesLiteral = false;
        for (const block of this.#blocks) block.isAtStart = false;
        if (character === '\n') this.#breaks += 1;
      } else if (character === '"') {
        this.#endLiteral(at);
        this.#beginValue(at);
        this.#quote = at;
        this.#quoteDepth = this.#blocks.length;
      } else {
        const kind = marks[character];
        if (kind === undefined) this.#beginLiteral(at, character);
        else this.#mark(kind, character, at);
      }
    }
  }

  #passQuoted(character: string, at: number): void {
    if (this.#isEscaping) this.#isEscaping = false;
    else if (character === '\\') this.#isEscaping = true;
    else if (character === '"') {
      if (this.#quoteDepth !== this.#blocks.length) {
        throw new Unformattable('A quote is opened outside of a branch and closed in it.', at);
      }
      this.#push('value', this.#quote, at + 1);
      this.#quote = -1;
      this.#touchesLiteral = false;
    }
  }

  /** Everything in quotes stays unchanged; only its branch matters. */
  #readInQuotes({ kind, start }: Piece): void {
    this.#isEscaping = false;
    if (kind === 'open') this.#blocks.push(this.#newBlock(undefined));
    if (kind === 'close') this.#blocks.pop();
    if (
      (kind === 'close' || kind === 'middle') &&
      this.#blocks.length < this.#quoteDepth + (kind === 'middle' ? 1 : 0)
    )
      throw new Unformattable('A quote is opened in a branch and closed outside of it.', start);
  }

  #readPiece(kind: Exclude<Piece['kind'], 'text'>, { start, end, repeats }: Piece): void {
    if (kind === 'value') {
      if (this.#literal === -1) this.#beginLiteral(start, '');
      return;
    }
    const touched = this.#literal !== -1;
    this.#endLiteral(start);
    this.#touchesLiteral ||= touched;
    if (kind === 'open') this.#blocks.push(this.#newBlock(repeats));
    if (kind === 'middle') this.#nextBranch(start);
    if (kind === 'close') this.#endBlock(start);
    this.#push(kind, start, end);
  }

  #newBlock(repeats: Repetition | undefined): Block {
    return {
      repeats,
      brackets: this.#brackets,
      literalBefore: this.#touchesLiteral,
      ...{ literalAtEnd: false, literalAtLastEnd: false, literalAtStart: false, isAtStart: true },
    };
  }

  #nextBranch(at: number): void {
    const block = this.#leaveBranch(at);
    if (block === undefined) return;
    block.isAtStart = true;
    this.#touchesLiteral = block.literalBefore;
    this.#isBehindValue = false;
  }

  #endBlock(at: number): void {
    const block = this.#leaveBranch(at);
    this.#blocks.pop();
    if (block === undefined) return;
    if (block.repeats === 'loop' && block.literalAtStart && block.literalAtEnd)
      throw new Unformattable('Numbers or words of this list are printed without a space between them.', at);
    const around = this.#blocks.at(-1);
    if (block.repeats === 'between' && around?.repeats === 'loop') {
      around.literalAtLastEnd ||= block.literalBefore;
      this.#touchesLiteral = block.literalAtEnd;
    } else {
      // A branch that prints nothing leaves the state before it.
      this.#touchesLiteral = block.literalAtEnd || block.literalAtLastEnd || block.literalBefore;
    }
    this.#isBehindValue = false;
  }

  #leaveBranch(at: number): Block | undefined {
    const block = this.#blocks.at(-1);
    if (block === undefined) return undefined;
    if (block.brackets !== this.#brackets)
      throw new Unformattable('A bracket is opened in a branch and closed outside of it.', at);
    block.literalAtEnd ||= this.#touchesLiteral;
    return block;
  }

  #mark(kind: TokenKind, character: string, at: number): void {
    this.#endLiteral(at);
    this.#touchesLiteral = false;
    for (const block of this.#blocks) block.isAtStart = false;
    if (character === '{' || character === '[') {
      this.#beginValue(at);
      this.#brackets += character;
    }
    if (character === '}' || character === ']') {
      const opened = this.#brackets.at(-1);
      if (opened !== (character === '}' ? '{' : '['))
        throw new Unformattable(`There is no bracket that this “${character}” closes.`, at);
      this.#brackets = this.#brackets.slice(0, -1);
    }
    this.#isBehindValue = kind === 'end';
    this.#push(kind, at, at + 1);
  }

  #beginLiteral(at: number, character: string): void {
    if (this.#literal !== -1) return this.#checkLiteral(at, character);
    this.#checkLiteral(at, character);
    if (this.#touchesLiteral) throw new Unformattable('A number or a word continues after a directive.', at);
    this.#beginValue(at);
    for (const block of this.#blocks) if (block.isAtStart) block.literalAtStart = true;
    this.#literal = at;
  }

  #checkLiteral(at: number, character: string): void {
    if (!/^[\w.+-]?$/.test(character))
      throw new Unformattable(`“${character}” outside of quotes isn’t valid JSON.`, at);
  }

  #beginValue(at: number): void {
    if (this.#isBehindValue) {
      const last = this.#tokens.at(-1);
      const depends =
        printed.test(this.#text.charAt(at)) || printed.test(this.#text.charAt(last?.start ?? at));
      throw new Unformattable(
        depends
          ? 'This is printed next to another value: whether they form one value depends on the data.'
          : 'Two values without a comma between them aren’t valid JSON.',
        at,
      );
    }
    for (const block of this.#blocks) if (this.#text.charAt(at) === '"') block.isAtStart = false;
  }

  #endLiteral(at: number): void {
    if (this.#literal === -1) return;
    this.#push('value', this.#literal, at);
    this.#literal = -1;
    this.#touchesLiteral = true;
  }

  #push(kind: TokenKind, start: number, end: number): void {
    // Whitespace at the end of a block without an end tag belongs before the next token.
    const isWritten = end > start;
    this.#tokens.push({ kind, start, end, breaks: isWritten ? this.#breaks : 0 });
    if (isWritten) this.#breaks = 0;
    if (kind === 'value') this.#isBehindValue = true;
  }
}
