import { classSource, setSize, single } from './character-set.ts';
import type { RegexNode } from './regex-node.ts';

/** A translated expression: native code may run it on inputs up to `maxInput` units, where it cannot take long. */
export interface NativeRegex {
  readonly source: string;
  readonly maxInput: number;
}

/** Characters that native code may look at in the worst case: it cannot be stopped. */
const MAX_WORK = 20_000_000;
/** Characters at each start. It also bounds the expression, whose compilation by native code cannot be stopped either. */
const MAX_WORK_PER_START = 10_000;

/** Ranges in all classes: compiling them takes native code up to a microsecond each. */
const MAX_RANGES = 20_000;

/**
 * The JavaScript source of an expression that provably matches the same and fast, or undefined. It must have no
 * groups inside loops, no nested loops and at most one unbounded one, so that the work grows with the square of the
 * input at worst.
 */
export function translateToNative(root: RegexNode): NativeRegex | undefined {
  const cost = costOf(root);
  if (cost === undefined || cost.unbounded > 1 || cost.work > MAX_WORK_PER_START) return undefined;
  if (rangesIn(root) > MAX_RANGES) return undefined;
  const starts = MAX_WORK / cost.work;
  return {
    source: sourceOf(root),
    maxInput: Math.floor(cost.unbounded === 0 ? starts : Math.sqrt(starts)),
  };
}

interface Cost {
  /** Loops without an upper bound. */
  readonly unbounded: number;
  /** How many ways there are, at most, to go through the bounded parts. */
  readonly paths: number;
  /** How many characters are looked at, at most, on all of these ways together: never fewer than there are ways. */
  readonly work: number;
}

const ONE: Cost = { unbounded: 0, paths: 1, work: 1 };

function costOf(node: RegexNode): Cost | undefined {
  switch (node.kind) {
    case 'character':
    case 'set':
      return ONE;
    case 'group':
      return costOf(node.body);
    case 'sequence':
      return combine(node.items, (a, b) => ({ paths: a.paths * b.paths, work: a.work + a.paths * b.work }));
    case 'choice':
      return combine(node.options, (a, b) => ({ paths: a.paths + b.paths, work: a.work + b.work }));
    case 'loop': {
      if (node.mode === 'possessive' || (node.body.kind !== 'character' && node.body.kind !== 'set'))
        return undefined;
      if (node.max === Infinity) return { unbounded: 1, paths: 1 + node.min, work: 1 + node.min };
      return { unbounded: 0, paths: node.max + 1, work: node.max + 1 };
    }
    case 'assertion':
      return node.assertion === 'input-start' || node.assertion === 'input-end' ? ONE : undefined;
    case 'atomic':
    case 'look':
    case 'backreference':
      return undefined;
  }
}

function combine(
  nodes: readonly RegexNode[],
  join: (a: Cost, b: Cost) => Omit<Cost, 'unbounded'>,
): Cost | undefined {
  let all: Cost | undefined;
  for (const node of nodes) {
    const cost = costOf(node);
    if (cost === undefined) return undefined;
    all = all === undefined ? cost : { ...join(all, cost), unbounded: all.unbounded + cost.unbounded };
  }
  return all ?? ONE;
}

function rangesIn(node: RegexNode): number {
  switch (node.kind) {
    case 'set':
      return setSize(node.set);
    case 'sequence':
      return node.items.reduce((sum, item) => sum + rangesIn(item), 0);
    case 'choice':
      return node.options.reduce((sum, option) => sum + rangesIn(option), 0);
    case 'group':
    case 'atomic':
    case 'loop':
    case 'look':
      return rangesIn(node.body);
    case 'character':
    case 'assertion':
    case 'backreference':
      return 0;
  }
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
      return node.assertion === 'input-start' ? '(?<![^])' : '(?![^])';
    case 'atomic':
    case 'look':
    case 'backreference':
      throw new TypeError(`A ${node.kind} has no native translation`);
  }
}
