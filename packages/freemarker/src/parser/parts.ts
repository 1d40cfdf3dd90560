import type { Element, HeaderParameter, MacroElement, MixedElement, PartElement } from '../ast/elements.ts';
import type { TemplateError } from '../errors/template-error.ts';
import { isStackOverflow, tooDeep } from '../errors/template-error.ts';
import { Lexer } from '../lexer/lexer.ts';
import { T } from '../lexer/token.ts';
import type { ParseSettings } from '../source/parse-settings.ts';
import { SourceText, templateOffset } from '../source/source-text.ts';
import { parseElementTolerantly, parseHeaderTolerantly, parseMixedContent } from './mixed-content.ts';
import { Parser, type ContentsReading, type IteratorContext, type TemplateReading } from './parser.ts';
import type { Notes, Recovery } from './recovery.ts';

/** A run of whole elements, in the contents of any block or of the template, that can be reused when others are edited. */
export interface TemplatePart {
  /** The elements, as one; places are offsets into the text of its source, which is all that reading them looked at. */
  readonly root: MixedElement;
  /** Where the run begins and ends in that text. */
  readonly start: number;
  readonly end: number;
  /** Whether reading looked at the end of the template. */
  readonly isAtEnd: boolean;
  /** The relevant context around it, and its nesting depth. */
  readonly around: Around;
  readonly levels: number;
  /** How many nodes of `#escape`s were copied. */
  readonly clones: number;
  /** What it was read in, and what it leaves to what follows. */
  readonly entry: ReadingState;
  readonly exit: ReadingState;
  readonly macros: readonly MacroElement[];
  readonly usesArgs: boolean;
  readonly errors: readonly TemplateError[];
  readonly notes: Notes;
}

export interface PlacedPart {
  readonly part: TemplatePart;
  /** What to add to places of the part. */
  readonly base: number;
}

export interface PlacedError {
  readonly error: TemplateError;
  /** What it was read of, and what to add to its places. */
  readonly text: string;
  readonly base: number;
}

/** A tolerantly parsed template. The reusable runs are in the tree as elements of the type `part`. */
export interface PartedTemplate {
  readonly name: string;
  readonly text: string;
  readonly root: Element;
  readonly parts: readonly PlacedPart[];
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly header: readonly HeaderParameter[];
  readonly errors: readonly PlacedError[];
  readonly stripsWhitespace: boolean;
  /** Content that was left unsplit because parsing it separately takes long: it is reused if it is found unchanged. */
  readonly large: readonly LargeRun[];
}

/** The range of a run that wasn't parsed separately yet, and the end of the text that parsing it looked at. */
export interface LargeRun {
  readonly start: number;
  readonly reach: number;
}

/** What parsing an element depends on besides its text. */
interface ReadingState {
  readonly strictSyntax: boolean;
  readonly squareTags: boolean;
  readonly autodetectTags: boolean;
  readonly tagSyntaxEstablished: boolean;
  readonly namingConvention: Lexer['namingConvention'];
  readonly outputFormat: string;
  readonly autoEscapingPolicy: Parser['autoEscapingPolicy'];
  readonly autoEscaping: boolean;
  /** Whether text is dropped here. */
  readonly dropsText: boolean;
  /** The innermost loop, which `#items` inside of it changes. */
  readonly loop: IteratorContext | undefined;
}

function stateOf(p: Parser): ReadingState {
  const { strictSyntax, squareTags, autodetectTags, tagSyntaxEstablished, namingConvention } = p.lexer;
  const { outputFormat, autoEscapingPolicy, autoEscaping, stripText, mixedNesting } = p;
  const loop = p.iterators.at(-1);
  return {
    strictSyntax,
    squareTags,
    autodetectTags,
    tagSyntaxEstablished,
    namingConvention,
    outputFormat,
    autoEscapingPolicy,
    autoEscaping,
    dropsText: stripText && mixedNesting === 1,
    loop: loop && { ...loop },
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
  const { outputFormat, autoEscapingPolicy, autoEscaping } = state;
  Object.assign(p, { outputFormat, autoEscapingPolicy, autoEscaping });
}

function setLoop(p: Parser, { loop }: ReadingState): void {
  const innermost = p.iterators.at(-1);
  if (innermost !== undefined && loop !== undefined) Object.assign(innermost, loop);
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
    a.dropsText === b.dropsText
  );
}

