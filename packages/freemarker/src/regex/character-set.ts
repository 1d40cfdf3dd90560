import { allCasedLetters, foldedOf, upperOf } from './case-folding.ts';
import type { CaseFold } from './regex-node.ts';

/** A set of code points, as a tree that can be tested and written as a JavaScript class. */
export type CharacterSet =
  /** In ascending order, and apart from each other. */
  | { readonly kind: 'ranges'; readonly ranges: readonly CodeRange[] }
  /** What is in the ranges, and every letter of which a form without regard to case is. */
  | { readonly kind: 'folded'; readonly ranges: readonly CodeRange[] }
  /** `source` is a Unicode property escape that JavaScript knows, such as `\p{Lu}`. */
  | { readonly kind: 'property'; readonly source: string }
  | { readonly kind: 'not'; readonly set: CharacterSet }
  | { readonly kind: 'or'; readonly sets: readonly CharacterSet[] }
  | { readonly kind: 'and'; readonly sets: readonly CharacterSet[] };

export type CodeRange = readonly [first: number, last: number];

/** `ranges('az', '_', '09')`: a pair of characters is a range. */
export function ranges(...items: readonly string[]): CharacterSet {
  return rangeSet(items.map((item) => [item.charCodeAt(0), item.charCodeAt(item.length - 1)] as const));
}

/** Ranges in any order, which may overlap. */
export function rangeSet(unordered: readonly CodeRange[]): CharacterSet {
  return { kind: 'ranges', ranges: merged(unordered) };
}

export const single = (code: number): CharacterSet => ({ kind: 'ranges', ranges: [[code, code]] });
export const range = (first: number, last: number): CharacterSet => ({
  kind: 'ranges',
  ranges: [[first, last]],
});
export const property = (name: string): CharacterSet => ({ kind: 'property', source: `\\p{${name}}` });
export const not = (set: CharacterSet): CharacterSet =>
  set.kind === 'ranges' ? { kind: 'ranges', ranges: complement(set.ranges) } : { kind: 'not', set };
export const or = (...sets: readonly CharacterSet[]): CharacterSet => ({ kind: 'or', sets });
export const and = (...sets: readonly CharacterSet[]): CharacterSet => ({ kind: 'and', sets });

/** The same as `or`, for any number: all ranges are one set, so that each character is looked up once. */
export function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  const others = new Map<CharacterSet | string, CharacterSet>();
  const all: CodeRange[] = [];
  for (const set of sets) {
    if (set.kind !== 'ranges') others.set(set.kind === 'property' ? set.source : set, set);
    else for (const one of set.ranges) all.push(one);
  }
  const [first, ...more] = [...(all.length === 0 ? [] : [rangeSet(all)]), ...others.values()];
  if (first === undefined) return rangeSet([]);
  return more.length === 0 ? first : or(first, ...more);
}

/** The ranges that a set is made of, in any order; undefined where they are not at hand. */
export function rangesOf(set: CharacterSet): readonly CodeRange[] | undefined {
  switch (set.kind) {
    case 'ranges':
      return set.ranges;
    case 'or': {
      const all = set.sets.map(rangesOf);
      return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
    }
    case 'not': {
      const inner = rangesOf(set.set);
      return inner && complement(merged(inner));
    }
    case 'folded':
    case 'property':
    case 'and':
      return undefined;
  }
}

/** Whether two lists of ranges have a code in common. Long lists are taken to have one: comparing them takes too long. */
export function overlap(a: readonly CodeRange[], b: readonly CodeRange[]): boolean {
  if (a.length * b.length > 4_096) return true;
  return a.some(([first, last]) => b.some((other) => first <= other[1] && other[0] <= last));
}

export type CodeTest = (code: number) => boolean;

/** A fast test for membership; ASCII is answered from a table. */
export function codeTest(set: CharacterSet): CodeTest {
  const slow = treeTest(set);
  const ascii = new Uint8Array(128);
  for (let code = 0; code < 128; code++) ascii[code] = slow(code) ? 1 : 0;
  return (code) => (code < 128 ? ascii[code] === 1 : slow(code));
}

