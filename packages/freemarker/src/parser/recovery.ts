import { parseError } from '../errors/template-error.ts';
import type { TemplateError } from '../errors/template-error.ts';
import { DIRECTIVE_NAMES, directiveTag } from '../lexer/directive-tags.ts';
import { T } from '../lexer/token.ts';
import type { Token, TokenKind } from '../lexer/token.ts';
import { nearestName } from '../source/nearest-name.ts';
import { templateOffset } from '../source/source-text.ts';
import type { SourceText, TemplateOffset } from '../source/source-text.ts';
import { BrokenTags } from './broken-tags.ts';
import type { BrokenTag } from './broken-tags.ts';
import { firstIndented, firstUnindented, lineEnd, lineOfTag, restOfLine } from './indentation.ts';
import { TextsLikeTags } from './texts-like-tags.ts';

interface Noted {
  readonly broken: number;
  readonly open: number;
  readonly isCutOff: boolean;
}

/** What a text leaves for what is read behind it. */
export interface Notes {
  readonly broken: readonly BrokenTag[];
  readonly isCutOff: boolean;
}

interface OpenBlock {
  readonly opening: Token;
  readonly directive: string;
}

const ASSIGN_ENDS = [T.END_LOCAL, T.END_ASSIGN, T.END_GLOBAL] as const;

/** The tags and clauses that belong to a block, by the kind of its opening tag. */
const ENDS: ReadonlyMap<TokenKind, readonly TokenKind[]> = new Map<TokenKind, readonly TokenKind[]>([
  [T.IF, [T.END_IF]],
  [T.LIST, [T.END_LIST]],
  [T.FOREACH, [T.END_FOREACH]],
  [T.ITEMS, [T.END_ITEMS]],
  [T.SEP, [T.END_SEP]],
  [T.SWITCH, [T.END_SWITCH]],
  [T.MACRO, [T.END_MACRO, T.END_FUNCTION]],
  [T.FUNCTION, [T.END_FUNCTION, T.END_MACRO]],
  [T.ASSIGN, ASSIGN_ENDS],
  [T.GLOBAL, ASSIGN_ENDS],
  [T.LOCAL, ASSIGN_ENDS],
  [T.ESCAPE, [T.END_ESCAPE]],
  [T.NO_ESCAPE, [T.END_NO_ESCAPE]],
  [T.OUTPUT_FORMAT, [T.END_OUTPUT_FORMAT]],
  [T.AUTO_ESC, [T.END_AUTO_ESC]],
  [T.NO_AUTO_ESC, [T.END_NO_AUTO_ESC]],
  [T.COMPRESS, [T.END_COMPRESS]],
  [T.TRANSFORM, [T.END_TRANSFORM]],
  [T.ATTEMPT, [T.END_ATTEMPT, T.END_RECOVER]],
  [T.UNIFIED_CALL, [T.UNIFIED_CALL_END]],
]);

const CLAUSES: ReadonlyMap<TokenKind, readonly TokenKind[]> = new Map<TokenKind, readonly TokenKind[]>([
  [T.ELSE, [T.IF, T.LIST]],
  [T.ELSE_IF, [T.IF]],
  [T.RECOVER, [T.ATTEMPT]],
  [T.CASE, [T.SWITCH]],
  [T.ON, [T.SWITCH]],
  [T.DEFAULT, [T.SWITCH]],
]);

const OWNERS: ReadonlyMap<TokenKind, readonly TokenKind[]> = new Map([
  ...CLAUSES,
  ...[...new Set([...ENDS.values()].flat())].map(
    (end) => [end, [...ENDS].filter(([, ends]) => ends.includes(end)).map(([kind]) => kind)] as const,
  ),
]);

/** Whether the token opens a macro or a function. */
export function isDefinition(kind: TokenKind): boolean {
  return kind === T.MACRO || kind === T.FUNCTION;
}

/** Whether the token ends or divides a block. */
export function belongsToBlock(kind: TokenKind): boolean {
  return OWNERS.has(kind);
}

const ends = (opening: TokenKind | undefined, kind: TokenKind): boolean =>
  opening !== undefined && OWNERS.get(kind)?.includes(opening) === true;

/**
 * The memory of tolerant parsing, so that one mistake is one problem, reported where it was made: which blocks are being
 * read, which tags were broken (an end tag without a beginning may have lost it there, a block without an end its
 * end), and what is still open where the template ends.
 */
