import type { Expression } from '../ast/expressions.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import { compileBuiltIn } from './built-ins.ts';
import { compileDynamicKey } from './dynamic-keys.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/**
 * Compiles an expression whose items are taken one by one right away, so that `?filter`, `?map` and slices of
 * them need not be ready as a whole. Anywhere else such a result is made a sequence at once.
 */
export function compileLazily(node: Expression, scope: CompileScope): Evaluate {
  if (node.type === 'parenthetical') return compileLazily(node.inner, scope);
  if (node.type === 'built-in') return compileBuiltIn(node, scope, true);
  if (node.type === 'dynamic-key') return compileDynamicKey(node, scope, { lazily: true });
  return compileExpression(node, scope);
}
