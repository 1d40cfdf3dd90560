import { caseVariants } from './case-folding.ts';
import {
  and,
  foldedRanges,
  not,
  rangeSet,
  unionOf,
  type CharacterSet,
  type CodeRange,
} from './character-set.ts';
import type { PatternCursor } from './pattern-cursor.ts';
import { readEscape } from './pattern-escapes.ts';
import { RegexUnsupportedError } from './regex-errors.ts';
import type { CaseFold } from './regex-node.ts';

const MAX_DEPTH = 100;

/** Parses a character class; the cursor is after its opening bracket. */
export class ClassParser {
  private readonly cursor: PatternCursor;
  private depth = 0;

  constructor(cursor: PatternCursor) {
    this.cursor = cursor;
  }

  parse(): CharacterSet {
    const isNegated = this.cursor.takeRaw('^');
    const set = this.body();
    this.cursor.next();
    return isNegated ? not(set) : set;
  }

  /** Everything up to the closing bracket, which is left to the caller. */
  private body(): CharacterSet {
    if (++this.depth > MAX_DEPTH) throw new RegexUnsupportedError('A character class this deep');
    const content = new ClassContent(this.cursor.fold);
    for (;;) {
      const ch = this.cursor.peek();
      if (ch === '') this.cursor.fail('Unclosed character class', -1);
      if (ch === ']' && !content.isEmpty) break;
      if (ch === '[') {
        this.cursor.next();
        content.add(this.parse());
      } else if (ch === '&' && this.cursor.peekRaw(1) === '&') {
        this.cursor.next();
        this.cursor.next();
        const right = this.rightOperand();
        if (right !== undefined) content.intersect(right);
        else if (content.isEmpty) this.cursor.fail('Bad class syntax', 0);
      } else this.element(content);
    }
    this.depth--;
    return content.take();
  }

  /** What follows `&&`, up to the next `&&` or the end; a bare run of characters extends to the end. */
  private rightOperand(): CharacterSet | undefined {
    const parts: CharacterSet[] = [];
    for (;;) {
      const ch = this.cursor.peek();
      if (ch === ']' || ch === '&' || ch === '') return parts.length > 0 ? unionOf(parts) : undefined;
      if (ch === '[') {
        this.cursor.next();
        parts.push(this.parse());
      } else parts.push(this.body());
    }
  }

  private element(content: ClassContent): void {
    const first = this.item();
    if (typeof first !== 'number')
      return first.kind === 'quote' ? content.addAll(first.codes) : content.add(first);
    const after = this.cursor.peek() === '-' ? this.cursor.peekRaw(1) : '';
    if (after === '[' || after === ']' || after === '') return content.addAll([first]);
    this.cursor.next();
    const last = this.item();
    if (typeof last !== 'number' || last < first) return this.cursor.fail('Illegal character range', -1);
    content.addRange([first, last]);
  }

  private item(): number | CharacterSet | Quote {
    if (this.cursor.peek() !== '\\') return this.cursor.nextCode();
    const escape = readEscape(this.cursor, 'class', 0);
    if (escape.kind === 'code') return escape.code;
    if (escape.kind === 'set') return escape.set;
    if (escape.kind !== 'quote') return this.cursor.fail('Illegal character class', -1);
    const codes = [...escape.text].map((ch) => ch.codePointAt(0) ?? 0);
    return codes.length === 0 ? this.item() : { kind: 'quote', codes };
  }
}

/** The characters of `\Q…\E`. */
interface Quote {
  readonly kind: 'quote';
  readonly codes: readonly number[];
}

/**
 * The content of a class so far. Its characters and ranges become one set when all are known: separate sets would be
 * tested one after the other, each nested in the previous one.
 */
class ClassContent {
  readonly #fold: CaseFold;
  #singles: CodeRange[] = [];
  #ranges: CodeRange[] = [];
  #sets: CharacterSet[] = [];
  /** What the whole content was intersected with, while nothing was added since. */
  #operands: CharacterSet[] = [];

  constructor(fold: CaseFold) {
    this.#fold = fold;
  }

  get isEmpty(): boolean {
    return this.#operands.length + this.#sets.length + this.#singles.length + this.#ranges.length === 0;
  }

  addAll(codes: readonly number[]): void {
    this.#settle();
    for (const code of codes)
      for (const variant of caseVariants(code, this.#fold)) this.#singles.push([variant, variant]);
  }

  addRange(range: CodeRange): void {
    this.#settle();
    this.#ranges.push(range);
  }

  add(set: CharacterSet): void {
    this.#settle();
    this.#sets.push(set);
  }

  intersect(right: CharacterSet): void {
    if (this.#operands.length === 0 && !this.isEmpty) this.#operands = [this.#union()];
    this.#operands.push(right);
  }

  take(): CharacterSet {
    this.#settle();
    return this.#union();
  }

  /** Makes one set of what was intersected, to which more can be added. */
  #settle(): void {
    const [first, ...others] = this.#operands;
    if (first === undefined) return;
    this.#sets.push(others.length === 0 ? first : and(first, ...others));
    this.#operands = [];
  }

  /** Empties it. */
  #union(): CharacterSet {
    const ranges = this.#ranges.length === 0 ? [] : [foldedRanges(this.#ranges, this.#fold)];
    const union = unionOf([rangeSet(this.#singles), ...ranges, ...this.#sets]);
    this.#singles = [];
    this.#ranges = [];
    this.#sets = [];
    return union;
  }
}
