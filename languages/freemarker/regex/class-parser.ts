import { and, foldedRange, not, or, type CharacterSet } from './character-set.ts';
import type { PatternCursor } from './pattern-cursor.ts';
import { readEscape } from './pattern-escapes.ts';
import { RegexUnsupportedError } from './regex-errors.ts';

const MAX_DEPTH = 100;

/** Parses a character class; the cursor stands behind its opening bracket. */
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
    let set: CharacterSet | undefined;
    const add = (more: CharacterSet): void => {
      set = set === undefined ? more : or(set, more);
    };
    for (;;) {
      const ch = this.cursor.peek();
      if (ch === '') this.cursor.fail('Unclosed character class', -1);
      if (ch === ']' && set !== undefined) break;
      if (ch === '[') {
        this.cursor.next();
        add(this.parse());
      } else if (ch === '&' && this.cursor.peekRaw(1) === '&') {
        this.cursor.next();
        this.cursor.next();
        const right = this.rightOperand();
        if (right !== undefined) set = set === undefined ? right : and(set, right);
        else if (set === undefined) this.cursor.fail('Bad class syntax', 0);
      } else add(this.element());
    }
    this.depth--;
    return set;
  }

  /** What follows `&&`, up to the next `&&` or the end; a bare run of characters extends to the end. */
  private rightOperand(): CharacterSet | undefined {
    let right: CharacterSet | undefined;
    for (;;) {
      const ch = this.cursor.peek();
      if (ch === ']' || ch === '&' || ch === '') return right;
      let part: CharacterSet;
      if (ch === '[') {
        this.cursor.next();
        part = this.parse();
      } else part = this.body();
      right = right === undefined ? part : or(right, part);
    }
  }

  private element(): CharacterSet {
    const first = this.item();
    if (typeof first !== 'number') return first;
    if (this.cursor.peek() !== '-') return foldedRange(first, first, this.cursor.fold);
    const after = this.cursor.peekRaw(1);
    if (after === '[' || after === ']' || after === '') return foldedRange(first, first, this.cursor.fold);
    this.cursor.next();
    const last = this.item();
    if (typeof last !== 'number') return this.cursor.fail('Illegal character range', -1);
    if (last < first) this.cursor.fail('Illegal character range', -1);
    return foldedRange(first, last, this.cursor.fold);
  }

  private item(): number | CharacterSet {
    if (this.cursor.peek() !== '\\') return this.cursor.nextCode();
    const escape = readEscape(this.cursor, 'class', 0);
    if (escape.kind === 'code') return escape.code;
    if (escape.kind === 'set') return escape.set;
    if (escape.kind !== 'quote') return this.cursor.fail('Illegal character class', -1);
    const codes = [...escape.text].map((ch) => ch.codePointAt(0) ?? 0);
    if (codes.length === 0) return this.item();
    return or(...codes.map((code) => foldedRange(code, code, this.cursor.fold)));
  }
}
