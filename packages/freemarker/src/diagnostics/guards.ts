import { childExpressions } from '../analysis/expression-children.ts';
import type { PlacedExpression } from '../analysis/expression-children.ts';
import { variablePath } from '../analysis/value-kinds.ts';
import type { Element, PartElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { builtInNamed } from '../built-ins/registry.ts';

/** Paths (`event.department`) that are known to have a value at a place; `*` where missing values are tolerated. */
export type Guards = ReadonlySet<string>;

export const noGuards: Guards = new Set();

/** The paths that hold a value if a condition holds, or if it does not. */
function pathsPresent(condition: Expression, holds: boolean): readonly string[] {
  switch (condition.type) {
    case 'parenthetical':
      return pathsPresent(condition.inner, holds);
    case 'not':
      return pathsPresent(condition.operand, !holds);
    case 'exists':
      return holds ? pathOf(condition.target) : [];
    case 'built-in':
      return holds && (condition.name === 'has_content' || condition.name === 'exists')
        ? pathOf(condition.target)
        : [];
    case 'and':
    case 'or':
      // Both sides are known where all of them decide it: a conjunction that holds, a disjunction that does not.
      return holds === (condition.type === 'and')
        ? [...pathsPresent(condition.left, holds), ...pathsPresent(condition.right, holds)]
        : [];
    default:
      return [];
  }
}

const pathOf = (expression: Expression): readonly string[] => {
  const path = variablePath(expression);
  return path === undefined ? [] : [path.join('.')];
};

/** For each element and part, the paths known to have a value there, if any. */
export function guardsIn(root: Element, around: Guards = noGuards): ReadonlyMap<Element, Guards> {
  const found = new Map<Element, Guards>();
  visit(root, around, found);
  return found;
}

function visit(element: Element, guards: Guards, found: Map<Element, Guards>): void {
  if (guards.size > 0) found.set(element, guards);
  if (element.type === 'if') {
    let inBranch = guards;
    for (const branch of element.children) {
      if (inBranch.size > 0) found.set(branch, inBranch);
      const condition = branch.type === 'conditional' ? branch.condition : undefined;
      const inside = condition === undefined ? inBranch : withPaths(inBranch, pathsPresent(condition, true));
      for (const child of branch.children) visit(child, inside, found);
      if (condition !== undefined) inBranch = withPaths(inBranch, pathsPresent(condition, false));
    }
    return;
  }
  const [attempted] = element.children;
  for (const child of element.children) {
    const isForgiven = element.type === 'attempt' && child === attempted;
    visit(child, isForgiven ? withPaths(guards, ['*']) : guards, found);
  }
}

const withPaths = (guards: Guards, paths: readonly string[]): Guards =>
  paths.length === 0 ? guards : new Set([...guards, ...paths]);

/** What is around each part of a template. */
export function guardsOfParts(
  root: Element,
  parts: readonly PartElement[],
): ReadonlyMap<PartElement, Guards> {
  const all = parts.length === 0 ? new Map<Element, Guards>() : guardsIn(root);
  return new Map(parts.map((part) => [part, all.get(part) ?? noGuards]));
}

/** Whether a missing value at a path is provided for: by what is around it in its expression, or around that. */
export function isGuarded(path: string, placed: PlacedExpression, guards: Guards): boolean {
  return isAmong(path, guards) || isForgiven(placed, true) || isDecidedBefore(path, placed);
}

function isAmong(path: string, guards: Iterable<string>): boolean {
  for (const guard of guards)
    if (guard === '*' || guard === path || guard.startsWith(`${path}.`)) return true;
  return false;
}

/** `a.b!x`, `a.b??` for the last step alone; `(a.b.c)!x` for all in the parentheses. */
function isForgiven({ expression, parent }: PlacedExpression, isLast: boolean): boolean {
  if (parent === undefined) return false;
  const around = parent.expression;
  if (around.type === 'parenthetical') return isForgiven(parent, true);
  const forgives =
    ((around.type === 'default' || around.type === 'exists') && around.target === expression) ||
    (around.type === 'built-in' &&
      around.target === expression &&
      builtInNamed(around.name)?.forgivesMissing === true);
  if (forgives && (isLast || expression.type === 'parenthetical')) return true;
  return isForgiven(parent, false);
}

/** `a?? && a == 1`, `!a?? || a == 1`, `a???then(a, 0)`. */
function isDecidedBefore(path: string, { expression, parent }: PlacedExpression): boolean {
  if (parent === undefined) return false;
  const around = parent.expression;
  const decided =
    (around.type === 'and' || around.type === 'or') && around.right === expression
      ? pathsPresent(around.left, around.type === 'and')
      : around.type === 'built-in' && around.name === 'then' && around.target !== expression
        ? pathsPresent(around.target, around.arguments?.[0] === expression)
        : [];
  return isAmong(path, decided) || isDecidedBefore(path, parent);
}

/** The context of an expression to which the `#escape` around its interpolation is applied. */
export function placedInEscape(
  escaped: Expression,
  inner: Expression,
  element: Element,
): PlacedExpression | undefined {
  const find = (
    expression: Expression,
    parent: PlacedExpression | undefined,
  ): PlacedExpression | undefined => {
    const placed = { expression, parent, element };
    if (expression === inner) return placed;
    for (const child of childExpressions(expression)) {
      const found = find(child, placed);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(escaped, undefined);
}