export class Recovery {
  readonly #source: SourceText;
  readonly #errors: TemplateError[];
  readonly #broken = new BrokenTags();
  /** The opening tags of the directives that are being read, the outermost first. */
  readonly #reading: Token[] = [];
  /** How many of them are around the place where reading began, and whether it depends on which these are. */
  #around = 0;
  asksForBlocks = false;
  /** What the end of the template left open, the innermost first. */
  readonly #open: OpenBlock[] = [];
  /** Whether a problem was reported that extends to the end of the template. */
  #isCutOff = false;
  #last: BrokenTag | undefined;
  #likeDirectives: TextsLikeTags | undefined;
  #likeCalls: TextsLikeTags | undefined;
  /** How far back the text was looked at, and what is known of it: for what is read apart from what is before it. */
  readonly looked: { textFrom: number; knownFrom: number } = { textFrom: Infinity, knownFrom: Infinity };

  constructor(source: SourceText, errors: TemplateError[]) {
    this.#source = source;
    this.#errors = errors;
  }

  get notes(): Notes {
    return { broken: this.#broken.all, isCutOff: this.#isCutOff };
  }

  get brokenTags(): number {
    return this.#broken.all.length;
  }

  /** How far it came with its notes. */
  get noted(): Noted {
    return { broken: this.#broken.all.length, open: this.#open.length, isCutOff: this.#isCutOff };
  }

  /** Discards what was noted since: parsing restarts from there. */
  forgetSince({ broken, open, isCutOff }: Noted): void {
    this.#broken.forgetFrom(broken);
    this.#open.length = open;
    this.#isCutOff = isCutOff;
  }

  /** Notes what reading the text would, of places that are counted from another beginning. */
  note({ broken, isCutOff }: Notes, base: number): void {
    for (const tag of broken) this.#broken.add({ ...tag, start: tag.start + base });
    if (isCutOff) this.#isCutOff = true;
  }

  /** Reads on as if it were inside the blocks that the other one is inside of. */
  startInside(other: Recovery): void {
    this.#reading.push(...other.#reading);
    this.#around = this.#reading.length;
  }

  /** The kinds of the blocks around, as a text to compare. */
  get blocksAround(): string {
    return this.#reading.map(({ kind }) => kind).join(' ');
  }

  /** Notes that reading depends on what is not known of a part of the template. */
  dependsOnAll(): void {
    this.#knowFrom(0);
  }

  #knowFrom(offset: number): void {
    if (offset < this.looked.knownFrom) this.looked.knownFrom = offset;
  }

  enter(opening: Token): void {
    this.#reading.push(opening);
  }

  /** How many directives are being read. */
  get depth(): number {
    return this.#reading.length;
  }

  /** The opening tag of the macro or function that is being read. */
  get definitionAround(): Token | undefined {
    return this.#reading.find(({ kind }) => isDefinition(kind));
  }

  leaveTo(depth: number): void {
    this.#reading.length = depth;
  }

  /** Notes that the template couldn't be parsed from here to where parsing continues. */
  broke(start: number, end: number, opening: Token | undefined): void {
    const { text } = this.#source;
    this.#last = undefined;
    if (end >= text.length && !'>}]'.includes(text.charAt(end - 1))) this.#isCutOff = true;
    if (text[end - 2] === '/') return;
    const [, slash, mark, name = ''] = /^[<[](\/?)([#@])(\w*)/.exec(text.slice(start, start + 40)) ?? [];
    if (mark === undefined) return;
    const isEnd = slash === '/' || text.startsWith('@>', start + 1);
    if (mark === '@') {
      this.#last = this.#add({ start, isEnd, opens: T.UNIFIED_CALL, isKnown: true });
      return;
    }
    const tag = directiveTag(name, true) ?? directiveTag(nearestOf(name) ?? '', true);
    const kinds = (tag?.start ?? []).map(({ kind }) => kind);
    const opens = ENDS.has(opening?.kind ?? T.EOF) ? opening?.kind : kinds.find((kind) => ENDS.has(kind));
    if (tag !== undefined && opens === undefined && directiveTag(name, true) !== undefined) return;
    this.#last = this.#add({ start, isEnd, opens, isKnown: directiveTag(name, true) !== undefined });
  }

  /** The end tag that the tag which broke last was meant to be, if the innermost block waits for it. */
  meantEnd(end: TemplateOffset): Token | undefined {
    const [opening, tag] = [this.#reading.at(-1), this.#last];
    if (tag?.isEnd !== true) return undefined;
    if (this.#reading.length <= this.#around) this.asksForBlocks = true;
    const kind = ENDS.get(opening?.kind ?? T.EOF)?.[0];
    if (opening === undefined || kind === undefined || !mayEnd(tag, opening)) return undefined;
    tag.used = 'as-end';
    const start = templateOffset(tag.start);
    return { kind, start, end, image: kind === T.UNIFIED_CALL_END ? '</@>' : '', next: undefined };
  }

  /**
   * What to do with a tag that ends or divides a block and was met in the contents that begin at `from`: it belongs to a
   * block that is being read (`taken`), its own opening tag was broken (`forgiven`), or nothing ever waited for it.
   */
  meet({ kind, start, image }: Token, from: number): 'taken' | 'forgiven' | 'stray' {
    this.#knowFrom(from);
    const innermost = this.#reading.at(-1)?.kind;
    const fits = ends(innermost, kind);
    const broken = this.#broken.lastOpening(OWNERS.get(kind) ?? [], from, !fits);
    if (broken !== undefined) {
      if (!CLAUSES.has(kind)) broken.used = 'as-opening';
      return 'forgiven';
    }
    if (!fits && this.#reading.findLastIndex((opening) => ends(opening.kind, kind)) < this.#around)
      this.asksForBlocks = true;
    if (fits || this.#reading.some((opening) => ends(opening.kind, kind))) return 'taken';
    const tag = this.#meantAsOpening(OWNERS.get(kind) ?? [], from, start, image);
    if (tag === undefined) return 'stray';
    if (!CLAUSES.has(kind)) tag.used = 'as-opening';
    return 'forgiven';
  }

  /**
   * Reports a tag of a block outside of such a block, in contents that begin at `from`; its indentation shows where the
   * block should have begun. Other tags of the block aren't reported.
   */
  stray(
    token: Token,
    from: number,
  ): { readonly message: string; readonly start: number; readonly end: number } | undefined {
    const owners = OWNERS.get(token.kind) ?? [];
    if (CLAUSES.has(token.kind)) this.missing(owners, token.start);
    const place = firstIndented(this.#source.text, token, from);
    if (place === undefined) return undefined;
    // The line's number is that of the whole template.
    this.dependsOnAll();
    const written = token.image.trim().replace(/(?<![>\]])$/, ' …>');
    return {
      ...place,
      message: `There is no block for the ${written} of line ${this.#line(token)}. By the indentation, it begins here.`,
    };
  }

  /** Notes that a block of one of the kinds is missing around a place, which is reported. */
  missing(kinds: readonly TokenKind[], start: number): void {
    const opens = kinds.length === 1 ? kinds[0] : undefined;
    this.#add({ start, isEnd: false, opens, isKnown: opens !== undefined });
  }

  /** Whether what is wrong at a place follows from a broken opening tag of one of the kinds before it. */
  explains(kinds: readonly TokenKind[], start: number): boolean {
    this.dependsOnAll();
    return (
      this.#broken.lastOpening([undefined, ...kinds], 0, false) !== undefined ||
      this.#meantAsOpening(kinds, 0, start, '') !== undefined
    );
  }

  /** Whether an opening tag of one of the kinds was broken from an offset on. */
  wasBroken(kinds: readonly TokenKind[], from: number): boolean {
    return this.#broken.all.some(
      ({ start, isEnd, opens }) => start >= from && !isEnd && (opens === undefined || kinds.includes(opens)),
    );
  }

  /** Reports that the block's end tag is missing at the token, unless a reported problem is the cause. */
  unclosed(opening: Token, directive: string, at: Token): void {
    const inside = this.#broken.all.filter(({ start }) => start >= opening.end && start <= at.start);
    const end = inside.findLast((tag) => tag.used === undefined && mayEnd(tag, opening));
    if (end !== undefined) {
      end.used = 'as-end';
      return;
    }
    if (inside.some(({ used, opens }) => used === 'as-opening' && opens === opening.kind)) return;
    if (at.kind === T.EOF && this.#isCutOff) return;
    if (this.#meantAsEnd(opening, at.kind === T.EOF ? this.#source.text.length : at.start)) return;
    if (at.kind === T.EOF) {
      this.dependsOnAll();
      this.#open.push({ opening, directive });
    } else this.#tellUnclosed({ opening, directive }, at);
  }

  /** Called where the template ends: what is open there is one problem, however many blocks it is. */
  finish(): void {
    const [innermost] = this.#open;
    if (innermost === undefined || this.#isCutOff) return;
    const { text } = this.#source;
    const places = this.#open.map(({ opening }) => firstUnindented(text, opening, text.length));
    const single = this.#open.length === 1 ? places[0] : undefined;
    if (single !== undefined) {
      this.#tell(unclosedMessage(innermost.directive), single);
      return;
    }
    const again = this.#openedAgain();
    if (again !== undefined) {
      this.#tell(unclosedMessage(again.directive), again.opening);
      return;
    }
    const names = this.#open.map(({ opening, directive }) => `${directive} of line ${this.#line(opening)}`);
    const last = names.length === 1 ? '' : ` and ${names.pop() ?? ''}`;
    this.#tell(`The template ends before the end tag of ${names.join(', ')}${last}.`, {
      start: Math.max(0, text.length - 1),
      end: text.length,
    });
  }

  /** A block inside one of the same kind that was meant as its end: `<@m>…<@m>`. */
  #openedAgain(): OpenBlock | undefined {
    const [inner, outer] = this.#open;
    if (inner === undefined || outer === undefined || this.#open.length !== 2) return undefined;
    return inner.opening.kind === outer.opening.kind && !inner.opening.image.endsWith(' ')
      ? inner
      : undefined;
  }

  #tellUnclosed({ opening, directive }: OpenBlock, at: Token): void {
    const { text } = this.#source;
    const place = firstUnindented(text, opening, at.start);
    this.looked.textFrom = Math.min(this.looked.textFrom, lineOfTag(text, opening).from);
    this.#tell(unclosedMessage(directive), place ?? opening);
  }

  /** Finds a text that may have been the end tag of the block, and reports it. */
  #meantAsEnd(opening: Token, to: number): boolean {
    const { text } = this.#source;
    const name = this.#written(opening).slice(1);
    const shape = new RegExp(
      opening.kind === T.UNIFIED_CALL
        ? `</@[\\w.]*(?![\\w.]|\\s*>)|</>|(?<!<)/@[\\w.]*>|</${name.replaceAll('.', '\\.')}>`
        : `<[/\\\\]{0,2}[ #/]?${name}[ \\t]*>|(?<!<)/#?${name}[ \\t]*>|</ +#?${name}[ \\t]*>`,
      'g',
    );
    const from = opening.end;
    for (const found of text.slice(from, Math.min(to, from + SEARCHED)).matchAll(shape)) {
      const start = from + found.index;
      if (found[0].startsWith('</#') || this.#isInComment(from, start)) continue;
      // The line's number is that of the whole template.
      this.dependsOnAll();
      const meant = `the end tag of the ${this.#written(opening)} of line ${this.#line(opening)}`;
      this.#tell(`This may be meant as ${meant}.`, { start, end: start + found[0].length });
      return true;
    }
    return false;
  }

  /** Finds a text that may have been an opening tag of one of the kinds, reports it, and notes it as a broken tag. */
  #meantAsOpening(
    kinds: readonly TokenKind[],
    from: number,
    to: number,
    image: string,
  ): BrokenTag | undefined {
    const call = /^<\/@([\w.]+)/.exec(image)?.[1];
    const names = kinds.flatMap((kind) => (kind === T.UNIFIED_CALL ? [] : [nameOfKind(kind)]));
    if (call === undefined && names.length === 0) return undefined;
    const { text } = this.#source;
    const texts =
      call === undefined
        ? (this.#likeDirectives ??= new TextsLikeTags(text, LIKE_DIRECTIVE))
        : (this.#likeCalls ??= new TextsLikeTags(text, LIKE_CALL));
    const searchedFrom = Math.max(from, to - SEARCHED);
    const found = texts.last(call === undefined ? names : [call], from, searchedFrom, to);
    if (found === undefined || this.#broken.isAt(found.start)) return undefined;
    const { start, end, name } = found;
    const opens = call === undefined ? kinds.find((kind) => nameOfKind(kind) === name) : T.UNIFIED_CALL;
    this.#tell(`This may be meant as ${call === undefined ? '<#' : '<@'}${name} …>.`, { start, end });
    return this.#add({ start, isEnd: false, opens, isKnown: true });
  }

  /** Whether the offset is in a comment, scanned from a place before that isn't. */
  #isInComment(from: number, offset: number): boolean {
    const { text } = this.#source;
    const opening = text.lastIndexOf('<#--', offset);
    return opening >= from && text.indexOf('-->', opening) >= offset;
  }

  #add(tag: Omit<BrokenTag, 'used'>): BrokenTag {
    return this.#broken.add({ ...tag, used: undefined });
  }

  /** Where a comment or another unparsed block is probably left open, and where parsing can continue. */
  unclosedUnparsed(opening: Token): {
    readonly start: number;
    readonly end: number;
    readonly resume: number;
  } {
    const { text } = this.#source;
    const name = /^[<[]#(\w+)/.exec(opening.image)?.[1];
    const shape = name === undefined ? /->|--(?=\s)/g : /(?:<\/?|\/)#?(\w+)[ \t]*>?/g;
    shape.lastIndex = opening.end;
    for (let m = shape.exec(text); m !== null; m = shape.exec(text)) {
      if (name !== undefined && m[1] !== name && nearestOf(m[1] ?? '') !== name) continue;
      const end = m.index + m[0].length;
      return { start: m.index, end, resume: end };
    }
    this.asksForBlocks = true;
    const swallows = this.#reading.some(
      (outer) => outer !== opening && text.includes(`</${tagName(outer)}`, opening.end),
    );
    const lines = text.slice(opening.end).split('\n', MANY_LINES).length;
    if (swallows || lines >= MANY_LINES) {
      return { start: opening.start, end: opening.end, resume: lineEnd(text, opening.end) };
    }
    return { start: Math.max(opening.start, text.length - 1), end: text.length, resume: text.length };
  }

  /** Reports a problem of the source that isn't an error of a single tag. */
  #tell(message: string, { start, end }: { readonly start: number; readonly end: number }): void {
    this.#errors.push(parseError(message, { source: this.#source, start, end }));
  }

  /** `#list`, `@name` */
  #written({ start, end }: Token): string {
    return /^[<[]([#@][\w.]*)/.exec(this.#source.text.slice(start, end + MAX_NAME_LENGTH))?.[1] ?? '';
  }

  #line({ start }: Token): number {
    return this.#source.lineIndex(start) + 1;
  }

  /** A tag was read that a string literal swallowed which began before: where that began, if it spans lines. */
  stringOverLines(opening: Token | undefined, to: number): { start: number; end: number } | undefined {
    const { text } = this.#source;
    // A tag that is one token holds no strings; what follows is not of it.
    if (opening !== undefined && /[>\]]$/.test(opening.image)) return undefined;
    for (let token = opening?.next; token !== undefined && token.start < to; token = token.next) {
      if (token.kind === T.DIRECTIVE_END || token.kind === T.EMPTY_DIRECTIVE_END) return undefined;
      const isString = token.kind === T.STRING || token.kind === T.RAW_STRING;
      if (isString && token.image.includes('\n')) return restOfLine(text, token.start);
    }
    return undefined;
  }
}

/** So many lines after an unclosed comment, it is more likely a new one than a cut-off template. */
const MANY_LINES = 4;
const MAX_NAME_LENGTH = 80;
/** How many characters are searched for a text that was meant as a tag. */
const SEARCHED = 10_000;
const LIKE_CALL = /(?:<|(?<![<\w/])@)([\w.]+)(?=[\s>])/g;

function mayEnd({ isEnd, opens, isKnown }: BrokenTag, opening: Token): boolean {
  if (!isEnd) return isKnown && opens === opening.kind;
  return opens === undefined || !isKnown || ends(opens, ENDS.get(opening.kind)?.[0] ?? T.EOF);
}

function unclosedMessage(directive: string): string {
  return `${directive} is never closed: its end tag is missing.`;
}

function nameOf(opening: Token): string {
  return /\w+/.exec(opening.image)?.[0] ?? '';
}

/** `#list`, `@` */
function tagName(opening: Token): string {
  return opening.kind === T.UNIFIED_CALL ? '@' : `#${nameOf(opening)}`;
}

const NAMES: ReadonlyMap<TokenKind, string> = new Map(
  [
    'if',
    'list',
    'foreach',
    'items',
    'sep',
    'switch',
    'macro',
    'function',
    'assign',
    'global',
    'local',
    'escape',
    'noescape',
    'outputformat',
    'autoesc',
    'noautoesc',
    'compress',
    'transform',
    'attempt',
  ].map((name) => [directiveTag(name, true)?.start[0]?.kind ?? T.EOF, name] as const),
);

const LIKE_DIRECTIVE = new RegExp(
  `(?:<[ #]?|(?<![<\\w/{])#|< #)(${[...NAMES.values()].join('|')})(?=[\\s>])`,
  'g',
);

function nameOfKind(kind: TokenKind): string {
  return NAMES.get(kind) ?? '';
}

function nearestOf(name: string): string | undefined {
  return nearestName(name, DIRECTIVE_NAMES);
}
