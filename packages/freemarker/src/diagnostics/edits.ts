import type { Expression } from '../ast/expressions.ts';
import type { QuickFix, TextEdit } from './diagnostic.ts';

export const insertion = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
export const replacement = (start: number, end: number, text: string): TextEdit => ({ start, end, text });

/** Whether `?name` after the expression would apply to all of it. */
function isPostfix(expression: Expression): boolean {
  switch (expression.type) {
    case 'identifier':
    case 'special-variable':
    case 'dot':
    case 'dynamic-key':
    case 'call':
    case 'built-in':
    case 'string':
    case 'parenthetical':
    case 'list':
    case 'hash':
      return true;
    default:
      return false;
  }
}

/** Adds a built-in (`?c`) to an expression, with parentheses where they are needed. */
export function appendBuiltIn(expression: Expression, builtIn: string): QuickFix {
  const edits = isPostfix(expression)
    ? [insertion(expression.end, builtIn)]
    : [insertion(expression.start, '('), insertion(expression.end, `)${builtIn}`)];
  return { title: `Add ${builtIn}`, edits };
}
