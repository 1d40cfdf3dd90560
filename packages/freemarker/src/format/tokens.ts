import { Unformattable } from './format-error.ts';
import type { Piece, Repetition } from './pieces.ts';

/** JSON as the template spells it, with the directives around it. Stretches are offsets into the template, end exclusive. */
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
  /** Line breaks in the blanks before it: 0 for none. */
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
  /** A word ended right before the block, without a blank. */
  readonly wordBefore: boolean;
  /** One of its branches ended so. */
  wordAtEnd: boolean;
  /** Of a loop: its last round, which prints nothing between rounds any more, ended so. */
  wordAtLastEnd: boolean;
  /** One of its branches began so. */
  wordAtStart: boolean;
  isAtStart: boolean;
}

/**
 * Throws `Unformattable` where other blanks could mean something else: a quote that is opened here and closed in a branch,
 * a number that goes on behind a directive, brackets that a branch leaves open, and what is no JSON.
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
  /** Where the text in quotes began that goes on; -1 outside of quotes. */
  #quote = -1;
  #quoteDepth = 0;
  #isEscaping = false;
  /** Where the word began that goes on; -1 outside of words. */
  #word = -1;
  /** No blank and no mark stands between the last word and here; tags may. */
  #touchesWord = false;
  /** The last thing that JSON knows was a value, and no comma or colon came since. */
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
    this.#endWord(this.#text.length);
    if (this.#brackets !== '')
      throw new Unformattable('A bracket is opened and never closed.', this.#text.length);
    return this.#tokens;
  }

  #readText({ start, end }: Piece): void {
    for (let at = start; at < end; at += 1) {
      const character = this.#text.charAt(at);
      if (this.#quote !== -1) this.#passQuoted(character, at);
      else if (blank.test(character)) {
        this.#endWord(at);
        this.#touchesWord = false;
        for (const block of this.#blocks) block.isAtStart = false;
        if (character === '\n') this.#breaks += 1;
      } else if (character === '"') {
        this.#endWord(at);
        this.#beginValue(at);
        this.#quote = at;
        this.#quoteDepth = this.#blocks.length;
      } else {
        const kind = marks[character];
        if (kind === undefined) this.#beginWord(at, character);
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
      this.#touchesWord = false;
    }
  }

  /** All that is in quotes is kept to the letter; only whose branch it is has to be known. */
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
      if (this.#word === -1) this.#beginWord(start, '');
      return;
    }
    const touched = this.#word !== -1;
    this.#endWord(start);
    this.#touchesWord ||= touched;
    if (kind === 'open') this.#blocks.push(this.#newBlock(repeats));
    if (kind === 'middle') this.#nextBranch(start);
    if (kind === 'close') this.#endBlock(start);
    this.#push(kind, start, end);
  }

  #newBlock(repeats: Repetition | undefined): Block {
    return {
      repeats,
      brackets: this.#brackets,
      wordBefore: this.#touchesWord,
      ...{ wordAtEnd: false, wordAtLastEnd: false, wordAtStart: false, isAtStart: true },
    };
  }

  #nextBranch(at: number): void {
    const block = this.#leaveBranch(at);
    if (block === undefined) return;
    block.isAtStart = true;
    this.#touchesWord = block.wordBefore;
    this.#isBehindValue = false;
  }

  #endBlock(at: number): void {
    const block = this.#leaveBranch(at);
    this.#blocks.pop();
    if (block === undefined) return;
    if (block.repeats === 'loop' && block.wordAtStart && block.wordAtEnd)
      throw new Unformattable('Numbers or words of this list are printed without a blank between them.', at);
    const around = this.#blocks.at(-1);
    if (block.repeats === 'between' && around?.repeats === 'loop') {
      around.wordAtLastEnd ||= block.wordBefore;
      this.#touchesWord = block.wordAtEnd;
    } else {
      // A branch that prints nothing leaves what stood before it.
      this.#touchesWord = block.wordAtEnd || block.wordAtLastEnd || block.wordBefore;
    }
    this.#isBehindValue = false;
  }

  #leaveBranch(at: number): Block | undefined {
    const block = this.#blocks.at(-1);
    if (block === undefined) return undefined;
    if (block.brackets !== this.#brackets)
      throw new Unformattable('A bracket is opened in a branch and closed outside of it.', at);
    block.wordAtEnd ||= this.#touchesWord;
    return block;
  }

  #mark(kind: TokenKind, character: string, at: number): void {
    this.#endWord(at);
    this.#touchesWord = false;
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

  #beginWord(at: number, character: string): void {
    if (this.#word !== -1) return this.#checkWord(at, character);
    this.#checkWord(at, character);
    if (this.#touchesWord) throw new Unformattable('A number or a word goes on behind a directive.', at);
    this.#beginValue(at);
    for (const block of this.#blocks) if (block.isAtStart) block.wordAtStart = true;
    this.#word = at;
  }

  #checkWord(at: number, character: string): void {
    if (!/^[\w.+-]?$/.test(character))
      throw new Unformattable(`“${character}” outside of quotes is no JSON.`, at);
  }

  #beginValue(at: number): void {
    if (this.#isBehindValue) {
      const last = this.#tokens.at(-1);
      const depends =
        printed.test(this.#text.charAt(at)) || printed.test(this.#text.charAt(last?.start ?? at));
      throw new Unformattable(
        depends
          ? 'What is printed here stands beside another value: whether both are one depends on the data.'
          : 'Two values stand here without a comma between them: this is no JSON.',
        at,
      );
    }
    for (const block of this.#blocks) if (this.#text.charAt(at) === '"') block.isAtStart = false;
  }

  #endWord(at: number): void {
    if (this.#word === -1) return;
    this.#push('value', this.#word, at);
    this.#word = -1;
    this.#touchesWord = true;
  }

  #push(kind: TokenKind, start: number, end: number): void {
    // Blanks before the end of a block that no tag tells stand before what follows it.
    const isWritten = end > start;
    this.#tokens.push({ kind, start, end, breaks: isWritten ? this.#breaks : 0 });
    if (isWritten) this.#breaks = 0;
    if (kind === 'value') this.#isBehindValue = true;
  }
}
