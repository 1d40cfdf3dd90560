import { EMPTY_VALUE, LazySequence, MultiValue, RangeValue } from './value.ts';
import type { ItemIterator, Value } from './value.ts';

export type { ItemIterator } from './value.ts';

/** A sequence whose items can be read by index. */
export type IndexedSequence = readonly Value[] | RangeValue;

/** The value as a sequence with an index, if it is one. */
export function sequenceOf(value: Value): IndexedSequence | undefined {
  if (Array.isArray(value)) return value as readonly Value[];
  if (value instanceof RangeValue) return value;
  return value instanceof MultiValue ? value.sequence : undefined;
}

export function isSequence(value: Value): boolean {
  return sequenceOf(value) !== undefined;
}

/** Whether `#list` can list it. */
export function isEnumerable(value: Value): boolean {
  return value instanceof LazySequence || isSequence(value);
}

export function sizeOf(sequence: IndexedSequence): number {
  if (sequence instanceof RangeValue) return sequence.isListable ? sequence.size : 0;
  return sequence.length;
}

export function itemAt(sequence: IndexedSequence, index: number): Value {
  return sequence instanceof RangeValue ? sequence.at(index) : sequence[index];
}

/** Goes over the items of anything enumerable; undefined for other values. */
export function iterate(value: Value): ItemIterator | undefined {
  if (value instanceof LazySequence) return value.iterate();
  const sequence = sequenceOf(value);
  return sequence === undefined ? undefined : new IndexIterator(sequence);
}

class IndexIterator implements ItemIterator {
  readonly #sequence: IndexedSequence;
  readonly #size: number;
  #index = 0;

  constructor(sequence: IndexedSequence) {
    this.#sequence = sequence;
    this.#size = sizeOf(sequence);
  }

  hasNext(): boolean {
    return this.#index < this.#size;
  }

  next(): Value {
    return itemAt(this.#sequence, this.#index++);
  }
}

/** Sequences of which the original reads a negative index without a check, and breaks down. */
const failingBelowZero = new WeakSet<object>();

export function withoutNegativeIndex<Items extends readonly Value[]>(items: Items): Items {
  failingBelowZero.add(items);
  return items;
}

/** Whether reading an item before the first one is an error; of other sequences the item is missing. */
export const failsBelowZero = (sequence: IndexedSequence): boolean => failingBelowZero.has(sequence);

export function isEmptySequence(value: Value): boolean {
  if (value === EMPTY_VALUE) return true;
  const sequence = sequenceOf(value);
  return sequence !== undefined && sizeOf(sequence) === 0;
}
