import type { Expression } from '../ast/expressions.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Operand } from '../runtime/operand.ts';
import { sharedDirective } from '../runtime/shared-directives.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/** `evaluate` is the expression compiled, where that has been done in another way than the usual one. */
export function compileOperand(
  node: Expression,
  scope: CompileScope,
  evaluate: Evaluate = compileExpression(node, scope),
): Operand {
  const isMember =
    node.type === 'dot' && node.target.type === 'identifier' && !(node.key in Object.prototype);
  const variable = isMember ? node.target : node;
  const name = variable.type === 'identifier' ? variable.name : undefined;
  return {
    name,
    shared: name === undefined ? undefined : sharedDirective(name),
    key: isMember ? node.key : undefined,
    constant: node.type === 'number' && typeof node.value === 'number' ? node.value : undefined,
    evaluate,
  };
}
