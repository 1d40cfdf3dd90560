import { elementExpressions, walkElements, walkExpression } from '../analysis/expression-children.ts';
import type { Element } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';

/** Visits all expressions of a template, parents first; `parents` are the expressions around, outermost first. */
export function everyExpression(
  root: Element,
  visit: (expression: Expression, parents: readonly Expression[], element: Element) => void,
): void {
  walkElements(root, (element) => {
    for (const expression of elementExpressions(element)) {
      walkExpression(expression, (node, parents) => visit(node, parents, element));
    }
  });
}