function isSameLoop(a: ReadingState, b: ReadingState): boolean {
  return (
    a.loop?.variable === b.loop?.variable &&
    a.loop?.secondVariable === b.loop?.secondVariable &&
    a.loop?.kind === b.loop?.kind &&
    a.loop?.listsHash === b.loop?.listsHash
  );
}

/** What is around contents that are being read, all of which stays while they are; as texts to compare. */
interface Around {
  readonly blocks: string | undefined;
  /** All but the innermost, which may change. */
  readonly loops: string | undefined;
  readonly callable: string | undefined;
  readonly escapes: string | undefined;
}

type Asks = Readonly<Record<keyof Around, boolean>>;

/** The part of the context that the parser used. */
function aroundOf(p: Parser, recovery: Recovery, asks: Asks): Around {
  const { breakable, continuable, iterators } = p;
  const around = iterators.slice(0, -1).map(Object.values);
  return {
    blocks: asks.blocks ? recovery.blocksAround : undefined,
    loops: asks.loops ? JSON.stringify([breakable, continuable, iterators.length, around]) : undefined,
    callable: asks.callable ? `${p.inMacro} ${p.inFunction}` : undefined,
    escapes: asks.escapes
      ? JSON.stringify(p.escapes.map(({ variable, text }) => [variable, text]))
      : undefined,
  };
}

function isSameAround(a: Around, b: Around): boolean {
  return a.blocks === b.blocks && a.loops === b.loops && a.callable === b.callable && a.escapes === b.escapes;
}

/** The minimum length of a part, in characters: balances the text parsed once more after an edit against the memory for parts. */
const PART_LENGTH = 1500;
/** Shorter text is parsed faster than reused. */
const SHORTEST = 200;
/** The maximum number of characters after its end that a part may depend on. */
const FURTHEST = 10_000;
/** How much is parsed separately, in characters. */
export interface PartLimits {
  /** Longer text is usually one tag that is being edited: it becomes a part after another edit that left it unchanged. */
  readonly large: number;
  /**
   * The limit of shorter text in one parse: if more is new, because a quote changed the meaning of everything that follows
   * or because the template is a different one, later parses make the other parts.
   */
  readonly total: number;
}

export const PART_LIMITS: PartLimits = { large: 20_000, total: 40_000 };
/** So many characters behind a tag may decide how it is read. */
const LOOK_AHEAD = 48;
const NAME = 'main.ftl';

/**
 * Reads a template as tolerant parsing does, but takes over the parts of `kept`, by the offsets at which they begin in
 * the text, where reading comes to one in the state that it was read in. `unchanged` is where large runs begin that were
 * read the time before. Throws TemplateError for what is too deep.
 */
export function parseInParts(
  text: string,
  settings: ParseSettings,
  reusable: ReadonlyMap<number, TemplatePart>,
  unchanged: ReadonlySet<number>,
  limits: PartLimits,
): PartedTemplate {
  const source = new SourceText(NAME, text, settings.tabSize);
  const p = new Parser(new Lexer(source, settings), settings, true, settings.outputFormat);
  try {
    return new PartReader(p, reusable, unchanged, limits).read();
  } catch (error) {
    throw isStackOverflow(error) ? tooDeep(source) : error;
  }
}

interface Taken extends PlacedPart {
  /** How many errors the parser had noted itself before the part. */
  errorsBefore: number;
}

