import { nodeLength, type RegexNode } from './regex-node.ts';

/** Java's `MAX_REPS`: how often a loop without an upper bound may go round. */
const UNBOUNDED = 0x7fffffff;

/** What Java's `Pattern.TreeInfo` adds up over a chain of nodes, in 32-bit integers that overflow. */
interface Study {
  max: number;
  isValid: boolean;
  isDeterministic: boolean;
  /** The lengths before alternatives, which start counting from zero: added at the end of the chain. */
  readonly before: { readonly max: number; readonly isValid: boolean }[];
}

/**
 * Whether Java can compute the maximum length of a look-behind. It multiplies and adds as `Pattern.Node.study` does: an
 * unbounded loop passes where the sum does not overflow, or nothing checks it (after a run of single characters).
 */
export function hasObviousMaximum(node: RegexNode): boolean {
  return study(node).isValid;
}

/**
 * How far back a look-behind reaches in Java: an unbounded one that passed because its sum overflowed reaches no further
 * than what was left of the sum, and below zero nowhere.
 */
export function reachOfLookBehind(node: RegexNode): number {
  const { max } = nodeLength(node);
  return max > UNBOUNDED ? study(node).max : max;
}

function study(node: RegexNode): Study {
  const total: Study = { max: 0, isValid: true, isDeterministic: true, before: [] };
  visit(node, total);
  for (const { max, isValid } of total.before) {
    total.max = (total.max + max) | 0;
    total.isValid &&= isValid;
  }
  return total;
}

function visit(node: RegexNode, total: Study): void {
  switch (node.kind) {
    case 'character':
    case 'set':
      total.max = (total.max + 1) | 0;
      return;
    case 'sequence':
      for (const item of node.items) visit(item, total);
      return;
    case 'group':
      visit(node.body, total);
      return;
    case 'atomic':
      addAll(study(node.body), total);
      return;
    case 'choice':
      if (node.isLineBreak === true) {
        total.max = (total.max + 2) | 0;
        return;
      }
      visitAlternatives(node.options.map(study), total);
      return;
    case 'backreference':
      total.isValid = false;
      return;
    case 'loop':
      visitLoop(node, total);
      return;
    case 'assertion':
    case 'look':
      return;
  }
}

function addAll(part: Study, total: Study): void {
  total.max = (total.max + part.max) | 0;
  total.isValid &&= part.isValid;
  total.isDeterministic &&= part.isDeterministic;
}

function visitAlternatives(options: readonly Pick<Study, 'max' | 'isValid'>[], total: Study): void {
  const max = (total.max + Math.max(...options.map((option) => option.max))) | 0;
  total.before.push({ max, isValid: total.isValid && options.every((option) => option.isValid) });
  total.max = 0;
  total.isValid = true;
  total.isDeterministic = false;
}

function visitLoop(node: RegexNode & { kind: 'loop' }, total: Study): void {
  const { body, min, max, mode } = node;
  const isGroup =
    body.kind === 'group' ||
    body.kind === 'sequence' ||
    (body.kind === 'choice' && body.isLineBreak !== true) ||
    body.kind === 'loop';
  const part = study(body);
  if (min === 0 && max === 1) {
    if (isGroup && mode !== 'possessive') visitAlternatives([part, { max: 0, isValid: true }], total);
    else addAll({ ...part, isDeterministic: false }, total);
    return;
  }
  const isSingle = body.kind === 'character' || body.kind === 'set';
  if (isSingle && mode === 'greedy' && max === Infinity && min < 2) {
    if (total.isValid) total.max = (total.max + UNBOUNDED) | 0;
    total.isDeterministic = false;
    return;
  }
  const rounds = max === Infinity ? UNBOUNDED : max;
  const sum = (Math.imul(part.max, rounds) + total.max) | 0;
  const isLoopOfGroup = isGroup && mode !== 'possessive' && !part.isDeterministic;
  total.isValid = total.isValid && part.isValid && !isLoopOfGroup && sum >= total.max;
  total.max = sum;
  total.isDeterministic &&= part.isDeterministic && min === rounds;
}
