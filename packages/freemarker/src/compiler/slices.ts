import type { DynamicKeyExpression } from '../ast/expressions.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { textOrUndefined } from '../runtime/coercion.ts';
import type { Environment } from '../runtime/environment.ts';
import { collect } from '../runtime/lazy-items.ts';
import { itemAt, sequenceOf, sizeOf } from '../values/sequences.ts';
import type { IndexedSequence } from '../values/sequences.ts';
import { LazySequence, RangeValue } from '../values/value.ts';
import type { ItemIterator, Value } from '../values/value.ts';
import { SEQUENCE_OR_STRING } from './dynamic-keys.ts';

/** `target[range]` for sequences, lazily made sequences (of which a slice may be one too) and strings. */
export function slice(
  target: Value,
  range: RangeValue,
  node: DynamicKeyExpression,
  env: Environment,
  lazily: boolean,
): Value {
  const sequence = sequenceOf(target);
  const lazy = target instanceof LazySequence && target.isSequence ? target : undefined;
  let text: string | undefined;
  if (sequence === undefined && lazy === undefined) {
    text = textOrUndefined(target, node.target, env);
    if (text === undefined) throw wrongType(node.target, target, SEQUENCE_OR_STRING);
  }
  if (range.size === 0) return sequence === undefined ? '' : [];
  if (range.begin < 0) {
    throw outOfBounds(
      node,
      `Negative range start index (${range.begin}) isn't allowed for a range used for slicing.`,
    );
  }
  const size = text?.length ?? (sequence === undefined ? (lazy?.size ?? Infinity) : sizeOf(sequence));
  const count = sliceSize(range, size, text === undefined ? 'element(s)' : 'character(s)', node);
  if (count === 0) return sequence === undefined ? '' : [];
  if (text !== undefined) return sliceText(text, range, count, node);
  if (lazy === undefined) return sliceSequence(sequence ?? [], range, count, env);
  if (range.step === -1) return sliceBackward(lazy, range, node, env);
  const knownSize = size === Infinity ? undefined : count;
  const result = new LazySequence(true, () => sliceForward(lazy, range, env), knownSize);
  return lazily ? result : collect(result, env);
}

function outOfBounds(node: DynamicKeyExpression, message: string): Error {
  return runtimeError('invalid-argument', message, node.key);
}

function sliceSize(range: RangeValue, size: number, unit: string, node: DynamicKeyExpression): number {
  const { begin, step } = range;
  const startsTooFar = range.isAdaptive && step === 1 ? begin > size : begin >= size;
  if (startsTooFar) {
    throw outOfBounds(
      node,
      `Range start index ${begin} is out of bounds, because there are only ${size} ${unit}.`,
    );
  }
  if (range.size === Infinity) return size - begin;
  const last = begin + (range.size - 1) * step;
  if (last < 0) {
    if (range.isAdaptive) return begin + 1;
    throw outOfBounds(node, `Negative range end index (${last}) isn't allowed for a range used for slicing.`);
  }
  if (last >= size) {
    if (range.isAdaptive) return Math.abs(size - begin);
    throw outOfBounds(
      node,
      `Range end index ${last} is out of bounds, because there are only ${size} ${unit}.`,
    );
  }
  return range.size;
}

function sliceSequence(sequence: IndexedSequence, range: RangeValue, count: number, env: Environment): Value {
  env.checkLength(count);
  env.steps += count > LONG ? count >> 1 : count >> 6;
  env.step();
  if (range.step === 1 && !(sequence instanceof RangeValue)) {
    return sequence.slice(range.begin, range.begin + count);
  }
  // Of the size it will have: growing would leave twice as much garbage behind.
  const items = new Array<Value>(count);
  for (let i = 0; i < count; i++) items[i] = itemAt(sequence, range.at(i));
  return items;
}

/** Copies of more items than this count by their size, so that a chain of slices cannot fill the memory. */
const LONG = 1_000;

function sliceText(text: string, range: RangeValue, count: number, node: DynamicKeyExpression): string {
  const { begin } = range;
  if (range.step < 0 && count > 1) {
    if (range.slicesBackwards && count === 2) return '';
    throw outOfBounds(
      node,
      "Decreasing ranges aren't allowed for slicing strings (as it would give reversed text). The index range " +
        `was: first = ${begin}, last = ${begin - count + 1}`,
    );
  }
  return text.slice(begin, begin + count);
}

function sliceBackward(
  lazy: LazySequence,
  range: RangeValue,
  node: DynamicKeyExpression,
  env: Environment,
): Value {
  const high = range.begin;
  const low = Math.max(high - (range.size - 1), 0);
  const items: Value[] = [];
  const iterator = lazy.iterate();
  let index = 0;
  for (; index <= high && iterator.hasNext(); index++) {
    env.step();
    const item = iterator.next();
    if (index >= low) items.unshift(item);
  }
  if (items.length !== high - low + 1) {
    throw runtimeError(
      'invalid-argument',
      `Range top index ${high} (0-based) is outside the sliced sequence of length ${index}.`,
      node,
    );
  }
  return items;
}

function sliceForward(lazy: LazySequence, range: RangeValue, env: Environment): ItemIterator {
  const iterator = lazy.iterate();
  const last = range.begin + range.size - 1;
  let index = 0;
  const skip = (): void => {
    for (; index < range.begin; index++) {
      env.step();
      if (!iterator.hasNext()) {
        throw env.failure(
          'invalid-argument',
          `Range start index ${range.begin} is out of bounds, as the sliced sequence only has ${index} elements.`,
        );
      }
      iterator.next();
    }
  };
  return {
    hasNext: () => {
      skip();
      return index <= last && (!range.isAdaptive || iterator.hasNext());
    },
    next: () => {
      skip();
      env.step();
      if (!range.isAdaptive && !iterator.hasNext()) {
        throw env.failure(
          'invalid-argument',
          `Range end index ${last} is out of bounds, as sliced sequence only has ${index} elements.`,
        );
      }
      index++;
      return iterator.next();
    },
  };
}
