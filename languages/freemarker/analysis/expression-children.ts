import type { Element } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';

/** The expressions directly inside an expression, in the order of the source. */
export function childExpressions(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'identifier':
    case 'number':
    case 'boolean':
    case 'special-variable':
    case 'error-expression':
      return [];
    case 'string':
      return (expression.parts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.expression]));
    case 'list':
      return expression.items;
    case 'hash':
      return expression.keys.flatMap((key, index) => [key, expression.values[index] ?? key]);
    case 'parenthetical':
      return [expression.inner];
    case 'dot':
    case 'exists':
      return [expression.target];
    case 'dynamic-key':
      return [expression.target, expression.key];
    case 'call':
      return [expression.target, ...expression.arguments];
    case 'built-in':
      return [expression.target, ...(expression.arguments ?? [])];
    case 'default':
      return expression.fallback === undefined
        ? [expression.target]
        : [expression.target, expression.fallback];
    case 'not':
    case 'sign':
      return [expression.operand];
    case 'arithmetic':
    case 'add':
    case 'comparison':
    case 'and':
    case 'or':
      return [expression.left, expression.right];
    case 'range':
      return expression.to === undefined ? [expression.from] : [expression.from, expression.to];
    case 'lambda':
      return [expression.body];
  }
}

/** The expressions that stand directly in an element's own tag, in the order of the source. */
export function elementExpressions(element: Element): readonly Expression[] {
  switch (element.type) {
    case 'interpolation':
    case 'numeric-interpolation':
    case 'escape':
      return [element.expression];
    case 'conditional':
      return optional(element.condition);
    case 'list':
      return [element.sequence];
    case 'switch':
      return [element.value];
    case 'case':
      return element.conditions;
    case 'assign':
      return [...element.assignments.flatMap((item) => optional(item.value)), ...optional(element.namespace)];
    case 'block-assign':
      return optional(element.namespace);
    case 'macro':
      return element.parameters.flatMap((parameter) => optional(parameter.defaultValue));
    case 'user-directive':
      return [
        element.callee,
        ...(element.positional ?? (element.named ?? []).map((argument) => argument.value)),
      ];
    case 'nested':
      return element.arguments;
    case 'return':
      return optional(element.value);
    case 'stop':
      return optional(element.message);
    case 'include':
      return [
        element.name,
        ...optional(element.encoding),
        ...optional(element.parse),
        ...optional(element.ignoreMissing),
      ];
    case 'import':
    case 'output-format':
      return [element.name];
    case 'setting':
      return [element.value];
    case 'transform':
      return [element.transform, ...element.named.map((argument) => argument.value)];
    case 'node-directive':
      return element.operands;
    default:
      return [];
  }
}

const optional = (expression: Expression | undefined): readonly Expression[] =>
  expression === undefined ? [] : [expression];

/** Visits an expression and all inside it, parents first. */
export function walkExpression(
  expression: Expression,
  visit: (node: Expression, parents: readonly Expression[]) => void,
  parents: readonly Expression[] = [],
): void {
  visit(expression, parents);
  const inner = [...parents, expression];
  for (const child of childExpressions(expression)) walkExpression(child, visit, inner);
}

/** Visits an element and all inside it, parents first. */
export function walkElements(
  element: Element,
  visit: (node: Element, parents: readonly Element[]) => void,
): void {
  const walk = (node: Element, parents: readonly Element[]): void => {
    visit(node, parents);
    const inner = [...parents, node];
    for (const child of node.children) walk(child, inner);
  };
  walk(element, []);
}
