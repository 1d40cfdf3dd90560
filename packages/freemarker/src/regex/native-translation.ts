import { classSource, overlap, rangesOf, setSize, single, type CodeRange } from './character-set.ts';
import type { Assertion, RegexNode } from './regex-node.ts';

/** A translated expression: native code may run it on inputs up to `maxInput` units, where it cannot take long. */
export interface NativeRegex {
  readonly source: string;
  readonly maxInput: number;
  /** How many characters may be looked at, at most, in finding all matches in an input of so many units. */
  readonly workFor: (length: number) => number;
  /** Native code may take the middle of a surrogate pair for a place between characters, where nothing has to match. */
  readonly rejectsSurrogates: boolean;
}

/** Characters that native code may look at in the worst case: it cannot be stopped. */
const MAX_WORK = 20_000_000;
/** Characters at each start. It also bounds the expression, whose compilation by native code cannot be stopped either. */
const MAX_WORK_PER_START = 10_000;
/** Of loops without a bound whose ways multiply. With more, inputs would have to be too short to be worth it. */
const MAX_DEGREE = 3;

/** Ranges in all classes: compiling them takes native code up to a microsecond each. */
const MAX_RANGES = 20_000;

/**
 * The JavaScript source of an expression that provably matches the same and fast, or undefined. It must have no
 * groups inside loops or assertions and no nested loops, so that the work grows with a small power of the input's
 * length at worst.
 */
export function translateToNative(root: RegexNode): NativeRegex | undefined {
  const cost = costOf(root, undefined);
  if (cost === undefined || cost.work.factor > MAX_WORK_PER_START || cost.work.degree > MAX_DEGREE)
    return undefined;
  if (rangesIn(root) > MAX_RANGES) return undefined;
  const { factor, degree } = cost.work;
  return {
    source: sourceOf(root),
    maxInput: Math.floor((MAX_WORK / factor) ** (1 / (degree + 1))),
    workFor: (length) => factor * length ** (degree + 1),
    rejectsSurrogates: hasAssertion(root),
  };
}

/** At most `factor · n^degree` of something, for an input of n characters. */
interface Bound {
  readonly factor: number;
  readonly degree: number;
}

interface Cost {
  /** How many ways there are to go through a node, after each of which what follows may be tried in full. */
  readonly ways: Bound;
  /** How many characters are looked at on all of these ways together: never fewer than there are ways. */
  readonly work: Bound;
}

const ONCE: Bound = { factor: 1, degree: 0 };
const ONE: Cost = { ways: ONCE, work: ONCE };

const plus = (a: Bound, b: Bound): Bound => ({
  factor: a.factor + b.factor,
  degree: Math.max(a.degree, b.degree),
});
const times = (a: Bound, b: Bound): Bound => ({
  factor: a.factor * b.factor,
  degree: a.degree + b.degree,
});

/** The characters that can follow in a match; undefined if unknown, or if the match may end. */
type Next = readonly CodeRange[] | undefined;

function costOf(node: RegexNode, next: Next): Cost | undefined {
  switch (node.kind) {
    case 'character':
    case 'set':
      return ONE;
    case 'group':
      return costOf(node.body, next);
    case 'sequence':
      return costOfSequence(node.items, next);
    case 'choice':
      return costOfChoice(node.options, next);
    case 'loop':
      return costOfLoop(node, next);
    case 'assertion':
      return node.assertion === 'last-match-end' ? undefined : ONE;
    case 'look': {
      if (node.isBehind || hasGroup(node.body)) return undefined;
      const body = costOf(node.body, undefined);
      // Text that was already scanned isn't scanned again.
      return body && { ways: ONCE, work: body.work };
    }
    case 'atomic':
    case 'backreference':
      return undefined;
  }
}

function costOfSequence(items: readonly RegexNode[], next: Next): Cost | undefined {
  let all: Cost | undefined;
  let behind = next;
  for (const item of items.toReversed()) {
    const cost = costOf(item, behind);
    if (cost === undefined) return undefined;
    behind = firstOf(item, behind);
    all =
      all === undefined
        ? cost
        : { ways: times(cost.ways, all.ways), work: plus(cost.work, times(cost.ways, all.work)) };
  }
  return all ?? ONE;
}

function costOfChoice(options: readonly RegexNode[], next: Next): Cost | undefined {
  let all: Cost | undefined;
  for (const option of options) {
    const cost = costOf(option, next);
    if (cost === undefined) return undefined;
    all = all === undefined ? cost : { ways: plus(all.ways, cost.ways), work: plus(all.work, cost.work) };
  }
  return all;
}

