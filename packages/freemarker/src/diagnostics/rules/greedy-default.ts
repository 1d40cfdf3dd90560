import { expressionsIn } from '../../analysis/expression-children.ts';
import type { Expression } from '../../ast/expressions.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { insertion } from '../edits.ts';

/** `a!0 + 1`: the default takes in everything that follows, so that `a` alone is printed when it is there. */
export const greedyDefault: Rule = ({ root, text }) => {
  const found: Diagnostic[] = [];
  for (const { expression } of expressionsIn(root)) {
    if (expression.type !== 'default' || expression.fallback === undefined) continue;
    const { fallback } = expression;
    const first = firstOperand(fallback);
    if (first === fallback) continue;
    found.push({
      code: 'greedy-default',
      severity: 'warning',
      message: `The default value is all of ${text.slice(fallback.start, fallback.end)}, not just ${text.slice(first.start, first.end)}. Put parentheses around what belongs together.`,
      start: fallback.start,
      end: fallback.end,
      fixes: [
        {
          title: 'Put all of it in parentheses',
          edits: [insertion(fallback.start, '('), insertion(fallback.end, ')')],
        },
        {
          title: `Default to ${text.slice(first.start, first.end)} only`,
          edits: [insertion(expression.start, '('), insertion(first.end, ')')],
        },
      ],
    });
  }
  return found;
};

/** The part of a default that was probably meant: the operand before the first operator or built-in. */
function firstOperand(expression: Expression): Expression {
  switch (expression.type) {
    case 'add':
    case 'arithmetic':
    case 'comparison':
    case 'and':
    case 'or':
      return firstOperand(expression.left);
    case 'range':
      return firstOperand(expression.from);
    case 'built-in':
      // `a!b?upper_case` may well be meant for b alone; on a literal it hardly is.
      return isLiteral(expression.target) ? expression.target : expression;
    default:
      return expression;
  }
}

const isLiteral = (expression: Expression): boolean =>
  expression.type === 'string' || expression.type === 'number';
