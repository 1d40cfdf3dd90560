import type { CloneBudget } from '../ast/cloning.ts';
import type { Element, HeaderParameter, MacroElement } from '../ast/elements.ts';
import type { Expression, Identifier } from '../ast/expressions.ts';
import { TemplateError, parseError } from '../errors/template-error.ts';
import type { SourceRange } from '../errors/template-error.ts';
import type { Lexer } from '../lexer/lexer.ts';
import { T } from '../lexer/token.ts';
import type { Token, TokenKind } from '../lexer/token.ts';
import { isMarkupFormat } from '../output-formats/format-names.ts';
import type { TimeLimit } from '../runtime/time-limit.ts';
import type { SourceText, TemplateOffset } from '../source/source-text.ts';
import { lineEnd } from './indentation.ts';
import { Lookahead } from './lookahead.ts';
import { Recovery, belongsToBlock, isDefinition } from './recovery.ts';
import { firstTextToken } from './text-tokens.ts';
import type { AutoEscapingPolicy, ParseSettings } from '../source/parse-settings.ts';

/** The clock is read at every so many tokens. */
const CLOCK_INTERVAL = 256;

/** A `#list` or `#items` (or a user-defined directive's loop variables) around the place being parsed. */
export interface IteratorContext {
  variable: string | undefined;
  secondVariable: string | undefined;
  kind: 'list' | 'foreach' | 'items' | 'user-directive';
  listsHash: boolean;
}

/** The surrounding context that parsing used since it began. */
export interface UsedContext {
  /** Whether it used enclosing loops, a macro or function, or `#escape`s. */
  loops: boolean;
  callables: boolean;
  escapes: boolean;
  /** How deeply it nested. */
  depth: number;
  /** How many loops there are around, and blocks that can be left and continued. */
  readonly around: { iterators: number; breakable: number; continuable: number };
}

/** Goes along while a template is read. */
export interface TemplateReading {
  /** Called before the contents of a block, or of the template, whose elements are put into the list. */
  contents(elements: Element[]): ContentsReading;
  /** The number of reused parts. */
  readonly count: number;
  /** Drops all but the first `count` reused parts: parsing restarts from there. */
  forgetSince(count: number): void;
}

/** Goes along while the contents of a block, or those of the template, are read. */
export interface ContentsReading {
  /** Whether it reused the following part and added it to the elements: parsing continues after it. */
  takeOver(): boolean;
  /** Called after each element. */
  elementRead(): void;
  /** Called after the last one. */
  end(): void;
}

export interface Escape {
  readonly variable: string;
  /** The expression as it is written. */
  readonly text: string;
  readonly expression: Expression;
}

/**
 * The state of one parse: the token stream, what is open around the current place, and the settings that
 * directives change while parsing. The grammar's productions are functions over it.
 *
 * Strict parsing throws the first error. Tolerant parsing records errors, inserts error nodes where it could not
 * parse, and continues.
 */
export class Parser {
  readonly lexer: Lexer;
  readonly source: SourceText;
  readonly settings: ParseSettings;
  readonly tolerant: boolean;
  readonly errors: TemplateError[] = [];
  readonly macros = new Map<string, MacroElement>();
  readonly header: HeaderParameter[] = [];
  /** Only when parsing is tolerant. */
  readonly recovery: Recovery | undefined;
  along: TemplateReading | undefined;
  #lookahead: Lookahead | undefined;
  /** The last token taken. */
  token: Token;
  outputFormat: string;
  autoEscapingPolicy: AutoEscapingPolicy;
  autoEscaping = false;
  stripWhitespace: boolean;
  stripText = false;
  iterators: IteratorContext[] = [];
  escapes: Escape[] = [];
  breakable = 0;
  continuable = 0;
  #inMacro = false;
  #inFunction = false;
  usesArgs = false;
  mixedNesting = 0;
  incompatibleImprovements: number;
  usedContext: UsedContext = {
    loops: false,
    callables: false,
    escapes: false,
    depth: 0,
    around: { iterators: 0, breakable: 0, continuable: 0 },
  };
  readonly cloneBudget: CloneBudget = { nodes: 200_000 };
  readonly #time: TimeLimit | undefined;
  #taken = 0;
  #depth = 0;

