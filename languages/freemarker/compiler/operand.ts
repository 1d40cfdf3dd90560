import type { Expression } from '../ast/expressions.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { sharedDirective } from '../runtime/shared-directives.ts';
import type { Value } from '../values/value.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/**
 * The operand of an operator. Most are plain names or numbers: those are read where they are used, as calling a closure for them
 * would take longer than most operators do.
 */
export interface Operand {
  readonly name: string | undefined;
  readonly shared: Value;
  readonly constant: number | undefined;
  readonly evaluate: Evaluate;
}

export function compileOperand(
  node: Expression,
  scope: CompileScope,
  evaluate = compileExpression(node, scope),
): Operand {
  const name = node.type === 'identifier' ? node.name : undefined;
  return {
    name,
    shared: name === undefined ? undefined : sharedDirective(name),
    constant: node.type === 'number' && typeof node.value === 'number' ? node.value : undefined,
    evaluate,
  };
}

export function valueOf(operand: Operand, env: Environment): Value {
  const { name, constant } = operand;
  if (name !== undefined) return env.variableOr(name, operand.shared);
  return constant ?? operand.evaluate(env);
}
