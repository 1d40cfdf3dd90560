import type { Environment } from '../../runtime/environment.ts';
import { iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import { RangeValue } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';

/** Rejects ranges without an end. */
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
export function allItems(value: Value, env: Environment): Value[] {
  const items: Value[] = [];
  const iterator = iterate(value);
  if (iterator === undefined) return items;
  const sequence = sequenceOf(value);
  if (sequence !== undefined) env.checkLength(sizeOf(sequence));
  if (Array.isArray(sequence)) {
    for (let i = 0; i < sequence.length; i++) env.step();
    // An array that grows by an item at a time leaves several times its size behind.
    return sequence.slice() as Value[];
  }
  while (iterator.hasNext()) {
    env.step();
    items.push(iterator.next());
    env.checkLength(items.length);
  }
  return items;
}
