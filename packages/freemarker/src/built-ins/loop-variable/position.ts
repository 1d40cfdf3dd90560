import type { BuiltInExpression } from '../../ast/expressions.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { LoopState } from '../../runtime/local-frame.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { anything, rest } from '../parameters.ts';
import type { Target } from '../targets.ts';

/** The value itself is not looked at, only the name of the variable counts. */
const loops: Target<LoopState> = {
  kinds: ['loop-variable'],
  prepare: (_value, env, node) => loopOf(env, node),
  compile: (_target, _prepare, evaluate, node) => (env) => evaluate(loopOf(env, node), env, node),
};

const ofLoops = { since: '2.3.23', syntax: 'loop' } as const;

/** Built-ins of loop variables: where the loop is. */
export const loopVariables = [
  builtIn({
    name: 'index',
    doc: 'The position in the list, from 0.',
    example: { template: '<#list ["a", "b", "c"] as x>${x?index} </#list>', output: '0 1 2 ' },
    ...ofLoops,
    on: loops,
    gives: 'number',
    evaluate: (loop) => loop.index,
  }),
  builtIn({
    name: 'counter',
    doc: 'The position in the list, from 1.',
    example: { template: '<#list ["a", "b", "c"] as x>${x?counter} </#list>', output: '1 2 3 ' },
    ...ofLoops,
    on: loops,
    gives: 'number',
    evaluate: (loop) => loop.index + 1,
  }),
  builtIn({
    name: 'has_next',
    doc: 'Whether another item follows.',
    example: {
      template: '<#list ["a", "b", "c"] as x>${x}<#if x?has_next>, </#if></#list>',
      output: 'a, b, c',
    },
    ...ofLoops,
    on: loops,
    gives: 'boolean',
    evaluate: (loop) => loop.hasNext,
  }),
  builtIn({
    name: 'is_first',
    doc: 'Whether this is the first item.',
    example: {
      template: '<#list ["a", "b", "c"] as x><#if !x?is_first>, </#if>${x}</#list>',
      output: 'a, b, c',
    },
    ...ofLoops,
    on: loops,
    gives: 'boolean',
    evaluate: (loop) => loop.index === 0,
  }),
  builtIn({
    name: 'is_last',
    doc: 'Whether this is the last item.',
    example: {
      template: '<#list ["a", "b", "c"] as x>${x}<#if !x?is_last>, </#if></#list>',
      output: 'a, b, c',
    },
    ...ofLoops,
    on: loops,
    gives: 'boolean',
    evaluate: (loop) => !loop.hasNext,
  }),
  builtIn({
    name: 'is_odd_item',
    doc: 'Whether the position, from 1, is odd.',
    example: { template: '<#list ["a", "b", "c"] as x><#if x?is_odd_item>${x}</#if></#list>', output: 'ac' },
    ...ofLoops,
    on: loops,
    gives: 'boolean',
    evaluate: (loop) => loop.index % 2 === 0,
  }),
  builtIn({
    name: 'is_even_item',
    doc: 'Whether the position, from 1, is even.',
    example: { template: '<#list ["a", "b", "c"] as x><#if x?is_even_item>${x}</#if></#list>', output: 'b' },
    ...ofLoops,
    on: loops,
    gives: 'boolean',
    evaluate: (loop) => loop.index % 2 !== 0,
  }),
  builtIn({
    name: 'item_parity',
    doc: '"odd" or "even".',
    example: { template: '<#list ["a", "b", "c"] as x>${x?item_parity} </#list>', output: 'odd even odd ' },
    ...ofLoops,
    on: loops,
    gives: 'string',
    json: { inString: 'safe' },
    evaluate: (loop) => (loop.index % 2 === 0 ? 'odd' : 'even'),
  }),
  builtIn({
    name: 'item_parity_cap',
    doc: '"Odd" or "Even".',
    example: {
      template: '<#list ["a", "b", "c"] as x>${x?item_parity_cap} </#list>',
      output: 'Odd Even Odd ',
    },
    ...ofLoops,
    on: loops,
    gives: 'string',
    json: { inString: 'safe' },
    evaluate: (loop) => (loop.index % 2 === 0 ? 'Odd' : 'Even'),
  }),
  builtInFunction({
    name: 'item_cycle',
    doc: 'One of the values in turn.',
    example: {
      template: '<#list 1..4 as x>${x?item_cycle("red", "blue")} </#list>',
      output: 'red blue red blue ',
    },
    ...ofLoops,
    on: loops,
    parameters: [anything('value'), rest('…')],
    call: (loop, args) => args[loop.index % args.length],
  }),
];

function loopOf(env: Environment, node: BuiltInExpression): LoopState {
  const name = node.target.type === 'identifier' ? node.target.name : '';
  const loop = env.loopFrame(name)?.loop;
  if (loop !== undefined) return loop;
  throw runtimeError(
    'invalid-argument',
    `There's no iteration in context that uses loop variable "${name}".`,
    node,
  );
}
