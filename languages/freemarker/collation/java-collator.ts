import { RecentlyMade } from '../recently-made.ts';
import { tailoredLanguages } from '../locale-data/collation-weights.ts';
import { rootTable, type CollationTable, type Element } from './collation-table.ts';
import { tailoredTable } from './tailoring.ts';

/** Compares two strings: negative, zero or positive. */
export type StringComparator = (a: string, b: string) => number;

/** Templates name locales, also such as there are none. */
const MAX_KEPT = 100;
const comparators = new RecentlyMade<StringComparator>(MAX_KEPT);

/**
 * The order in which java.text.Collator of `locale` sorts strings: blanks and hyphens count least, then case, then
 * accents, then letters. Languages with rules of their own for these (Swedish, Polish) are sorted by Intl, which
 * differs from Java in punctuation.
 */
export function stringComparator(locale: string): StringComparator {
  let comparator = comparators.get(locale);
  if (comparator === undefined) {
    comparator = createComparator(locale);
    comparators.set(locale, comparator);
  }
  return comparator;
}

function createComparator(locale: string): StringComparator {
  const language = locale.split(/[_-]/)[0] ?? '';
  const root = rootTable();
  // French differs from the plain rules only in comparing accents from the end.
  if (language === 'fr') return (a, b) => compareElements(a, b, root, true);
  const isPlain = !tailoredLanguages.split(' ').includes(language);
  const table = isPlain ? root : tailoredTable(root, language);
  if (table !== undefined) return (a, b) => compareElements(a, b, table, false);
  try {
    return new Intl.Collator(language, { caseFirst: 'lower' }).compare;
  } catch {
    return (a, b) => compareElements(a, b, root, false);
  }
}

const UNMAPPED = 0x7fff * 65_536;

/** The elements of a text one after the other, from a character on: texts may be long, and differ early. */
class Elements {
  readonly #text: string;
  readonly #table: CollationTable;
  #at: number;
  #pending: readonly Element[] = [];
  #taken = 0;

  constructor(text: string, from: number, table: CollationTable) {
    this.#text = text;
    this.#table = table;
    this.#at = from;
  }

  /** Undefined at the end. */
  next(): Element | undefined {
    while (this.#taken >= this.#pending.length) {
      if (this.#at >= this.#text.length) return undefined;
      this.#pending = elementsOf(this.#text.charCodeAt(this.#at++), this.#table);
      this.#taken = 0;
    }
    return this.#pending[this.#taken++];
  }
}

function elementsOf(code: number, weights: CollationTable): readonly Element[] {
  const known = weights.get(code);
  if (known !== undefined) return known;
  const text = String.fromCharCode(code);
  const decomposed = code < 0xac00 ? text.normalize('NFD') : text;
  // Characters that the rules do not name come last, in the order of their codes.
  if (decomposed === text) return [UNMAPPED, code * 65_536];
  const parts = Array.from({ length: decomposed.length }, (_, at) => decomposed.charCodeAt(at));
  return parts.flatMap((part) => elementsOf(part, weights));
}

function firstDifference(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

const primary = (element: Element): number => Math.floor(element / 65_536);
const secondary = (element: Element): number => Math.floor(element / 256) % 256;

/**
 * Java's comparison: the first difference of primary weights decides; elements without one are weighed as
 * differences of the second level, of which the first (or for French the last) counts, then those of the third.
 */
function compareElements(a: string, b: string, table: CollationTable, isFrench: boolean): number {
  if (a === b) return 0;
  let result = 0;
  let mayBeSecondary = true;
  let mayBeTertiary = true;
  const start = isFrench ? 0 : firstDifference(a, b);
  const left = new Elements(a, start, table);
  const right = new Elements(b, start, table);
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
