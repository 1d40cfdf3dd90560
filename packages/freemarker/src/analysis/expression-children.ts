import type { Element } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';

/** Most have none; one list for all of them is quicker than one for each. */
const none: readonly Expression[] = [];

/** The expressions directly inside an expression, in the order of the source. */
export function childExpressions(expression: Expression): readonly Expression[] {
  switch (expression.type) {
    case 'identifier':
    case 'number':
    case 'boolean':
    case 'special-variable':
    case 'error-expression':
      return none;
    case 'string':
      return expression.parts === undefined
        ? none
        : expression.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expression]));
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

/** The expressions directly in an element's own tag, in source order. */
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
      return none;
  }
}

const optional = (expression: Expression | undefined): readonly Expression[] =>
  expression === undefined ? none : [expression];

/** An expression and its position. */
export interface PlacedExpression {
  readonly expression: Expression;
  /** The expression directly around it. */
  readonly parent: PlacedExpression | undefined;
  /** The element whose tag contains it. */
  readonly element: Element;
}

const elementsByRoot = new WeakMap<Element, readonly Element[]>();
const expressionsByRoot = new WeakMap<Element, readonly PlacedExpression[]>();

/** An element and all its descendants, parents first. Cached with the element, because many rules ask for the same list. */
export function elementsIn(root: Element): readonly Element[] {
  const known = elementsByRoot.get(root);
  if (known !== undefined) return known;
  const found: Element[] = [];
  const add = (element: Element): void => {
    found.push(element);
    for (const child of element.children) add(child);
  };
  add(root);
  elementsByRoot.set(root, found);
  return found;
}

/** All expressions in an element and inside it, parents first, in the order of the source. */
export function expressionsIn(root: Element): readonly PlacedExpression[] {
  const known = expressionsByRoot.get(root);
  if (known !== undefined) return known;
  const found: PlacedExpression[] = [];
  const add = (expression: Expression, parent: PlacedExpression | undefined, element: Element): void => {
    const placed = { expression, parent, element };
    found.push(placed);
    for (const child of childExpressions(expression)) add(child, placed, element);
  };
  for (const element of elementsIn(root)) {
    for (const expression of elementExpressions(element)) add(expression, undefined, element);
  }
  expressionsByRoot.set(root, found);
  return found;
}
