import { collationWeights, plainLanguages } from '../locale-data/collation-weights.ts';

/** Compares two strings: negative, zero or positive. */
export type StringComparator = (a: string, b: string) => number;

/** One collation element, its primary, secondary and tertiary weight packed as Java does: 16, 8 and 8 bits. */
type Element = number;

const comparators = new Map<string, StringComparator>();

/**
 * The order in which java.text.Collator of `locale` sorts strings: blanks and hyphens count least, then case, then
 * accents, then letters. Languages with rules of their own (Swedish, Polish) are sorted by Intl, which differs from
 * Java in punctuation.
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
  // French differs from the plain rules only in comparing accents from the end.
  if (language === 'fr') return (a, b) => compareElements(elementsOf(a), elementsOf(b), true);
  if (language === '' || plainLanguages.split(' ').includes(language)) {
    return (a, b) => (a === b ? 0 : compareElements(elementsOf(a), elementsOf(b), false));
  }
  try {
    return new Intl.Collator(language, { caseFirst: 'lower' }).compare;
  } catch {
    return (a, b) => compareElements(elementsOf(a), elementsOf(b), false);
  }
}

let table: ReadonlyMap<number, readonly Element[]> | undefined;

function readTable(): ReadonlyMap<number, readonly Element[]> {
  const out = new Map<number, readonly Element[]>();
  for (const entry of collationWeights.split(' ')) {
    const [code = '', elements = ''] = entry.split(':');
    out.set(parseInt(code, 16), elements.split(',').map(readElement));
  }
  return out;
}

function readElement(text: string): Element {
  const [primary = 0, secondary = 0, tertiary = 0] = text.split('.').map((part) => parseInt(part, 16));
  return primary * 65_536 + secondary * 256 + tertiary;
}

const UNMAPPED = 0x7fff * 65_536;

function elementsOf(text: string): Element[] {
  table ??= readTable();
  const out: Element[] = [];
  for (let at = 0; at < text.length; at++) appendElements(text.charCodeAt(at), table, out);
  return out;
}

function appendElements(
  code: number,
  weights: ReadonlyMap<number, readonly Element[]>,
  out: Element[],
): void {
  const known = weights.get(code);
  if (known !== undefined) {
    for (const element of known) out.push(element);
    return;
  }
  const text = String.fromCharCode(code);
  const decomposed = code < 0xac00 ? text.normalize('NFD') : text;
  if (decomposed === text) {
    // Characters that the rules do not name come last, in the order of their codes.
    out.push(UNMAPPED, code * 65_536);
    return;
  }
  for (let at = 0; at < decomposed.length; at++) appendElements(decomposed.charCodeAt(at), weights, out);
}

const primary = (element: Element): number => Math.floor(element / 65_536);
const secondary = (element: Element): number => Math.floor(element / 256) % 256;

/**
 * Java's comparison: the first difference of primary weights decides; elements without one are weighed as
 * differences of the second level, of which the first (or for French the last) counts, then those of the third.
 */
function compareElements(a: readonly Element[], b: readonly Element[], isFrench: boolean): number {
  let result = 0;
  let mayBeSecondary = true;
  let mayBeTertiary = true;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] ?? 0;
    const y = b[j] ?? 0;
    const px = primary(x);
    const py = primary(y);
    if (x === y) {
      if (isFrench && px !== 0 && !mayBeSecondary) {
        mayBeSecondary = true;
        mayBeTertiary = false;
      }
      i++;
      j++;
    } else if (px === py) {
      if (mayBeSecondary && secondary(x) !== secondary(y)) {
        result = secondary(x) < secondary(y) ? -1 : 1;
        mayBeSecondary = false;
      } else if (mayBeSecondary && mayBeTertiary) {
        result = x < y ? -1 : 1;
        mayBeTertiary = false;
      }
      i++;
      j++;
    } else if (x === 0) i++;
    else if (y === 0) j++;
    else if (px === 0) {
      if (mayBeSecondary) result = 1;
      mayBeSecondary = false;
      i++;
    } else if (py === 0) {
      if (mayBeSecondary) result = -1;
      mayBeSecondary = false;
      j++;
    } else return px < py ? -1 : 1;
  }
  const rest = i < a.length ? a.slice(i) : b.slice(j);
  const sign = i < a.length ? 1 : -1;
  for (const element of rest) {
    if (primary(element) !== 0) return sign;
    if (secondary(element) !== 0 && mayBeSecondary) {
      result = sign;
      mayBeSecondary = false;
    }
  }
  return result;
}
