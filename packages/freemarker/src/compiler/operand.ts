import type { Expression } from '../ast/expressions.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Operand } from '../runtime/operand.ts';
import { sharedDirective } from '../runtime/shared-directives.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/** `compile` makes the closure of an expression that needs one, where that is not the usual one. */
export function compileOperand(
  node: Expression,
  scope: CompileScope,
  compile: (node: Expression, scope: CompileScope) => Evaluate = compileExpression,
): Operand {
  if (node.type === 'identifier') return variableOperand(node.name, undefined, NONE);
  if (node.type === 'number' && typeof node.value === 'number') {
    return { name: undefined, shared: undefined, key: undefined, constant: node.value, evaluate: NONE };
  }
  const evaluate = compile(node, scope);
  if (node.type === 'dot' && node.target.type === 'identifier' && !(node.key in Object.prototype)) {
    return variableOperand(node.target.name, node.key, evaluate);
  }
  return { name: undefined, shared: undefined, key: undefined, constant: undefined, evaluate };
}

function variableOperand(name: string, key: string | undefined, evaluate: Evaluate): Operand {
  return { name, shared: sharedDirective(name), key, constant: undefined, evaluate };
}

/** Of operands that are always read without one: names and numbers. */
const NONE: Evaluate = () => undefined;
