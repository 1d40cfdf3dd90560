import type { CharacterSet } from './character-set.ts';

/** How letters are compared: exactly, ASCII letters in either case, or all letters in either case. */
export type CaseFold = 'none' | 'ascii' | 'unicode';

export type LoopMode = 'greedy' | 'reluctant' | 'possessive';

export type Assertion =
  | 'input-start'
  | 'input-end'
  | 'input-end-or-last-line'
  | 'input-end-or-last-newline'
  | 'line-start'
  | 'line-end'
  | 'unix-line-start'
  | 'unix-line-end'
  | 'word-boundary'
  | 'no-word-boundary'
  | 'last-match-end';

/** A parsed regular expression. Groups are numbered from 1 by their opening parentheses. */
export type RegexNode =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly isDot?: true }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | {
      readonly kind: 'choice';
      readonly options: readonly RegexNode[];
      /** `\R`, for which Java has a separate node. */
      readonly isLineBreak?: true;
    }
  | { readonly kind: 'group'; readonly index: number; readonly body: RegexNode }
  | { readonly kind: 'atomic'; readonly body: RegexNode }
  | {
      readonly kind: 'loop';
      readonly body: RegexNode;
      readonly min: number;
      /** Infinity without an upper bound. */
      readonly max: number;
      readonly mode: LoopMode;
    }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | {
      readonly kind: 'look';
      readonly isBehind: boolean;
      readonly isNegative: boolean;
      readonly body: RegexNode;
    }
  | { readonly kind: 'backreference'; readonly group: number; readonly fold: CaseFold };

export interface ParsedRegex {
  readonly root: RegexNode;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

/** The lengths (UTF-16 units) of what a node can match. */
export interface NodeLength {
  readonly min: number;
  readonly max: number;
}

export function nodeLength(node: RegexNode): NodeLength {
  switch (node.kind) {
    case 'character': {
      const units = node.code > 0xffff ? 2 : 1;
      return { min: units, max: units };
    }
    case 'set':
      return { min: 1, max: 2 };
    case 'sequence':
      return node.items
        .map(nodeLength)
        .reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), { min: 0, max: 0 });
    case 'choice':
      return node.options
        .map(nodeLength)
        .reduce((a, b) => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }));
    case 'group':
    case 'atomic':
      return nodeLength(node.body);
    case 'loop': {
      const body = nodeLength(node.body);
      return { min: body.min * node.min, max: body.max === 0 || node.max === 0 ? 0 : body.max * node.max };
    }
    case 'assertion':
    case 'look':
      return { min: 0, max: 0 };
    case 'backreference':
      return { min: 0, max: Infinity };
  }
}