function treeTest(set: CharacterSet): CodeTest {
  switch (set.kind) {
    case 'ranges':
      return rangesTest(set.ranges);
    case 'folded': {
      const inRanges = rangesTest(set.ranges);
      return (code) => inRanges(code) || inRanges(upperOf(code)) || inRanges(foldedOf(code));
    }
    case 'property': {
      const regex = new RegExp(set.source, 'u');
      return (code) => regex.test(String.fromCodePoint(code));
    }
    case 'not': {
      const inner = treeTest(set.set);
      return (code) => !inner(code);
    }
    case 'or': {
      const tests = set.sets.map(treeTest);
      return (code) => tests.some((test) => test(code));
    }
    case 'and': {
      const tests = set.sets.map(treeTest);
      return (code) => tests.every((test) => test(code));
    }
  }
}

/** The set as a class of a JavaScript regular expression with the flag `v`. */
export function classSource(set: CharacterSet): string {
  switch (set.kind) {
    case 'ranges':
      return rangesSource(set.ranges);
    case 'folded':
      return rangesSource(withCaseVariants(set.ranges));
    case 'property':
      return set.source;
    case 'not':
      return `[^${classSource(set.set)}]`;
    case 'or':
      return `[${set.sets.map(classSource).join('')}]`;
    case 'and':
      return `[${set.sets.map(classSource).join('&&')}]`;
  }
}

function rangesSource(all: readonly CodeRange[]): string {
  return `[${all.map(([first, last]) => (first === last ? code(first) : `${code(first)}-${code(last)}`)).join('')}]`;
}

const code = (value: number): string => `\\u{${value.toString(16)}}`;

function rangesTest(all: readonly CodeRange[]): CodeTest {
  return (code) => {
    let low = 0;
    let high = all.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = all[middle] ?? [0, -1];
      if (code < first) high = middle - 1;
      else if (code > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

function merged(unordered: readonly CodeRange[]): readonly CodeRange[] {
  const all: [first: number, last: number][] = [];
  for (const [first, last] of unordered.toSorted((a, b) => a[0] - b[0])) {
    const before = all.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else all.push([first, last]);
  }
  return all;
}

function complement(all: readonly CodeRange[]): readonly CodeRange[] {
  const others: CodeRange[] = [];
  let next = 0;
  for (const [first, last] of all) {
    if (first > next) others.push([next, first - 1]);
    next = last + 1;
  }
  return next > 0x10ffff ? others : [...others, [next, 0x10ffff]];
}

function withCaseVariants(all: readonly CodeRange[]): readonly CodeRange[] {
  const inRanges = rangesTest(all);
  const added: CodeRange[] = [];
  for (const [value, upper, folded] of allCasedLetters())
    if (inRanges(upper) || inRanges(folded)) added.push([value, value]);
  return merged([...all, ...added]);
}

/**
 * The ranges of a class, compared as the flags say. Without regard to case a range also holds a letter whose upper case
 * or folded form is in it. Source: java.util.regex.Pattern of OpenJDK 17, `CIRange` and `CIRangeU`.
 */
export function foldedRanges(all: readonly CodeRange[], fold: CaseFold): CharacterSet {
  if (fold === 'none') return rangeSet(all);
  if (fold === 'unicode') return { kind: 'folded', ranges: merged(all) };
  // The same letters of the other case, 32 codes away.
  const others = all.flatMap(([first, last]) => [
    ...within(first, last, 65, 90).map(([a, z]) => [a + 32, z + 32] as const),
    ...within(first, last, 97, 122).map(([a, z]) => [a - 32, z - 32] as const),
  ]);
  return rangeSet([...all, ...others]);
}

function within(first: number, last: number, least: number, maximum: number): CodeRange[] {
  const from = Math.max(first, least);
  const to = Math.min(last, maximum);
  return from <= to ? [[from, to]] : [];
}

/** About how many ranges a set is written with: what it costs to compile it. */
export function setSize(set: CharacterSet): number {
  switch (set.kind) {
    case 'ranges':
      return set.ranges.length;
    case 'folded':
      return FOLDED_SIZE + set.ranges.length;
    case 'property':
      return 1;
    case 'not':
      return setSize(set.set);
    case 'or':
    case 'and':
      return set.sets.reduce((sum, one) => sum + setSize(one), 1);
  }
}

/** The letters of all scripts in both cases, if the cases aren't adjacent. */
const FOLDED_SIZE = 1_000;