class PartReader implements TemplateReading {
  readonly p: Parser;
  readonly recovery: Recovery;
  readonly reusable: ReadonlyMap<number, TemplatePart>;
  /** In the order in which they were read; what recovery drops of the tree is among them. */
  readonly taken: Taken[] = [];
  readonly unchanged: ReadonlySet<number>;
  readonly large: LargeRun[] = [];
  /** How many characters were parsed separately. */
  readApart = 0;
  readonly limits: PartLimits;

  constructor(
    p: Parser,
    reusable: ReadonlyMap<number, TemplatePart>,
    unchanged: ReadonlySet<number>,
    limits: PartLimits,
  ) {
    this.p = p;
    if (p.recovery === undefined) throw new Error('Parts are read tolerantly.');
    this.recovery = p.recovery;
    this.reusable = reusable;
    this.unchanged = unchanged;
    this.limits = limits;
  }

  read(): PartedTemplate {
    const { p } = this;
    parseHeaderTolerantly(p, this.recovery);
    p.along = this;
    const elements = parseMixedContent(p);
    this.recovery.finish();
    const { macros, header, stripWhitespace: stripsWhitespace } = p;
    const parts = this.taken.map(({ part, base }) => ({ part, base }));
    const root = mixed(elements, p.source);
    const errors = this.#errors();
    const large = this.large.toSorted((a, b) => a.start - b.start);
    return { name: NAME, text: p.source.text, root, parts, macros, header, errors, stripsWhitespace, large };
  }

  contents(elements: Element[]): ContentsReading {
    return new Contents(this, elements);
  }

  get count(): number {
    return this.taken.length;
  }

  forgetSince(count: number): void {
    this.taken.length = count;
  }

  #errors(): readonly PlacedError[] {
    const { text } = this.p.source;
    const found: PlacedError[] = [];
    let own = 0;
    const addOwn = (to: number): void => {
      for (const error of this.p.errors.slice(own, to)) found.push({ error, text, base: 0 });
      own = to;
    };
    for (const { part, base, errorsBefore } of this.taken) {
      addOwn(errorsBefore);
      for (const error of part.errors) found.push({ error, text: part.root.source.text, base });
    }
    addOwn(this.p.errors.length);
    return found;
  }
}

/** How far reading came, and what it looked at since some place. */
interface Progress {
  position: number;
  elements: number;
  errors: number;
  broken: number;
  reach: number;
  textFrom: number;
}

/** The contents of a block, or of the template, while they are read. */
class Contents implements ContentsReading {
  readonly #reader: PartReader;
  readonly #elements: Element[];
  /** What was looked at before the part that is being read, for what is around the contents. */
  readonly #looked = { reach: 0, textFrom: Infinity, knownFrom: Infinity };
  /** Where the part begins that is being read; undefined while reading is behind what cannot begin one. */
  #start:
    { readonly at: Progress; readonly entry: ReadingState; readonly escapes: Parser['escapes'] } | undefined;
  /** Where the last of its elements ends. */
  #last: Progress;
  #taken = 0;
  readonly #takenBefore: number;

  constructor(reader: PartReader, elements: Element[]) {
    this.#reader = reader;
    this.#elements = elements;
    this.#takenBefore = reader.taken.length;
    this.#last = this.#progress();
    this.#begin();
  }

