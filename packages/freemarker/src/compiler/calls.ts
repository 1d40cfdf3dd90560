import type { MethodCall } from '../ast/expressions.ts';
import { OperationError, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { Macro } from '../runtime/macro.ts';
import { MethodValue, MultiValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { compileDirectCall } from './built-ins.ts';
import { compileExpression } from './expressions.ts';
import { callFunction } from './macro-invocation.ts';
import type { CompileScope } from './scope.ts';

export function compileCall(node: MethodCall, scope: CompileScope): Evaluate {
  const args = node.arguments.map((argument) => compileExpression(argument, scope));
  if (node.target.type === 'built-in') {
    const direct = compileDirectCall(node, node.target, args, scope);
    if (direct !== undefined) return direct;
  }
  const target = compileExpression(node.target, scope);
  return (env) => {
    const callee = target(env);
    if (callee instanceof MethodValue) return callMethod(callee.call, args, env);
    if (callee instanceof Macro) return callFunction(callee, args, scope, env);
    if (callee instanceof MultiValue && callee.method !== undefined)
      return callMethod(callee.method, args, env);
    throw wrongType(node.target, callee, 'method or function');
  };
}

/** Calls a function of the model or engine; its errors are placed on the running element. */
function callMethod(method: MethodValue['call'], args: readonly Evaluate[], env: Environment): Value {
  const values = args.map((argument) => argument(env));
  try {
    return method(values);
  } catch (error) {
    if (error instanceof OperationError) throw runtimeError(error.code, error.message, env.current);
    throw error;
  }
}
