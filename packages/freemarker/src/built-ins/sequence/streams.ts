import type { BuiltInExpression } from '../../ast/expressions.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { isRecoverable } from '../../errors/template-error.ts';
import type { Evaluate } from '../../runtime/compiled.ts';
import type { Environment } from '../../runtime/environment.ts';
import { collect } from '../../runtime/lazy-items.ts';
import { LocalFrame, NO_NAME } from '../../runtime/local-frame.ts';
import { Macro } from '../../runtime/macro.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { isSequence, iterate, sequenceOf, sizeOf, withoutNegativeIndex } from '../../values/sequences.ts';
import type { ItemIterator } from '../../values/sequences.ts';
import { LazySequence, MethodValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtInForm } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import type { FormCompiler } from '../form-compiler.ts';
import { lambda } from '../parameters.ts';
import { dropWhile, filter, map, takeWhile } from './stream-steps.ts';
import type { Transform } from './stream-steps.ts';

/** Built-ins that put items through a function one by one, lazily where the caller takes them so. */
export const streams = [
  streamForm(filter, 'predicate', {
    name: 'filter',
    items: 'all',
    doc: 'The items that match.',
    example: { template: '${[1, 2, 3]?filter(n -> n != 2)?join(" ")}', output: '1 3' },
  }),
  streamForm(map, 'function', {
    name: 'map',
    doc: 'The items put through the function.',
    example: { template: '${[1, 2, 3]?map(n -> n * 10)?join(" ")}', output: '10 20 30' },
  }),
  streamForm(takeWhile, 'predicate', {
    name: 'take_while',
    items: 'all',
    doc: 'The leading items that match.',
    example: { template: '${[1, 2, 3, 1]?take_while(n -> n < 3)?join(" ")}', output: '1 2' },
  }),
  streamForm(dropWhile, 'predicate', {
    name: 'drop_while',
    items: 'all',
    doc: 'Without the leading items that match.',
    example: { template: '${[1, 2, 3, 1]?drop_while(n -> n < 3)?join(" ")}', output: '3 1' },
  }),
];

/** Makes the items of the result out of those of the target, one by one. */
type Stream = (items: ItemIterator, transform: Transform, env: Environment) => ItemIterator;

function streamForm(stream: Stream, parameter: string, facts: BuiltInFacts): BuiltIn {
  return builtInForm({
    since: '2.3.29',
    syntax: 'lambda',
    gives: 'sequence',
    ...facts,
    on: 'sequence',
    parameters: [lambda(parameter)],
    compile: (node, compiler, lazily) => compileStream(node, compiler, stream, lazily),
  });
}

function compileStream(
  node: BuiltInExpression,
  compiler: FormCompiler,
  stream: Stream,
  lazily: boolean,
): Evaluate {
  const target = compiler.lazily(node.target);
  const transformer = compileTransformer(node, compiler);
  return (env) => {
    const value = target(env);
    const source = iterate(value);
    if (source === undefined) throw wrongType(node.target, value, 'sequence or collection');
    const transform = lazily ? failingLazily(transformer(env)) : transformer(env);
    const asSequence = value instanceof LazySequence ? value.isSequence : isSequence(value);
    const size = stream === map ? knownSize(value) : undefined;
    const result = new LazySequence(asSequence, () => stream(iterate(value) ?? source, transform, env), size);
    return lazily ? result : withoutNegativeIndex(collect(result, env));
  };
}

function knownSize(value: Value): number | undefined {
  if (value instanceof LazySequence) return value.size;
  const sequence = sequenceOf(value);
  return sequence === undefined ? undefined : sizeOf(sequence);
}

/** What fails while items are taken from a lazily made list is blamed on the element that takes them. */
function failingLazily(transform: Transform): Transform {
  return (item, env) => {
    try {
      return transform(item, env);
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      const code = error.code === 'missing-value' ? 'invalid-argument' : error.code;
      throw runtimeError(code, `Failed to transform element: ${error.message}`, env.current, error);
    }
  };
}

function compileTransformer(
  node: BuiltInExpression,
  compiler: FormCompiler,
): (env: Environment) => Transform {
  const [argument] = node.arguments ?? [];
  if (argument === undefined) return () => (item) => item;
  if (argument.type === 'lambda') {
    const [parameter] = argument.parameters;
    const body = compiler.expression(argument.body);
    return (env) => {
      // The lambda sees the local variables of its surroundings.
      const { locals } = env;
      return (item) => {
        const frame = new LocalFrame(locals, undefined);
        frame.name = parameter?.name ?? NO_NAME;
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
  const evaluate = compiler.expression(argument);
  return (env) => {
    const callee = evaluate(env);
    if (callee instanceof MethodValue) return (item) => callee.call([item]);
    if (callee instanceof Macro) return (item) => compiler.callFunction(callee, [() => item], env);
    throw wrongType(argument, callee, 'method or function or lambda expression');
  };
}