  constructor(
    lexer: Lexer,
    settings: ParseSettings,
    tolerant: boolean,
    outputFormat: string,
    time?: TimeLimit,
  ) {
    this.#time = time;
    this.lexer = lexer;
    this.source = lexer.source;
    this.settings = settings;
    this.tolerant = tolerant;
    this.recovery = tolerant ? new Recovery(this.source, this.errors) : undefined;
    const at = this.source.offsetAt(lexer.position);
    this.token = { kind: T.EOF, start: at, end: at, image: '', next: undefined };
    this.outputFormat = outputFormat;
    this.autoEscapingPolicy = settings.autoEscapingPolicy;
    this.stripWhitespace = settings.whitespaceStripping;
    this.incompatibleImprovements = settings.incompatibleImprovements;
    this.updateAutoEscaping();
  }

  get inMacro(): boolean {
    this.usedContext.callables = true;
    return this.#inMacro;
  }

  get inFunction(): boolean {
    this.usedContext.callables = true;
    return this.#inFunction;
  }

  /** Whether reading is inside of either. */
  get inDefinition(): boolean {
    return this.inMacro || this.inFunction;
  }

  /** Which of the two reading is inside of; neither for undefined. */
  set callable(kind: 'macro' | 'function' | undefined) {
    this.#inMacro = kind === 'macro';
    this.#inFunction = kind === 'function';
  }

  /** Notes that reading depends on which of the open loops is the one at the index, or that there is none. */
  noteLoopUse(index: number): void {
    if (index < this.usedContext.around.iterators) this.usedContext.loops = true;
  }

