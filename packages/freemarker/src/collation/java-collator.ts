import { RecentlyMade } from '../recently-made.ts';
import { collationTable, type CollationTable, type Element } from './collation-table.ts';

/** Compares two strings: negative, zero or positive. */
export type StringComparator = (a: string, b: string) => number;

/** Templates name locales, also such as there are none. */
const MAX_CACHED = 100;
const comparators = new RecentlyMade<StringComparator>(MAX_CACHED);

/**
 * The order in which java.text.Collator of `locale` sorts strings: spaces and hyphens count least, then case, then
 * accents, then letters, which are those of the language.
 */
export function stringComparator(locale: string): StringComparator {
  let comparator = comparators.get(locale);
  if (comparator === undefined) {
    comparator = comparatorOf(collationTable(locale));
    comparators.set(locale, comparator);
  }
  return comparator;
}

/** Sorting compares millions of times: its readers are made once, for their garbage would be most of what sorting takes. */
function comparatorOf(table: CollationTable): StringComparator {
  const left = new Elements(table);
  const right = new Elements(table);
  return (a, b) => {
    if (a === b) return 0;
    const start = table.isFrench ? 0 : firstDifference(a, b, table);
    const result = compareElements(left.read(a, start), right.read(b, start), table.isFrench);
    left.release();
    right.release();
    return result;
  };
}

const UNMAPPED = 0x7fff * 65_536;

const NO_ELEMENTS: readonly Element[] = [];

/** The elements of a text one after the other, from a character on: texts may be long, and differ early. */
class Elements {
  readonly #table: CollationTable;
  #text = '';
  #at = 0;
  #pending = NO_ELEMENTS;
  #taken = 0;

  constructor(table: CollationTable) {
    this.#table = table;
  }

  /** Begins with another text. */
  read(text: string, from: number): this {
    this.#text = text;
    this.#at = from;
    this.#pending = NO_ELEMENTS;
    this.#taken = 0;
    return this;
  }

  /** Lets go of the text, which may be long. */
  release(): void {
    this.#text = '';
  }

  /** Undefined at the end. */
  next(): Element | undefined {
    while (this.#taken >= this.#pending.length) {
      if (this.#at >= this.#text.length) return undefined;
      this.#pending = this.#read();
      this.#taken = 0;
    }
    return this.#pending[this.#taken++];
  }

  #read(): readonly Element[] {
    const code = this.#text.charCodeAt(this.#at);
    for (const { text, elements } of this.#table.contractions.get(code) ?? []) {
      if (!this.#text.startsWith(text, this.#at)) continue;
      this.#at += text.length;
      return elements;
    }
    this.#at++;
    return elementsOf(code, this.#table);
  }
}

function elementsOf(code: number, table: CollationTable): readonly Element[] {
  const known = table.elements.get(code);
  if (known !== undefined) return known;
  const text = String.fromCharCode(code);
  const decomposed = code < 0xac00 ? text.normalize('NFD') : text;
  // Characters that the rules do not name come last, in the order of their codes.
  const unmapped = [UNMAPPED, code * 65_536];
  const elements: Element[] = [];
  for (let at = 0; at < decomposed.length; at++) {
    const part = table.elements.get(decomposed.charCodeAt(at));
    if (part === undefined) return unmapped;
    elements.push(...part);
  }
  return elements;
}

/** Where to begin to compare: what is the same before it cannot be part of a contraction with what differs. */
function firstDifference(a: string, b: string, table: CollationTable): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const { continuing } = table;
  while (at > 0 && (continuing.has(a.charCodeAt(at)) || continuing.has(b.charCodeAt(at)))) at--;
  return at;
}

const primary = (element: Element): number => Math.floor(element / 65_536);
const secondary = (element: Element): number => Math.floor(element / 256) % 256;

/**
 * Java's comparison: the first difference of primary weights decides; elements without one are weighed as
 * differences of the second level, of which the first (or for French the last) counts, then those of the third.
 */
function compareElements(left: Elements, right: Elements, isFrench: boolean): number {
  let result = 0;
  let mayBeSecondary = true;
  let mayBeTertiary = true;
  let x = left.next();
  let y = right.next();
  while (x !== undefined && y !== undefined) {
    const px = primary(x);
    const py = primary(y);
    // An element of no weight, or a difference of accents against nothing, is passed on one side only.
    let takesLeft = true;
    let takesRight = true;
    if (x === y) {
      if (isFrench && px !== 0 && !mayBeSecondary) {
        mayBeSecondary = true;
        mayBeTertiary = false;
      }
    } else if (px === py) {
      if (mayBeSecondary && secondary(x) !== secondary(y)) {
        result = secondary(x) < secondary(y) ? -1 : 1;
        mayBeSecondary = false;
      } else if (mayBeSecondary && mayBeTertiary) {
        result = x < y ? -1 : 1;
        mayBeTertiary = false;
      }
    } else if (x === 0) takesRight = false;
    else if (y === 0) takesLeft = false;
    else if (px === 0) {
      if (mayBeSecondary) result = 1;
      mayBeSecondary = false;
      takesRight = false;
    } else if (py === 0) {
      if (mayBeSecondary) result = -1;
      mayBeSecondary = false;
      takesLeft = false;
    } else return px < py ? -1 : 1;
    if (takesLeft) x = left.next();
    if (takesRight) y = right.next();
  }
  const sign = x === undefined ? -1 : 1;
  const longer = x === undefined ? right : left;
  for (let rest = x ?? y; rest !== undefined; rest = longer.next()) {
    if (primary(rest) !== 0) return sign;
    if (secondary(rest) !== 0 && mayBeSecondary) {
      result = sign;
      mayBeSecondary = false;
    }
  }
  return result;
}
