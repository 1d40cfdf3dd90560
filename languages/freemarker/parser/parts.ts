import type { Element, HeaderParameter, MacroElement } from '../ast/elements.ts';
import type { TemplateError } from '../errors/template-error.ts';
import { isStackOverflow, tooDeep } from '../errors/template-error.ts';
import { Lexer } from '../lexer/lexer.ts';
import { T } from '../lexer/token.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import { SourceText } from '../source/source-text.ts';
import { parseElementTolerantly, parseHeaderTolerantly } from './mixed-content.ts';
import { Parser } from './parser.ts';
import type { Recovery } from './recovery.ts';

/** A run of whole elements at the top of a template. */
export interface TemplatePart {
  /** The elements, as one; places are offsets into `text`. */
  readonly root: Element;
  /** The part's own text; for what cannot be read apart from the rest, the whole template. */
  readonly text: string;
  readonly macros: readonly MacroElement[];
  /** What it was read with and what it leaves to what follows; undefined for what is read again each time. */
  readonly between: { readonly entry: ReadingState; readonly exit: ReadingState } | undefined;
}

export interface PlacedPart {
  readonly part: TemplatePart;
  /** Where it begins and ends in the template. */
  readonly start: number;
  readonly end: number;
  /** What to add to places of the part's elements. */
  readonly base: number;
}

/** A template as tolerantly read, in parts that can be kept when others are edited. */
export interface PartedTemplate {
  readonly name: string;
  readonly text: string;
  readonly parts: readonly PlacedPart[];
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly header: readonly HeaderParameter[];
  readonly errors: readonly TemplateError[];
}

/** What reading an element at the top of a template depends on beside its text, where nothing is broken before it. */
interface ReadingState {
  readonly strictSyntax: boolean;
  readonly squareTags: boolean;
  readonly autodetectTags: boolean;
  readonly tagSyntaxEstablished: boolean;
  readonly namingConvention: Lexer['namingConvention'];
  readonly outputFormat: string;
  readonly autoEscapingPolicy: Parser['autoEscapingPolicy'];
  readonly autoEscaping: boolean;
  readonly stripText: boolean;
}

function stateOf(p: Parser): ReadingState {
  const { strictSyntax, squareTags, autodetectTags, tagSyntaxEstablished, namingConvention } = p.lexer;
  const { outputFormat, autoEscapingPolicy, autoEscaping, stripText } = p;
  return {
    strictSyntax,
    squareTags,
    autodetectTags,
    tagSyntaxEstablished,
    namingConvention,
    outputFormat,
    autoEscapingPolicy,
    autoEscaping,
    stripText,
  };
}

function setState(p: Parser, state: ReadingState): void {
  const { strictSyntax, squareTags, autodetectTags, tagSyntaxEstablished, namingConvention } = state;
  Object.assign(p.lexer, {
    strictSyntax,
    squareTags,
    autodetectTags,
    tagSyntaxEstablished,
    namingConvention,
  });
  const { outputFormat, autoEscapingPolicy, autoEscaping, stripText } = state;
  Object.assign(p, { outputFormat, autoEscapingPolicy, autoEscaping, stripText });
}

function isSameState(a: ReadingState, b: ReadingState): boolean {
  return (
    a.strictSyntax === b.strictSyntax &&
    a.squareTags === b.squareTags &&
    a.autodetectTags === b.autodetectTags &&
    a.tagSyntaxEstablished === b.tagSyntaxEstablished &&
    a.namingConvention === b.namingConvention &&
    a.outputFormat === b.outputFormat &&
    a.autoEscapingPolicy === b.autoEscapingPolicy &&
    a.autoEscaping === b.autoEscaping &&
    a.stripText === b.stripText
  );
}

/** A part is at least so long, in characters: what an edit makes to be read again, and what is kept, is in balance. */
const PART_LENGTH = 1500;
const NAME = 'main.ftl';

/**
 * Reads a template as tolerant parsing does, but takes over the parts of `kept`, by the offsets at which they stand in
 * the text, where reading comes to one in the state that it was read in. Throws TemplateError for what is too deep.
 */
export function parseInParts(
  text: string,
  settings: ParseSettings,
  kept: ReadonlyMap<number, TemplatePart>,
): PartedTemplate {
  const source = new SourceText(NAME, text, settings.tabSize);
  const p = new Parser(new Lexer(source, settings), settings, true, settings.outputFormat);
  try {
    return p.nested(() => new PartReader(p, kept).read());
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(source) : error;
  }
}

class PartReader {
  readonly #p: Parser;
  readonly #recovery: Recovery;
  readonly #kept: ReadonlyMap<number, TemplatePart>;
  readonly #parts: PlacedPart[] = [];
  #elements: Element[] = [];
  #start = 0;
  #entry: ReadingState | undefined;
  #incidents = 0;
  #clones = 0;

