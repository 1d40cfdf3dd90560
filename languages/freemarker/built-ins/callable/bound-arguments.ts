import type { BuiltInExpression } from '../../ast/expressions.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { hashGet, hashKeys } from '../../values/hashes.ts';
import { Macro } from '../../runtime/macro.ts';
import { sequenceOf } from '../../values/sequences.ts';
import { MethodValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { badArgument, counted } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import { all } from '../sequence/items.ts';

/** Built-ins that fill in arguments of macros, functions and methods. */
export const callables = {
  with_args: binder(false),
  with_args_last: binder(true),
};

type Callable = Macro | MethodValue;

function binder(comesLast: boolean): BuiltIn<Callable> {
  return {
    prepare: (value, _env, node) => {
      if (value instanceof Macro || value instanceof MethodValue) return value;
      throw wrongType(node.target, value, 'macro, function, directive, or method');
    },
    call: counted(1, 1, (callable, args, env, node) =>
      callable instanceof Macro
        ? bindMacro(callable, args[0], comesLast, env, node)
        : bindMethod(callable, args[0], comesLast, env, node),
    ),
  };
}

function bindMacro(
  macro: Macro,
  given: Value,
  comesLast: boolean,
  env: Environment,
  node: BuiltInExpression,
): Value {
  if (sequenceOf(given) !== undefined) {
    return new Macro(macro.compiled, macro.namespace, {
      named: undefined,
      positional: all(given, env),
      comesLast,
    });
  }
  const keys = hashKeys(given);
  if (keys === undefined) throw badArgument(0, 'an extended hash or sequence', env, node);
  if (macro.isFunction) {
    throw env.failure(
      'invalid-argument',
      `When applied on a function, ?${node.name} can't have a hash argument. Use a sequence argument.`,
    );
  }
  const named = new Map<string, Value>(keys.map((key) => [key, hashGet(given as object, key)]));
  return new Macro(macro.compiled, macro.namespace, { named, positional: undefined, comesLast });
}

function bindMethod(
  method: MethodValue,
  given: Value,
  comesLast: boolean,
  env: Environment,
  node: BuiltInExpression,
): Value {
  if (sequenceOf(given) === undefined) {
    if (hashKeys(given) === undefined) throw badArgument(0, 'an extended hash or sequence', env, node);
    throw env.failure(
      'invalid-argument',
      `When applied on a method, ?${node.name} can't have a hash argument. Use a sequence argument.`,
    );
  }
  const filled = all(given, env);
  return new MethodValue(method.name, (args) =>
    method.call(comesLast ? [...args, ...filled] : [...filled, ...args]),
  );
}
