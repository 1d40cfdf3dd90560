import { parseError, TemplateError } from '../errors/template-error.ts';
import type { Expression } from './expressions.ts';

/** How many nodes may still be copied: nested escapes that use their variable twice double with every level. */
export interface CloneBudget {
  nodes: number;
}

/**
 * Copies an expression with every use of the variable `name` replaced: how `#escape x as …` is applied to an
 * interpolation. Positions stay those of the original nodes, as in FreeMarker.
 */
export function withIdentifierReplaced(
  expression: Expression,
  name: string,
  replacement: Expression,
  budget: CloneBudget,
): Expression {
  if (--budget.nodes < 0) {
    throw new TemplateError(
      'parse',
      'limit-nesting',
      'The #escape directives are nested so that they make too much of an expression.',
      replacement,
    );
  }
  const copy = (e: Expression): Expression => withIdentifierReplaced(e, name, replacement, budget);
  const copyOptional = (e: Expression | undefined): Expression | undefined => (e === undefined ? e : copy(e));
  switch (expression.type) {
    case 'identifier':
      return expression.name === name ? replacement : expression;
    // As in the original, an escape replaces nothing inside a string literal.
    case 'string':
    case 'number':
    case 'boolean':
    case 'special-variable':
    case 'error-expression':
      return expression;
    case 'list':
      return { ...expression, items: expression.items.map(copy) };
    case 'hash':
      return { ...expression, keys: expression.keys.map(copy), values: expression.values.map(copy) };
    case 'parenthetical':
      return { ...expression, inner: copy(expression.inner) };
    case 'dot':
    case 'exists':
      return { ...expression, target: copy(expression.target) };
    case 'dynamic-key':
      return { ...expression, target: copy(expression.target), key: copy(expression.key) };
    case 'call':
      return { ...expression, target: copy(expression.target), arguments: expression.arguments.map(copy) };
    case 'built-in':
      return { ...expression, target: copy(expression.target), arguments: expression.arguments?.map(copy) };
    case 'default':
      return { ...expression, target: copy(expression.target), fallback: copyOptional(expression.fallback) };
    case 'not':
    case 'sign':
      return { ...expression, operand: copy(expression.operand) };
    case 'arithmetic':
    case 'add':
    case 'comparison':
    case 'and':
    case 'or':
      return { ...expression, left: copy(expression.left), right: copy(expression.right) };
    case 'range':
      return { ...expression, from: copy(expression.from), to: copyOptional(expression.to) };
    case 'lambda':
      if (expression.parameters.some((parameter) => parameter.name === name)) {
        throw parseError(
          `Escape placeholder (${name}) can't be used in the parameter list of a lambda expression.`,
          expression,
        );
      }
      return { ...expression, body: copy(expression.body) };
  }
}