function costOfLoop(node: RegexNode & { kind: 'loop' }, next: Next): Cost | undefined {
  const { body, min, max, mode } = node;
  if (mode === 'possessive' || (body.kind !== 'character' && body.kind !== 'set')) return undefined;
  const work = max === Infinity ? { factor: 1 + min, degree: 1 } : { factor: max + 1, degree: 0 };
  // If the next part can't begin inside the loop's run, only one of the alternatives continues.
  const own = rangesOfOne(body);
  const isSeparate = own !== undefined && next !== undefined && !overlap(own, next);
  return { ways: isSeparate ? ONCE : work, work };
}

function firstOf(node: RegexNode, next: Next): Next {
  switch (node.kind) {
    case 'character':
    case 'set':
      return rangesOfOne(node);
    case 'group':
      return firstOf(node.body, next);
    case 'sequence':
      return node.items.reduceRight<Next>((behind, item) => firstOf(item, behind), next);
    case 'choice':
      return node.options.reduce<Next>((all, option) => both(all, firstOf(option, next)), []);
    case 'loop':
      return node.min > 0 ? firstOf(node.body, undefined) : both(firstOf(node.body, undefined), next);
    case 'assertion':
    case 'look':
      return next;
    case 'atomic':
    case 'backreference':
      return undefined;
  }
}

const both = (a: Next, b: Next): Next => (a === undefined || b === undefined ? undefined : [...a, ...b]);

function rangesOfOne(node: RegexNode): Next {
  if (node.kind === 'character') return [[node.code, node.code]];
  return node.kind === 'set' ? rangesOf(node.set) : undefined;
}

function hasGroup(node: RegexNode): boolean {
  return node.kind === 'group' || partsOf(node).some(hasGroup);
}

function hasAssertion(node: RegexNode): boolean {
  return node.kind === 'assertion' || node.kind === 'look' || partsOf(node).some(hasAssertion);
}

function partsOf(node: RegexNode): readonly RegexNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.items;
    case 'choice':
      return node.options;
    case 'group':
    case 'atomic':
    case 'loop':
    case 'look':
      return [node.body];
    case 'character':
    case 'set':
    case 'assertion':
    case 'backreference':
      return [];
  }
}

function rangesIn(node: RegexNode): number {
  if (node.kind === 'set') return setSize(node.set);
  return partsOf(node).reduce((sum, part) => sum + rangesIn(part), 0);
}

function sourceOf(node: RegexNode): string {
  switch (node.kind) {
    case 'character':
      return classSource(single(node.code)).slice(1, -1);
    case 'set':
      return classSource(node.set);
    case 'group':
      return `(${sourceOf(node.body)})`;
    case 'sequence':
      return node.items
        .map((item) => (item.kind === 'choice' ? `(?:${sourceOf(item)})` : sourceOf(item)))
        .join('');
    case 'choice':
      return node.options.map(sourceOf).join('|');
    case 'loop': {
      const max = node.max === Infinity ? '' : String(node.max);
      return `${sourceOf(node.body)}{${node.min},${max}}${node.mode === 'reluctant' ? '?' : ''}`;
    }
    case 'assertion':
      return assertionSource(node.assertion);
    case 'look':
      return `(?${node.isNegative ? '!' : '='}${sourceOf(node.body)})`;
    case 'atomic':
    case 'backreference':
      throw new TypeError(`A ${node.kind} has no native translation`);
  }
}

const START = '^';
const END = '$';
const ALPHANUMERIC = '[\\p{L}\\p{Nd}_]';

/** The assertions as `assertionHolds` has them, at any place but inside a surrogate pair. */
function assertionSource(assertion: Assertion): string {
  switch (assertion) {
    case 'input-start':
      return START;
    case 'input-end':
      return END;
    case 'input-end-or-last-line':
      return `(?=(?:\\r\\n|[\\r\\u0085\\u2028\\u2029]|(?<!\\r)\\n)?${END})`;
    case 'input-end-or-last-newline':
      return `(?=\\n?${END})`;
    case 'line-start':
      return `(?=[^])(?:${START}|(?<=[\\n\\u0085\\u2028\\u2029])|(?<=\\r)(?!\\n))`;
    case 'line-end':
      return `(?:${END}|(?=[\\r\\u0085\\u2028\\u2029])|(?<!\\r)(?=\\n))`;
    case 'unix-line-start':
      return `(?=[^])(?:${START}|(?<=\\n))`;
    case 'unix-line-end':
      return `(?:${END}|(?=\\n))`;
    case 'word-boundary':
      return `(?:(?<=${ALPHANUMERIC})(?!${ALPHANUMERIC})|(?<!${ALPHANUMERIC})(?=${ALPHANUMERIC}))`;
    case 'no-word-boundary':
      return `(?:(?<=${ALPHANUMERIC})(?=${ALPHANUMERIC})|(?<!${ALPHANUMERIC})(?!${ALPHANUMERIC}))`;
    case 'last-match-end':
      throw new TypeError('The end of the last match has no native translation');
  }
}
