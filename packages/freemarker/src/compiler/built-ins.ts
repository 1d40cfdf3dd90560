import type { BuiltInExpression, Expression, MethodCall } from '../ast/expressions.ts';
import type { ArgumentReader, BuiltIn, Implementation } from '../built-ins/definition.ts';
import type { FormCompiler } from '../built-ins/form-compiler.ts';
import { builtInNamed } from '../built-ins/registry.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { parseWholeExpression } from '../parser/parse.ts';
import { toPlainText } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { collect } from '../runtime/lazy-items.ts';
import type { Operand } from '../runtime/operand.ts';
import { LazySequence } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { compileCondition, compileExpression, compileGuarded } from './expressions.ts';
import { compileLazily } from './lazy-sequences.ts';
import { callFunction } from './macro-invocation.ts';
import { compileOperand } from './operand.ts';
import type { CompileScope } from './scope.ts';

type FunctionImplementation = Implementation & { type: 'function' };

/** `x?name` as a closure. `lazily` says that the caller takes the items of the result one by one. */
export function compileBuiltIn(node: BuiltInExpression, scope: CompileScope, lazily = false): Evaluate {
  const builtIn = definitionOf(node);
  const { implementation } = builtIn;
  if (implementation.type === 'form') return implementation.compile(node, formCompiler(scope), lazily);
  const target = compileTarget(node, scope, builtIn, implementation.takesLazy === 'always');
  const evaluate = implementation.alone(target, node);
  if (!implementation.givesLazy || lazily) return evaluate;
  return (env) => {
    const value = evaluate(env);
    return value instanceof LazySequence ? collect(value, env) : value;
  };
}

/** `x?name(…)` in one step; undefined if the built-in doesn't return a function on its own. */
export function compileDirectCall(
  call: MethodCall,
  node: BuiltInExpression,
  args: readonly Evaluate[],
  scope: CompileScope,
): Evaluate | undefined {
  const builtIn = definitionOf(node);
  const { implementation } = builtIn;
  if (implementation.type === 'form' || implementation.called === undefined) return undefined;
  const target = compileTarget(node, scope, builtIn, implementation.takesLazy !== undefined);
  return implementation.called(target, argumentReader(implementation, args, call.arguments), node, call);
}

/** `x?name.key` and `x?name["key"]` in one step, for built-ins that take a key so (`?date.iso`); else undefined. */
export function compileKeyed(
  node: Expression,
  scope: CompileScope,
  keyIsName: boolean,
): ((env: Environment, key: string) => Value) | undefined {
  if (node.type !== 'built-in') return undefined;
  const { implementation } = definitionOf(node);
  if (implementation.type === 'form' || implementation.keyed === undefined) return undefined;
  if (implementation.keyedByName && !keyIsName) return undefined;
  return implementation.keyed(compileOperand(node.target, scope), node);
}

function definitionOf(node: BuiltInExpression): BuiltIn {
  const builtIn = builtInNamed(node.name);
  if (builtIn !== undefined) return builtIn;
  // The parser lets no other name through; trees may be made by hand.
  throw runtimeError('unsupported', `?${node.name} is no built-in.`, node);
}

function formCompiler(scope: CompileScope): FormCompiler {
  return {
    expression: (node) => compileExpression(node, scope),
    condition: (node) => compileCondition(node, scope),
    lazily: (node) => compileLazily(node, scope),
    parse: (text, node, time) => {
      const name = node.source.name;
      return parseWholeExpression(text, { name, settings: scope.settings, time }, node);
    },
    callFunction: (macro, args, env) => callFunction(macro, args, scope, env),
  };
}

function compileTarget(
  node: BuiltInExpression,
  scope: CompileScope,
  { forgivesMissing }: BuiltIn,
  lazily: boolean,
): Operand {
  if (forgivesMissing === true) return compileOperand(node.target, scope, compileGuarded);
  return compileOperand(node.target, scope, lazily ? compileLazily : compileExpression);
}

/** Longer strings cost steps each time that they are given. */
const SHORT = 500;

function argumentReader(
  { printsArguments }: FunctionImplementation,
  args: readonly Evaluate[],
  nodes: readonly Expression[],
): ArgumentReader {
  const constants = nodes.flatMap((node): (string | number)[] => {
    if (node.type === 'string' && node.parts === undefined) return [node.value];
    // How a number is printed depends on the settings.
    return node.type === 'number' && typeof node.value === 'number' && !printsArguments ? [node.value] : [];
  });
  // Reading an argument once more leaves it as it is, so that this array is as good as a new one.
  if (constants.length === nodes.length) {
    const isConstant = constants.every((value) => typeof value === 'number' || value.length <= SHORT);
    return Object.assign(() => constants, { isConstant });
  }
  const [only] = args;
  const [onlyNode] = nodes;
  if (only !== undefined && onlyNode !== undefined && args.length === 1) {
    return printsArguments ? (env) => [toPlainText(only(env), onlyNode, env)] : (env) => [only(env)];
  }
  if (!printsArguments) return (env) => args.map((argument) => argument(env));
  return (env) => args.map((argument, i) => toPlainText(argument(env), nodes[i] ?? env.current, env));
}
