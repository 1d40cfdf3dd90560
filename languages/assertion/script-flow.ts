import type { AnyNode, Program, Statement } from 'acorn';
import { full } from 'acorn-walk';

/** Ranges of unreachable statements as first and last offsets, outermost ranges only. */
interface UnreachableRange {
  readonly from: number;
  readonly to: number;
  /** What ends execution before them. */
  readonly after: 'return' | 'throw' | 'loop' | 'jump';
}

/** Finds statements after the end of execution in the same list. Function declarations don't count. */
export function unreachableRanges(program: Program): UnreachableRange[] {
  const found: UnreachableRange[] = [];
  full(program, (node) => {
    for (const list of listsOf(node)) {
      const index = list.findIndex((one) => endOf(one) !== undefined);
      const ending = list[index];
      if (ending === undefined) continue;
      const rest = list.slice(index + 1).filter(hasEffect);
      const [first] = rest;
      const last = rest.at(-1);
      const after = endOf(ending);
      if (first === undefined || last === undefined || after === undefined) continue;
      found.push({ from: first.start, to: last.end, after });
    }
  });
  return found
    .filter((one) => !found.some((other) => other !== one && other.from <= one.from && one.to <= other.to))
    .sort((a, b) => a.from - b.from);
}

function listsOf(node: AnyNode): readonly (readonly AnyNode[])[] {
  if (node.type === 'Program' || node.type === 'BlockStatement') return [node.body];
  return node.type === 'SwitchStatement' ? node.cases.map(({ consequent }) => consequent) : [];
}

/** Hoisted names take effect anywhere. */
function hasEffect(node: AnyNode): boolean {
  if (node.type === 'FunctionDeclaration' || node.type === 'EmptyStatement') return false;
  return !(
    node.type === 'VariableDeclaration' &&
    node.kind === 'var' &&
    node.declarations.every(({ init }) => init == null)
  );
}

/** Whether nothing after a statement can run; undefined if something can, or if it isn't certain. */
function endOf(node: AnyNode): UnreachableRange['after'] | undefined {
  switch (node.type) {
    case 'ReturnStatement':
      return 'return';
    case 'ThrowStatement':
      return 'throw';
    case 'BreakStatement':
    case 'ContinueStatement':
      return 'jump';
    case 'BlockStatement':
      return node.body.map(endOf).find((end) => end !== undefined);
    case 'IfStatement': {
      const ends = node.alternate == null ? undefined : endOf(node.alternate);
      return ends === undefined ? undefined : endOf(node.consequent);
    }
    case 'WhileStatement':
    case 'DoWhileStatement':
      return isAlwaysTrue(node.test) && !canBreakOut(node.body) ? 'loop' : undefined;
    case 'ForStatement':
      return (node.test == null || isAlwaysTrue(node.test)) && !canBreakOut(node.body) ? 'loop' : undefined;
    default:
      return undefined;
  }
}

function isAlwaysTrue(test: AnyNode): boolean {
  return test.type === 'Literal' && Boolean(test.value);
}

/** Any `break` counts, even one that ends an inner loop: it may have a label. */
function canBreakOut(body: Statement): boolean {
  const breaks: AnyNode[] = [];
  full(body, (node) => {
    if (node.type === 'BreakStatement') breaks.push(node);
  });
  return breaks.length > 0;
}
