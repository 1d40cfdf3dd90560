import { lexicalError } from '../errors/template-error.ts';
import type { SourceRange } from '../errors/template-error.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import type { SourceText, TextIndex } from '../source/source-text.ts';
import { identifierEnd, scanExpressionToken, skipBlanks } from './expression-tokens.ts';
import type { Scan } from './expression-tokens.ts';
import { isBlank } from './identifier-characters.ts';
import { conventionOf } from './naming-convention.ts';
import type { NamingConvention } from './naming-convention.ts';
import { scanTag } from './tag-scanner.ts';
import { T } from './token.ts';
import type { Token, TokenKind } from './token.ts';

/**
 * The lexer's modes. `named` is an expression inside the named arguments of a user-defined directive, `no-space`
 * the place after `<@` where whitespace is a token, `string` the inside of a string literal.
 */
export type LexerMode = 'default' | 'expression' | 'paren' | 'no-space' | 'named' | 'no-parse' | 'string';

/**
 * Cuts a template into tokens on demand. It is modal like the original's: which characters mean what depends on
 * the tokens before and on the parser (`enterNamedArguments`), so tokens must not be read further ahead than the
 * parser asks for.
 */
export class Lexer {
  readonly source: SourceText;
  readonly text: string;
  readonly limit: number;
  readonly settings: ParseSettings;
  position: number;
  mode: LexerMode;
  strictSyntax: boolean;
  squareTags: boolean;
  autodetectTags: boolean;
  tagSyntaxEstablished = false;
  namingConvention: NamingConvention;
  inInvocation = false;
  inHeader = false;
  /** The tag that ends an unparsed block: `-->`, `comment`, `noparse` or `noParse`. */
  unparsedEnd = '';
  /** Set when the last UNPARSED token ran to the end of the template. */
  unclosed = false;
  /** Behind the furthest character that reading depended on, but for the few that decide where a token ends. */
  reach = 0;
  /** From which offset on there is no such end of an unparsed block, so that each is looked for to the end of the text once. */
  readonly #missingEnds = new Map<string, number>();
  readonly #scan: Scan = { kind: -1, end: 0 };
  #afterInterpolation: LexerMode | undefined;
  #curly = 0;
  #paren = 0;
  #bracket = 0;

  /** Reads a source, or the part of its text between two indices. */
  constructor(
    source: SourceText,
    settings: ParseSettings,
    { start, limit }: { readonly start?: TextIndex; readonly limit?: TextIndex } = {},
  ) {
    this.source = source;
    this.text = source.text;
    this.position = start ?? 0;
    this.limit = limit ?? source.text.length;
    this.settings = settings;
    this.mode = 'default';
    this.strictSyntax = settings.strictSyntax;
    this.squareTags = settings.tagSyntax === 'square_bracket';
    this.autodetectTags = settings.tagSyntax === 'auto_detect';
    this.namingConvention = settings.namingConvention;
  }

  next(): Token {
    switch (this.mode) {
      case 'default':
      case 'string':
        return this.#textToken();
      case 'no-parse':
        return this.#unparsedToken();
      default:
        return this.#expressionToken();
    }
  }

  /** Called by the parser after the `=` of a named argument: `! ` then ends a default without an operand. */
  enterNamedArguments(): void {
    this.mode = 'named';
    this.inInvocation = true;
  }

  /** Goes back to plain text at an offset, forgetting what was open: how tolerant parsing continues. */
  restartAt(offset: number): void {
    this.position = offset;
    this.mode = 'default';
    this.inInvocation = this.inHeader = false;
    this.#afterInterpolation = undefined;
    this.#curly = this.#paren = this.#bracket = 0;
  }

  /** Notes that reading depends on the text up to an offset. */
  lookedUpTo(offset: number): void {
    if (offset > this.reach) this.reach = Math.min(offset, this.limit);
  }

  /** A token of this lexer's text; its range is that in the template, which differs inside of string literals. */
  token(kind: TokenKind, start: number, end: number): Token {
    this.position = end;
    if (end > this.reach) this.reach = end;
    const image = this.text.slice(start, end);
    const { source } = this;
    return { kind, start: source.offsetAt(start), end: source.offsetAt(end), image, next: undefined };
  }

