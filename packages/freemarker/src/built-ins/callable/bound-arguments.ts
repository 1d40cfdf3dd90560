import type { BuiltInExpression } from '../../ast/expressions.ts';
import type { Environment } from '../../runtime/environment.ts';
import { Macro } from '../../runtime/macro.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { hashGet, hashKeys } from '../../values/hashes.ts';
import { sequenceOf } from '../../values/sequences.ts';
import { MethodValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { anything, badArgument } from '../parameters.ts';
import { allItems } from '../sequence/all-items.ts';
import { target } from '../targets.ts';

/** Built-ins of macros, functions and methods. */
export const callables = [
  builtIn({
    name: 'namespace',
    doc: 'The namespace of a macro.',
    example: { template: '<#macro m></#macro><#assign x = "here">${m?namespace.x}', output: 'here' },
    on: target('callable', (value, _env, node) => {
      if (value instanceof Macro) return value;
      throw wrongType(node.target, value, 'macro or function');
    }),
    evaluate: (macro) => macro.namespace,
  }),
  binder(false, {
    name: 'with_args',
    doc: 'The macro or function with arguments filled in.',
    example: {
      template: '<#macro m a b>${a}-${b}</#macro><#assign n = m?with_args({"a": 1})><@n b=2/>',
      output: '1-2',
    },
  }),
  binder(true, {
    name: 'with_args_last',
    doc: 'Like with_args, the filled in arguments last.',
    example: {
      template: '<#function f a b><#return a + "-" + b></#function>${f?with_args_last(["z"])("a")}',
      output: 'a-z',
    },
  }),
];

function binder(comesLast: boolean, facts: BuiltInFacts): BuiltIn {
  return builtInFunction({
    since: '2.3.30',
    ...facts,
    on: target('callable', (value, _env, node) => {
      if (value instanceof Macro || value instanceof MethodValue) return value;
      throw wrongType(node.target, value, 'macro, function, directive, or method');
    }),
    parameters: [anything('arguments')],
    gives: 'callable',
    call: (callable, [given], env, node) =>
      callable instanceof Macro
        ? bindMacro(callable, given, comesLast, env, node)
        : bindMethod(callable, given, comesLast, env, node),
  });
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
      positional: allItems(given, env),
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
  const filled = allItems(given, env);
  return new MethodValue(method.name, (args) =>
    method.call(comesLast ? [...args, ...filled] : [...filled, ...args]),
  );
}
