import type { BuiltInExpression } from '../../ast/expressions.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { textOrUndefined } from '../../runtime/coercion.ts';
import type { Environment } from '../../runtime/environment.ts';
import { isEnumerable, isSequence, itemAt, iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import { LazySequence, RangeValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import {
  counted,
  intArgument,
  onSequence,
  optionalString,
  sequenceCall,
  stringArgument,
} from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that take items of sequences, or sequences apart and together. */
export const sequenceItems = {
  first: {
    prepare: enumerable,
    takesLazy: 'always',
    evaluate: (value) => first(value),
  } satisfies BuiltIn<Value>,
  last: onSequence((sequence) =>
    sizeOf(sequence) === 0 ? undefined : itemAt(sequence, Math.min(sizeOf(sequence), 2147483647) - 1),
  ),
  reverse: onSequence((sequence, env) => {
    checkFinite(sequence, env);
    return all(sequence, env).reverse();
  }),
  sequence: {
    prepare: enumerable,
    takesLazy: 'always',
    givesLazy: true,
    evaluate: (value) => {
      if (isSequence(value) || !(value instanceof LazySequence)) return value;
      return new LazySequence(true, value.iterate);
    },
  } satisfies BuiltIn<Value>,
  chunk: sequenceCall(1, 2, (sequence, args, env, node) => {
    const size = intArgument(args, 0, env, node);
    if (size < 1)
      throw env.failure('invalid-argument', 'The 1st argument to ?chunk(...) must be at least 1.');
    checkFinite(sequence, env);
    const items = all(sequence, env);
    const chunks: Value[] = [];
    for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
    const last = chunks.at(-1);
    const filler = args[1];
    if (Array.isArray(last) && filler != null) while (last.length < size) last.push(filler);
    return chunks;
  }),
  join: {
    prepare: enumerable,
    takesLazy: 'when-called',
    call: counted(1, 3, (value, args, env, node) => join(value, args, env, node)),
  } satisfies BuiltIn<Value>,
};

/** Refuses what has no items. */
export function enumerable(value: Value, _env: Environment, node: BuiltInExpression): Value {
  if (isEnumerable(value)) return value;
  throw wrongType(node.target, value, 'sequence or collection');
}

function first(value: Value): Value {
  const iterator = iterate(value);
  return iterator?.hasNext() === true ? iterator.next() : undefined;
}

export function checkFinite(value: Value, env: Environment): void {
  if (value instanceof RangeValue && value.size === Infinity && value.isListable) {
    throw env.failure(
      'invalid-argument',
      "The input sequence is a right-unbounded numerical range, thus, it's infinitely long, and can't be processed " +
        'with this built-in.',
    );
  }
}

/** The items as a new array. */
export function all(value: Value, env: Environment): Value[] {
  const items: Value[] = [];
  const iterator = iterate(value);
  if (iterator === undefined) return items;
  const sequence = sequenceOf(value);
  if (sequence !== undefined) env.checkLength(sizeOf(sequence));
  while (iterator.hasNext()) {
    env.step();
    items.push(iterator.next());
    env.checkLength(items.length);
  }
  return items;
}

function join(value: Value, args: readonly Value[], env: Environment, node: BuiltInExpression): string {
  checkFinite(value, env);
  const separator = stringArgument(args, 0, env, node);
  const whenEmpty = optionalString(args, 1, env, node);
  const ending = optionalString(args, 2, env, node);
  let text = '';
  let hadItem = false;
  const iterator = iterate(value);
  for (let index = 0; iterator?.hasNext() === true; index++) {
    env.step();
    const current = iterator.next();
    if (current == null) continue;
    if (hadItem) text += separator;
    hadItem = true;
    text += itemText(current, index, env);
    env.checkString(text);
  }
  return hadItem ? text + (ending ?? '') : (whenEmpty ?? '');
}

function itemText(item: Value, index: number, env: Environment): string {
  const text = textOrUndefined(item, env.current, env);
  if (text !== undefined) return text;
  throw runtimeError(
    'type-mismatch',
    `"?join" failed at index ${index}: the item is not printable.`,
    env.current,
  );
}
