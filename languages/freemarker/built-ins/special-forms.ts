import type { BuiltInExpression, Expression } from '../ast/expressions.ts';
import { compileCondition, compileExpression } from '../compiler/expressions.ts';
import { callFunction } from '../compiler/macro-invocation.ts';
import { collect, compileLazily } from '../compiler/lazy-sequences.ts';
import type { CompileScope } from '../compiler/scope.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { TemplateError } from '../errors/template-error.ts';
import { compareValues } from '../runtime/comparison.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { LocalFrame } from '../runtime/local-frame.ts';
import { Macro } from '../runtime/macro.ts';
import { isSequence, iterate } from '../values/sequences.ts';
import type { ItemIterator } from '../values/sequences.ts';
import { dropWhile, filter, map, takeWhile } from './sequence/streams.ts';
import type { Transform } from './sequence/streams.ts';
import { LazySequence, MethodValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { compileEval, compileInterpret } from './expert/eval-and-interpret.ts';

/** Built-ins that need more than the value before the `?`: the expression itself, or arguments left unevaluated. */
export function specialForm(
  node: BuiltInExpression,
  scope: CompileScope,
): ((lazily: boolean) => Evaluate) | undefined {
  switch (node.name) {
    case 'then':
      return () => compileThen(node, scope);
    case 'switch':
      return () => compileSwitchForm(node, scope);
    case 'filter':
      return (lazily) => compileStream(node, scope, filter, lazily);
    case 'map':
      return (lazily) => compileStream(node, scope, map, lazily);
    case 'take_while':
      return (lazily) => compileStream(node, scope, takeWhile, lazily);
    case 'drop_while':
      return (lazily) => compileStream(node, scope, dropWhile, lazily);
    case 'eval':
      return () => compileEval(node, scope);
    case 'interpret':
      return () => compileInterpret(node, scope);
    default:
      return undefined;
  }
}

function nonMissing(evaluate: Evaluate, node: Expression): Evaluate {
  return (env) => {
    const value = evaluate(env);
    if (value == null) throw missingValue(node);
    return value;
  };
}

function compileThen(node: BuiltInExpression, scope: CompileScope): Evaluate {
  const condition = compileCondition(node.target, scope);
  const [whenTrue, whenFalse] = (node.arguments ?? []).map((arg) =>
    nonMissing(compileExpression(arg, scope), arg),
  );
  return (env) => (condition(env) ? whenTrue : whenFalse)?.(env);
}

function compileSwitchForm(node: BuiltInExpression, scope: CompileScope): Evaluate {
  const target = nonMissing(compileExpression(node.target, scope), node.target);
  const nodes = node.arguments ?? [];
  const args = nodes.map((arg) => nonMissing(compileExpression(arg, scope), arg));
  return (env) => {
    const value = target(env);
    for (let i = 0; i + 1 < args.length; i += 2) {
      const caseNode = nodes[i] ?? node;
      const places = { left: node.target, right: caseNode, whole: node };
      if (compareValues(value, args[i]?.(env), '==', places, env)) return args[i + 1]?.(env);
    }
    if (args.length % 2 === 1) return args.at(-1)?.(env);
    throw runtimeError(
      'invalid-argument',
      "The value before ?switch(...) didn't match any of the case parameters, and there was no default value.",
      node.target,
    );
  };
}

/** Makes the items of the result out of those of the target, one by one. */
type Stream = (items: ItemIterator, transform: Transform, env: Environment) => ItemIterator;

function compileStream(
  node: BuiltInExpression,
  scope: CompileScope,
  stream: Stream,
  lazily: boolean,
): Evaluate {
  const target = compileLazily(node.target, scope);
  const transformer = compileTransformer(node, scope);
  return (env) => {
    const value = target(env);
    const source = iterate(value);
    if (source === undefined) throw wrongType(node.target, value, 'sequence or collection');
    const transform = lazily ? failingLazily(transformer(env)) : transformer(env);
    const asSequence = value instanceof LazySequence ? value.isSequence : isSequence(value);
    const result = new LazySequence(asSequence, () => stream(iterate(value) ?? source, transform, env));
    if (!lazily) return collect(result, env) as Value[];
    return result;
  };
}

/** What fails while items are taken from a lazily made list is blamed on the element that takes them. */
function failingLazily(transform: Transform): Transform {
  return (item, env) => {
    try {
      return transform(item, env);
    } catch (error) {
      if (!(error instanceof TemplateError) || error.phase !== 'runtime' || error.code.startsWith('limit-'))
        throw error;
      const code = error.code === 'missing-value' ? 'invalid-argument' : error.code;
      throw runtimeError(code, `Failed to transform element: ${error.message}`, env.current, error);
    }
  };
}

function compileTransformer(node: BuiltInExpression, scope: CompileScope): (env: Environment) => Transform {
  const [argument] = node.arguments ?? [];
  if (argument === undefined) return () => (item) => item;
  if (argument.type === 'lambda') {
    const [parameter] = argument.parameters;
    const body = compileExpression(argument.body, scope);
    return (env) => {
      // The lambda sees the local variables of the place where it stands.
      const { locals } = env;
      return (item) => {
        const frame = new LocalFrame(locals, undefined);
        frame.name = parameter?.name;
        frame.value = item;
        const saved = env.locals;
        env.locals = frame;
        try {
          return body(env);
        } finally {
          env.locals = saved;
        }
      };
    };
  }
  const evaluate = compileExpression(argument, scope);
  return (env) => {
    const callee = evaluate(env);
    if (callee instanceof MethodValue) return (item) => callee.call([item]);
    if (callee instanceof Macro) return (item) => callFunction(callee, [() => item], scope, env);
    throw wrongType(argument, callee, 'method or function or lambda expression');
  };
}