  takeOver(): boolean {
    const { p, recovery, reusable, taken } = this.#reader;
    const { position: start } = p.lexer;
    const part = reusable.get(start);
    if (part === undefined || !this.#canStand() || !this.#fits(part)) return false;
    this.#finish(SHORTEST);
    const base = start - part.start;
    const end = templateOffset(base + part.end);
    taken.push({ part, base, errorsBefore: p.errors.length });
    this.#elements.push(placed(part, base, p.source));
    for (const macro of part.macros) p.macros.set(macro.name, macro);
    if (part.usesArgs) p.usesArgs = true;
    setState(p, part.exit);
    if (part.around.loops !== undefined) setLoop(p, part.exit);
    p.cloneBudget.nodes -= part.clones;
    recovery.note(part.notes, base);
    p.lexer.restartAt(end);
    p.token = { kind: T.EOF, start: end, end, image: '', next: undefined };
    p.lexer.lookedUpTo(base + part.root.source.text.length);
    this.#begin();
    return true;
  }

  #fits({ around, entry, levels, clones }: TemplatePart): boolean {
    const { p, recovery } = this.#reader;
    const { blocks, loops, callable, escapes } = around;
    const asks = {
      blocks: blocks !== undefined,
      loops: loops !== undefined,
      callable: callable !== undefined,
      escapes: escapes !== undefined,
    };
    const here = stateOf(p);
    return (
      isSameState(entry, here) &&
      (!asks.loops || isSameLoop(entry, here)) &&
      isSameAround(around, aroundOf(p, recovery, asks)) &&
      p.depth + levels <= p.settings.maxNesting &&
      p.cloneBudget.nodes >= clones
    );
  }

  elementRead(): void {
    const { recovery, reusable, taken } = this.#reader;
    const start = this.#start?.at.position ?? -1;
    // An element that contains parts, or depends on more than a part records, is parsed every time.
    const isApart =
      taken.length === this.#taken && recovery.looked.knownFrom > start && recovery.looked.textFrom >= 0;
    if (!isApart) {
      this.#finish(SHORTEST);
      this.#begin();
      return;
    }
    if (!this.#canStand()) return;
    if (this.#start === undefined) {
      this.#begin();
      return;
    }
    this.#last = this.#progress();
    const { position } = this.#last;
    if (position - start < PART_LENGTH && !reusable.has(position)) return;
    this.#finish(SHORTEST);
    this.#begin();
  }

  end(): void {
    const { lexer } = this.#reader.p;
    const { looked } = this.#reader.recovery;
    const hasParts = this.#reader.taken.length > this.#takenBefore;
    this.#finish(hasParts ? SHORTEST : PART_LENGTH);
    this.#addLooked();
    lexer.reach = this.#looked.reach;
    looked.textFrom = this.#looked.textFrom;
    looked.knownFrom = this.#looked.knownFrom;
  }

  /** Whether parsing may continue from here with the state known here: the lexer looked at nothing after the last tag. */
  #canStand(): boolean {
    const { p } = this.#reader;
    return p.token.next === undefined && p.lexer.mode === 'default';
  }