  /** Fails at a range of the template. */
  fail(message: string, start: number, end: number): never {
    throw lexicalError(message, { source: this.source, start, end });
  }

  /** Checks a name of the language against the template's naming convention, which the first distinctive name sets. */
  checkNamingConvention(token: Token, convention: NamingConvention = conventionOf(token.image)): void {
    if (convention === 'auto_detect') return;
    if (this.namingConvention === 'auto_detect') {
      this.namingConvention = convention;
    } else if (this.namingConvention !== convention) {
      const used = this.namingConvention === 'camel_case' ? 'camelCase' : 'legacy (snake_case)';
      this.fail(
        `Naming convention mismatch: this template uses ${used} names, but "${token.image.trim()}" does not.`,
        token.start,
        token.end,
      );
    }
  }

  #range(start: number, end: number): SourceRange {
    const { source } = this;
    return { source, start: source.offsetAt(start), end: source.offsetAt(end) };
  }

  #textToken(): Token {
    const { text, limit } = this;
    const start = this.position;
    if (start >= limit) return this.#endOfInput();
    let i = start;
    for (; i < limit; i++) {
      const c = text.charCodeAt(i);
      // $ # < [
      if (c !== 36 && c !== 35 && c !== 60 && c !== 91) continue;
      const opening = this.#interpolationAt(i, c);
      if (opening === 0 && (this.mode === 'string' || (c !== 60 && c !== 91))) continue;
      if (i > start) {
        if (opening !== 0 || !this.strictSyntax || mayBeTag(text, i)) return this.token(T.TEXT, start, i);
        continue;
      }
      if (opening !== 0) {
        this.#afterInterpolation = this.mode;
        this.mode = 'expression';
        return this.token(opening, i, i + 2);
      }
      const tag = mayBeTag(text, i) || !this.strictSyntax ? scanTag(this, i) : undefined;
      if (tag !== undefined) return tag;
    }
    return this.token(T.TEXT, start, i);
  }

  /** The end of the input is positioned at its last character. */
  #endOfInput(): Token {
    const token = this.token(T.EOF, Math.max(0, this.limit - 1), this.limit);
    token.image = '';
    return token;
  }

  #interpolationAt(i: number, c: number): TokenKind {
    const next = i + 1 < this.limit ? this.text.charCodeAt(i + 1) : -1;
    const syntax = this.settings.interpolationSyntax;
    if (next === 123) {
      if (c === 36 && syntax !== 'square_bracket') return T.DOLLAR_OPEN;
      if (c === 35 && syntax === 'legacy') return T.HASH_OPEN;
    }
    return next === 61 && c === 91 && syntax === 'square_bracket' ? T.BRACKET_OPEN : T.EOF;
  }

  #unparsedToken(): Token {
    const start = this.position;
    if (start >= this.limit) return this.#endOfInput();
    const close = this.#findUnparsedEnd(start);
    this.unclosed = close === undefined;
    this.mode = close === undefined ? this.mode : 'default';
    const [contentEnd, end] = close ?? [this.limit, this.limit];
    const token = this.token(T.UNPARSED, start, end);
    token.image = this.text.slice(start, contentEnd);
    return token;
  }

  #findUnparsedEnd(start: number): [number, number] | undefined {
    const mark = this.unparsedEnd === '-->' && this.squareTags ? '--]' : this.unparsedEnd;
    if (start >= (this.#missingEnds.get(mark) ?? Infinity)) return undefined;
    const end = this.#searchUnparsedEnd(start, mark);
    if (end === undefined) this.#missingEnds.set(mark, start);
    return end;
  }

  #searchUnparsedEnd(start: number, mark: string): [number, number] | undefined {
    if (this.unparsedEnd === '-->') {
      const at = this.text.indexOf(mark, start);
      return at < 0 || at + 3 > this.limit ? undefined : [at, at + 3];
    }
    const closing = /[<[]\/#?([a-zA-Z]+)[ \t\n\r]*[>\]]/g;
    closing.lastIndex = start;
    for (let m = closing.exec(this.text); m !== null; m = closing.exec(this.text)) {
      if (m[1] === this.unparsedEnd) return [m.index, m.index + m[0].length];
    }
    return undefined;
  }

  #expressionToken(): Token {
    const { text, limit } = this;
    let start = this.position;
    if (this.mode === 'no-space') {
      const end = skipBlanks(text, start, limit);
      if (end > start) {
        this.mode = 'expression';
        return this.token(T.TERMINATING_WHITESPACE, start, end);
      }
    } else {
      start = this.#skipBlanksAndComments(start);
    }
    if (start >= limit) return this.#endOfInput();
    const c = text.charCodeAt(start);
    if (c === 62) return this.#greaterThan(start);
    if (c === 47 && this.mode !== 'paren') {
      const next = start + 1 < limit ? text.charCodeAt(start + 1) : 0;
      if (next === 62 || next === 93) return this.#emptyDirectiveEnd(start);
    }
    if (c === 33 && this.mode === 'named' && start + 1 < limit && isBlank(text.charCodeAt(start + 1))) {
      this.mode = 'expression';
      return this.token(T.TERMINATING_EXCLAM, start, skipBlanks(text, start + 1, limit));
    }
    const scan = this.#scan;
    scanExpressionToken(text, start, limit, scan);
    if (scan.kind === -1) this.#failAt(scan.end);
    return this.#afterExpressionToken(this.token(scan.kind, start, scan.end));
  }

  #skipBlanksAndComments(start: number): number {
    const { text, limit } = this;
    for (let i = start; ;) {
      i = skipBlanks(text, i, limit);
      const c = i < limit ? text.charCodeAt(i) : 0;
      if ((c !== 60 && c !== 91) || !/^[#!]--$/.test(text.slice(i + 1, Math.min(i + 4, limit)))) return i;
      const angle = text.indexOf('-->', i + 4);
      const square = text.indexOf('--]', i + 4);
      const close = angle < 0 ? square : square < 0 ? angle : Math.min(angle, square);
      if (close < 0 || close + 3 > limit) return limit;
      i = close + 3;
      if (this.#paren > 0) this.mode = 'paren';
      else this.mode = this.inInvocation ? 'named' : 'expression';
    }
  }

  #greaterThan(start: number): Token {
    if (this.mode === 'paren') {
      return this.text.charCodeAt(start + 1) === 61 && start + 1 < this.limit
        ? this.token(T.NATURAL_GTE, start, start + 2)
        : this.token(T.NATURAL_GT, start, start + 1);
    }
    const natural = this.squareTags || this.#afterInterpolation !== undefined;
    const token = this.token(natural ? T.NATURAL_GT : T.DIRECTIVE_END, start, start + 1);
    this.#endHeader();
    if (!natural) this.mode = 'default';
    return token;
  }

  #emptyDirectiveEnd(start: number): Token {
    const closer = this.text[start + 1] ?? '';
    const token = this.token(T.EMPTY_DIRECTIVE_END, start, start + 2);
    if (this.tagSyntaxEstablished && this.checksTagEnds() && (closer === '>') === this.squareTags) {
      this.fail(`The tag shouldn't end with "${closer}".`, token.start, token.end);
    }
    this.#endHeader();
    this.mode = 'default';
    return token;
  }

  /** Whether `]` must not close a `<#…` tag: since 2.3.28, before that it was tolerated. */
  checksTagEnds(): boolean {
    const { incompatibleImprovements, interpolationSyntax } = this.settings;
    return incompatibleImprovements >= 2_003_028 || interpolationSyntax === 'square_bracket';
  }

  #afterExpressionToken(token: Token): Token {
    switch (token.kind) {
      case T.ID:
        if (token.image.includes('\\')) token.image = token.image.replaceAll('\\', '');
        break;
      case T.OPEN_BRACKET:
        this.#bracket++;
        break;
      case T.CLOSE_BRACKET:
        this.#closeBracket(token);
        break;
      case T.OPEN_PAREN:
        if (++this.#paren === 1) this.mode = 'paren';
        break;
      case T.CLOSE_PAREN:
        if (--this.#paren === 0) this.mode = this.inInvocation ? 'named' : 'expression';
        break;
      case T.OPEN_CURLY:
        this.#curly++;
        break;
      case T.CLOSE_CURLY:
        if (this.#curly > 0) this.#curly--;
        else if (
          this.settings.interpolationSyntax !== 'square_bracket' &&
          this.#afterInterpolation !== undefined
        ) {
          this.#endInterpolation();
        } else this.#nothingOpen(token);
        break;
      case T.DOLLAR_OPEN:
      case T.HASH_OPEN:
      case T.BRACKET_OPEN: {
        const closer = token.image.startsWith('[') ? ']' : '}';
        this.fail(
          `You can't use ${token.image}...${closer} here as you are already in an expression: ` +
            `instead of ${token.image}myExpression${closer}, just write myExpression.`,
          token.start,
          token.end,
        );
        break;
      }
      default:
        break;
    }
    return token;
  }

  #closeBracket(token: Token): void {
    if (this.#bracket > 0) {
      this.#bracket--;
      return;
    }
    if (this.settings.interpolationSyntax === 'square_bracket' && this.#afterInterpolation !== undefined) {
      this.#endInterpolation();
      return;
    }
    if ((!this.squareTags && this.checksTagEnds()) || this.#afterInterpolation !== undefined) {
      this.#nothingOpen(token);
    }
    token.kind = T.DIRECTIVE_END;
    this.#endHeader();
    this.mode = 'default';
  }

  #endInterpolation(): void {
    this.mode = this.#afterInterpolation ?? 'default';
    this.#afterInterpolation = undefined;
  }

  #nothingOpen(token: Token): never {
    this.fail(
      `You can't have an "${token.image}" here, as there's nothing open that it could close.`,
      token.start,
      token.end,
    );
  }

  #endHeader(): void {
    if (!this.inHeader) return;
    this.inHeader = false;
    this.eatLineBreak();
  }

  /** Drops the whitespace-only rest of the line after the header, its line break included. */
  eatLineBreak(): void {
    // Java does not count no-break spaces as whitespace.
    const rest = /[^\S\n\r\u00a0\u2007\u202f\ufeff]*(?:\r\n?|\n)/y;
    rest.lastIndex = this.position;
    const match = rest.exec(this.text);
    if (match !== null && rest.lastIndex <= this.limit) this.position = rest.lastIndex;
  }

  /** Fails at a character that no token has here; past the last character, where the input ran out. */
  #failAt(offset: number): never {
    const { text, limit, source } = this;
    const at = Math.min(offset, limit - 1);
    this.lookedUpTo(at + 1);
    const shown = offset < limit ? `"${text[offset] ?? ''}"` : 'the end';
    const message = `Lexical error: encountered ${shown}, which fits no token here.`;
    const range = this.#range(at, at + 1);
    if (at + 1 < limit) throw lexicalError(message, range);
    const last = source.position(range.start);
    const breaksLine = text[at] === '\n' || text[at] === '\r';
    const line = breaksLine ? last.line + 1 : last.line;
    const column = breaksLine ? 0 : last.column + 1;
    throw lexicalError(message, range, { line, column, endLine: line, endColumn: column });
  }

  /** The end of an identifier that starts at the offset; the offset itself when none does. */
  identifierEnd(start: number): number {
    return identifierEnd(this.text, start, this.limit);
  }
}

/** Whether a `<` or `[` here can begin a tag at all; most cannot, and are text. */
function mayBeTag(text: string, i: number): boolean {
  const next = text.charCodeAt(i + 1);
  if (next === 35 || next === 64) return true; // # @
  if (next === 115) return text.charCodeAt(i + 2) === 101; // <sep> is recognized without its #
  if (next !== 47) return false;
  const third = text.charCodeAt(i + 2);
  return third === 35 || third === 64;
}