  /** Created when it is first needed: each part of a string literal has its own parser, and few need it. */
  get lookahead(): Lookahead {
    return (this.#lookahead ??= new Lookahead(this));
  }

  /** How deeply contents and expressions are nested here. */
  get depth(): number {
    return this.#depth;
  }

  /** Reads on as if it were inside all that the other parser is inside of. */
  startInside(other: Parser): void {
    this.iterators = other.iterators.map((iterator) => ({ ...iterator }));
    this.breakable = other.breakable;
    this.continuable = other.continuable;
    this.#inMacro = other.#inMacro;
    this.#inFunction = other.#inFunction;
    this.escapes = other.escapes;
    this.stripText = other.stripText;
    this.mixedNesting = other.mixedNesting;
    this.#depth = other.#depth;
    const { breakable, continuable } = this;
    Object.assign(this.usedContext.around, { iterators: this.iterators.length, breakable, continuable });
    if (other.recovery !== undefined) this.recovery?.startInside(other.recovery);
  }

  /** The next token, not taken. */
  peek(): Token {
    return (this.token.next ??= this.lexer.next());
  }

  /** The kind of the n-th token ahead (1 is the next one). */
  kindAhead(n: number): TokenKind {
    let token = this.token;
    for (let i = 0; i < n; i++) token = token.next ??= this.lexer.next();
    return token.kind;
  }

  take(): Token {
    if (++this.#taken % CLOCK_INTERVAL === 0) this.checkTime();
    return (this.token = this.peek());
  }

  /** Takes the next token if it is of the kind. */
  accept(kind: TokenKind): Token | undefined {
    return this.peek().kind === kind ? this.take() : undefined;
  }

  expect(kind: TokenKind, expected: string): Token {
    if (this.peek().kind !== kind) this.unexpected(expected);
    return this.take();
  }

  /** The end of a directive's block. Tolerant parsing closes the block where the end tag is missing. */
  expectEnd(kinds: readonly TokenKind[], directive: string, opening: Token): Token {
    const token = this.peek();
    if (kinds.includes(token.kind)) return this.take();
    const isEnd = belongsToBlock(token.kind) || (isDefinition(token.kind) && this.inDefinition);
    const isUnrelated = token.kind !== T.EOF && !isEnd;
    if (this.recovery === undefined || isUnrelated) this.unexpected(`the end tag of ${directive}`, directive);
    const end = opening.end > this.token.end ? opening.end : this.token.end;
    this.recovery.unclosed(opening, directive, token);
    this.lexer.lookedUpTo(lineEnd(this.source.text, token.start) + 1);
    return { kind: T.EOF, start: end, end, image: '', next: undefined };
  }

  unexpected(expected: string, unclosed?: string): never {
    const token = this.peek();
    let { end, image } = token;
    if (token.kind === T.EOF) {
      const hint = unclosed === undefined ? '' : ` You have an unclosed ${unclosed}.`;
      throw parseError(
        `Unexpected end of file reached; expected ${expected}.${hint}`,
        this.range(token.start, end),
      );
    }
    if (token.kind === T.TEXT) {
      const length = firstTextToken(image);
      end = this.source.behind(token.start, length);
      image = image.slice(0, length);
    }
    throw parseError(
      `Encountered ${JSON.stringify(image)}, but expected ${expected}.`,
      this.range(token.start, end),
    );
  }

  range(start: number, end: number): { source: SourceText; start: number; end: number } {
    return { source: this.source, start, end };
  }

  /** Fails at a token or node. */
  fail(message: string, at: { readonly start: number; readonly end: number }): never {
    throw parseError(message, this.range(at.start, at.end));
  }

  /** Fails at a tag that is right only inside a block of the kinds; reported once if such a block couldn't be parsed. */
  misplaced(
    message: string,
    at: { readonly start: number; readonly end: number },
    kinds: readonly TokenKind[],
  ): never {
    if (this.recovery?.explains(kinds, at.start) === true)
      throw new FollowUp(message, this.range(at.start, at.end));
    this.recovery?.missing(kinds, at.start);
    this.fail(message, at);
  }

  /** As `complain`, unless the block holds what is missing in it, but it could not be read. */
  complainUnless(kinds: readonly TokenKind[], message: string, opening: Token): void {
    if (this.recovery?.wasBroken(kinds, opening.end) !== true) this.complain(message, opening);
  }

  /** Fails at what is wrong with a block whose contents have been read; tolerant parsing keeps them. */
  complain(message: string, at: { readonly start: number; readonly end: number }): void {
    if (this.recovery === undefined) this.fail(message, at);
    this.errors.push(parseError(message, this.range(at.start, at.end)));
  }

  /** Guards against templates that nest so deeply that reading them would exhaust the stack. */
  nested<R>(read: (parser: Parser) => R): R {
    if (++this.#depth > this.settings.maxNesting) {
      const at = this.peek();
      throw new TemplateError(
        'parse',
        'limit-nesting',
        `The template nests more than ${this.settings.maxNesting} levels deep.`,
        this.range(at.start, at.end),
      );
    }
    if (this.#depth > this.usedContext.depth) this.usedContext.depth = this.#depth;
    try {
      return read(this);
    } finally {
      this.#depth--;
    }
  }

  /** Guards against templates that take long to read. */
  checkTime(): void {
    if (this.#time?.isOver !== true) return;
    const message = `Reading the template took longer than ${this.#time.milliseconds} ms.`;
    throw new TemplateError('parse', 'limit-time', message, this.range(this.token.start, this.token.end));
  }

  updateAutoEscaping(): void {
    this.autoEscaping =
      isMarkupFormat(this.outputFormat) &&
      (this.autoEscapingPolicy === 'enable_if_supported' || this.autoEscapingPolicy === 'enable_if_default');
  }

  requireEscapingFormat(at: Token): void {
    if (!isMarkupFormat(this.outputFormat)) {
      this.fail(`The current output format can't do escaping: ${this.outputFormat}`, at);
    }
  }

  identifier(token: Token): Identifier {
    return { type: 'identifier', source: this.source, start: token.start, end: token.end, name: token.image };
  }
}

/** Reports a consequence of another problem, which is reported itself. */
export class FollowUp extends TemplateError {
  constructor(message: string, range: SourceRange) {
    super('parse', 'syntax', message, range);
  }
}

/** The end of a block: after its last child, or after its opening tag when it is empty. */
export function endOfBlock(opening: Token, children: readonly Element[]): TemplateOffset {
  return children.at(-1)?.end ?? opening.end;
}