  #progress(): Progress {
    const { p, recovery } = this.#reader;
    return {
      position: p.lexer.position,
      elements: this.#elements.length,
      errors: p.errors.length,
      broken: recovery.brokenTags,
      reach: p.lexer.reach,
      textFrom: recovery.looked.textFrom,
    };
  }

  #begin(): void {
    const { p, taken } = this.#reader;
    this.#addLooked();
    this.#taken = taken.length;
    this.#start = this.#canStand()
      ? { at: this.#progress(), entry: stateOf(p), escapes: p.escapes }
      : undefined;
    this.#last = this.#start?.at ?? this.#last;
  }

  #addLooked(): void {
    const { p, recovery } = this.#reader;
    const { looked } = recovery;
    this.#looked.reach = Math.max(this.#looked.reach, p.lexer.reach);
    this.#looked.textFrom = Math.min(this.#looked.textFrom, looked.textFrom);
    this.#looked.knownFrom = Math.min(this.#looked.knownFrom, looked.knownFrom);
    p.lexer.reach = 0;
    looked.textFrom = looked.knownFrom = Infinity;
  }

  /** Makes a part of the elements parsed since its start, if they are long enough. */
  #finish(least: number): void {
    const { p, taken, unchanged, large, limits } = this.#reader;
    const [start, last] = [this.#start, this.#last];
    if (start === undefined || last.elements === start.at.elements) return;
    const { position } = start.at;
    const length = last.position - position;
    if (length < least || p.escapes !== start.escapes) return;
    if (length > limits.large) {
      if (!unchanged.has(position)) {
        large.push({ start: position, reach: Math.max(last.position, last.reach) });
        return;
      }
    } else {
      if (this.#reader.readApart + length > limits.total) return;
      this.#reader.readApart += length;
    }
    const found = this.#readApart(start.at, start.entry, last);
    if (found === undefined) return;
    const { part, base } = found;
    const count = last.elements - start.at.elements;
    this.#elements.splice(start.at.elements, count, placed(part, base, p.source));
    const removed = last.errors - start.at.errors;
    p.errors.splice(start.at.errors, removed);
    // What was taken over since is within the element that ends the part.
    for (const later of taken.slice(this.#taken)) later.errorsBefore -= removed;
    taken.splice(this.#taken, 0, { part, base, errorsBefore: start.at.errors });
    for (const macro of part.macros) p.macros.set(macro.name, macro);
  }

  /** The same elements with relative positions, valid at any offset; undefined if they are not the same. */
  #readApart(start: Progress, entry: ReadingState, last: Progress): PlacedPart | undefined {
    const { p, recovery: around } = this.#reader;
    const { text: whole } = p.source;
    const from = Math.min(start.position, last.textFrom);
    const to = Math.min(whole.length, Math.max(last.position, last.reach) + LOOK_AHEAD);
    if (to > last.position + FURTHEST) return undefined;
    // A slice would keep the whole template in memory for the lifetime of the part.
    const text = ` ${whole.slice(from, to)}`.slice(1);
    const source = new SourceText(NAME, text, p.settings.tabSize);
    const own = new Parser(
      new Lexer(source, p.settings, { start: source.indexAt(start.position - from) }),
      p.settings,
      true,
      entry.outputFormat,
    );
    const { recovery } = own;
    if (recovery === undefined) return undefined;
    own.startInside(p);
    setState(own, entry);
    setLoop(own, entry);
    const { usedContext, depth, escapes } = own;
    const clones = own.cloneBudget.nodes;
    const end = last.position - from;
    const elements: Element[] = [];
    while (own.lexer.position < end || own.token.next !== undefined) {
      const element = parseElementTolerantly(own, recovery, start.position - from);
      if (element === undefined) return undefined;
      if (element !== 'dropped') elements.push(element);
    }
    if (own.lexer.position !== end || elements.length !== last.elements - start.elements) return undefined;
    const errors = p.errors.slice(start.errors, last.errors);
    const isSame = (error: TemplateError, index: number): boolean =>
      error.message === errors[index]?.message &&
      error.start + from === errors[index].start &&
      error.end + from === errors[index].end;
    if (own.errors.length !== errors.length || !own.errors.every(isSame)) return undefined;
    if (own.escapes !== escapes) return undefined;
    if (recovery.brokenTags !== last.broken - start.broken) return undefined;
    const part: TemplatePart = {
      root: mixed(elements, source),
      start: start.position - from,
      end,
      isAtEnd: to === whole.length,
      around: aroundOf(p, around, {
        blocks: recovery.asksForBlocks,
        loops: usedContext.loops,
        callable: usedContext.callables,
        escapes: usedContext.escapes,
      }),
      levels: Math.max(0, usedContext.depth - depth),
      clones: clones - own.cloneBudget.nodes,
      entry,
      exit: stateOf(own),
      macros: [...own.macros.values()],
      usesArgs: own.usesArgs,
      errors: own.errors,
      notes: recovery.notes,
    };
    return { part, base: from };
  }
}

function placed({ root }: TemplatePart, base: number, source: SourceText): PartElement {
  return {
    type: 'part',
    source,
    start: templateOffset(root.start + base),
    end: templateOffset(root.end + base),
    children: [],
    root,
    base,
  };
}

function mixed(children: Element[], source: SourceText): MixedElement {
  return {
    type: 'mixed',
    source,
    start: children[0]?.start ?? templateOffset(0),
    end: children.at(-1)?.end ?? templateOffset(0),
    children,
  };
}