  constructor(p: Parser, kept: ReadonlyMap<number, TemplatePart>) {
    this.#p = p;
    if (p.recovery === undefined) throw new Error('Parts are read tolerantly.');
    this.#recovery = p.recovery;
    this.#kept = kept;
  }

  read(): PartedTemplate {
    const p = this.#p;
    parseHeaderTolerantly(p, this.#recovery);
    const from = p.token.end;
    this.#begin();
    p.mixedNesting++;
    for (;;) {
      if (this.#isBetweenTags() && this.#takeOver()) continue;
      const element = parseElementTolerantly(p, this.#recovery, from);
      if (element === undefined) break;
      if (element !== 'dropped') this.#elements.push(element);
      if (this.#isBetweenTags() && this.#isEnough()) this.#finish(p.lexer.position);
    }
    // What follows the last tag is read again each time: more may be added to it.
    this.#entry = undefined;
    this.#finish(p.source.text.length);
    p.mixedNesting--;
    this.#recovery.finish();
    const { macros, header, errors } = p;
    return { name: NAME, text: p.source.text, parts: this.#parts, macros, header, errors };
  }

  /** Whether what was read does not depend on what follows: the lexer looked at nothing behind the last tag. */
  #isBetweenTags(): boolean {
    return this.#p.token.next === undefined && this.#p.lexer.mode === 'default';
  }

  #isEnough(): boolean {
    const at = this.#p.lexer.position;
    const isBroken = this.#incidents !== this.#recovery.incidents;
    return isBroken || at - this.#start >= PART_LENGTH || this.#kept.has(at);
  }

  #begin(): void {
    const p = this.#p;
    this.#elements = [];
    this.#start = p.lexer.position;
    this.#entry = this.#isBetweenTags() ? stateOf(p) : undefined;
    if (this.#entry === undefined) this.#start = p.token.end;
    this.#incidents = this.#recovery.incidents;
    this.#clones = p.cloneBudget.nodes;
  }

  /** Goes on behind a kept part that begins here, if there is one that would be read alike. */
  #takeOver(): boolean {
    const p = this.#p;
    const start = p.lexer.position;
    const part = this.#kept.get(start);
    if (part?.between === undefined || !isSameState(part.between.entry, stateOf(p))) return false;
    this.#finish(start);
    const end = start + part.text.length;
    this.#parts.push({ part, start, end, base: start });
    for (const macro of part.macros) p.macros.set(macro.name, macro);
    setState(p, part.between.exit);
    p.lexer.restartAt(end);
    p.token = { kind: T.EOF, start: end, end, image: '', next: undefined };
    this.#begin();
    return true;
  }

  /** Ends the part that is being read, and begins another. */
  #finish(end: number): void {
    const p = this.#p;
    const [start, elements] = [this.#start, this.#elements];
    if (elements.length > 0) {
      const isWhole = this.#incidents === this.#recovery.incidents && this.#clones === p.cloneBudget.nodes;
      const apart = isWhole && this.#entry !== undefined ? readApart(p, start, end, this.#entry) : undefined;
      if (apart === undefined) {
        const root = mixed(elements, p.source);
        const part: TemplatePart = { root, text: p.source.text, macros: [], between: undefined };
        this.#parts.push({ part, start, end, base: 0 });
      } else {
        this.#parts.push({ part: apart, start, end, base: start });
        for (const macro of apart.macros) p.macros.set(macro.name, macro);
      }
    }
    this.#begin();
  }
}

/** The same part with places of its own, which hold wherever it stands; undefined if it is not the same by itself. */
function readApart(p: Parser, start: number, end: number, entry: ReadingState): TemplatePart | undefined {
  // A slice would keep the whole template in memory for as long as the part is kept.
  const text = ` ${p.source.text.slice(start, end)}`.slice(1);
  const source = new SourceText(NAME, text, p.settings.tabSize);
  const own = new Parser(new Lexer(source, p.settings), p.settings, true, entry.outputFormat);
  setState(own, entry);
  const { recovery } = own;
  if (recovery === undefined) return undefined;
  own.mixedNesting++;
  const elements: Element[] = [];
  for (;;) {
    const element = own.nested(() => parseElementTolerantly(own, recovery, 0));
    if (element === undefined) break;
    if (element !== 'dropped') elements.push(element);
  }
  if (own.errors.length > 0 || recovery.incidents > 0) return undefined;
  const exit = stateOf(own);
  if (!isSameState(exit, stateOf(p))) return undefined;
  return { root: mixed(elements, source), text, macros: [...own.macros.values()], between: { entry, exit } };
}

function mixed(children: Element[], source: SourceText): Element {
  return { type: 'mixed', source, start: children[0]?.start ?? 0, end: children.at(-1)?.end ?? 0, children };
}
