import type { BuiltInExpression } from '../../ast/expressions.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import type { LoopState } from '../../runtime/local-frame.ts';
import type { Value } from '../../values/value.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins of loop variables: where the loop is. The target itself is not evaluated, only its name counts. */
export const loopVariables = {
  index: onLoop((loop) => loop.index),
  counter: onLoop((loop) => loop.index + 1),
  has_next: onLoop((loop) => loop.hasNext),
  is_first: onLoop((loop) => loop.index === 0),
  is_last: onLoop((loop) => !loop.hasNext),
  is_odd_item: onLoop((loop) => loop.index % 2 === 0),
  is_even_item: onLoop((loop) => loop.index % 2 !== 0),
  item_parity: onLoop((loop) => (loop.index % 2 === 0 ? 'odd' : 'even')),
  item_parity_cap: onLoop((loop) => (loop.index % 2 === 0 ? 'Odd' : 'Even')),
  item_cycle: {
    prepare: (_value, env, node) => loopOf(env, node),
    call: (loop, args, env) => {
      if (args.length === 0)
        throw env.failure(
          'invalid-argument',
          '?item_cycle(...) expects 1 or more arguments, but has received none.',
        );
      return args[loop.index % args.length];
    },
  } satisfies BuiltIn<LoopState>,
};

function onLoop(evaluate: (loop: LoopState) => Value): BuiltIn<LoopState> {
  return { prepare: (_value, env, node) => loopOf(env, node), evaluate };
}

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
