import { classSource, single } from './character-set.ts';
import type { RegexNode } from './regex-node.ts';

/** A translated expression: native code may run it on inputs up to `maxInput` units, where it cannot take long. */
export interface NativeRegex {
  readonly source: string;
  readonly maxInput: number;
}

/** Work that native code may take in the worst case: it cannot be stopped. */
const MAX_WORK = 20_000_000;

/**
 * The JavaScript source of an expression that provably matches the same and fast, or undefined. It must have no
 * groups inside loops, no nested loops and at most one unbounded one, so that the work grows with the square of the
 * input at worst.
 */
export function translateToNative(root: RegexNode): NativeRegex | undefined {
  const cost = costOf(root);
  if (cost === undefined || cost.unbounded > 1 || cost.paths > 10_000) return undefined;
  const perStart = MAX_WORK / cost.paths;
  return {
    source: sourceOf(root),
    maxInput: Math.floor(cost.unbounded === 0 ? perStart : Math.sqrt(perStart)),
  };
}

interface Cost {
  /** Loops without an upper bound. */
  readonly unbounded: number;
  /** How many ways there are, at most, to go through the bounded parts. */
  readonly paths: number;
}

function costOf(node: RegexNode): Cost | undefined {
  switch (node.kind) {
    case 'character':
    case 'set':
      return { unbounded: 0, paths: 1 };
    case 'group':
      return costOf(node.body);
    case 'sequence':
      return combine(node.items, (a, b) => a * b);
    case 'choice':
      return combine(node.options, (a, b) => a + b);
    case 'loop': {
      if (node.mode === 'possessive' || (node.body.kind !== 'character' && node.body.kind !== 'set'))
        return undefined;
      if (node.max === Infinity) return { unbounded: 1, paths: 1 + node.min };
      return { unbounded: 0, paths: node.max - node.min + 1 + node.min };
    }
    case 'assertion':
      return node.assertion === 'input-start' || node.assertion === 'input-end'
        ? { unbounded: 0, paths: 1 }
        : undefined;
    case 'atomic':
    case 'look':
    case 'backreference':
      return undefined;
  }
}

function combine(nodes: readonly RegexNode[], join: (a: number, b: number) => number): Cost | undefined {
  let unbounded = 0;
  let paths: number | undefined;
  for (const node of nodes) {
    const cost = costOf(node);
    if (cost === undefined) return undefined;
    unbounded += cost.unbounded;
    paths = paths === undefined ? cost.paths : join(paths, cost.paths);
  }
  return { unbounded, paths: paths ?? 1 };
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
