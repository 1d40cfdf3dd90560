import { stringComparator } from '../../collation/index.ts';
import { describeType } from '../../runtime/describe-type.ts';
import { UncheckedError } from '../../errors/runtime-errors.ts';
import type { Environment } from '../../runtime/environment.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { compare } from '../../values/arithmetic.ts';
import { hashGet, isHash } from '../../values/hashes.ts';
import { itemAt, sequenceOf, sizeOf, withoutNegativeIndex } from '../../values/sequences.ts';
import type { IndexedSequence } from '../../values/sequences.ts';
import { booleanOf, DateValue, isNumber, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { anything, further } from '../parameters.ts';
import { target } from '../targets.ts';
import { allItems, checkFinite } from './all-items.ts';

/** A sequence to sort, and the value that it came as: an empty one stays what it is. */
interface Sortable {
  readonly value: Value;
  readonly sequence: IndexedSequence;
}

const sortables = target('sequence', (value, _env, node): Sortable => {
  const sequence = sequenceOf(value);
  if (sequence === undefined) throw wrongType(node.target, value, 'sequence');
  return { value, sequence };
});

/** Built-ins that sort. The first item's type decides how; all others must have it too. */
export const sequenceSorting = [
  builtIn({
    name: 'sort',
    items: 'all',
    doc: 'In ascending order.',
    example: { template: '${["pear", "apple", "fig"]?sort?join(" ")}', output: 'apple fig pear' },
    on: sortables,
    gives: 'sequence',
    evaluate: ({ value, sequence }, env) => (sizeOf(sequence) === 0 ? value : sort(sequence, [], env)),
  }),
  builtInFunction({
    name: 'sort_by',
    items: 'all',
    doc: 'In ascending order of a key of the items.',
    example: {
      template: '<#list [{"n": "b", "age": 7}, {"n": "a", "age": 5}]?sort_by("age") as x>${x.n}</#list>',
      output: 'ab',
    },
    on: sortables,
    parameters: [anything('key'), further],
    gives: 'sequence',
    call: ({ value, sequence }, [key], env) => {
      const path = keyPath(key, env);
      return sizeOf(sequence) === 0 ? value : sort(sequence, path, env);
    },
  }),
];

function keyPath(argument: Value, env: Environment): readonly string[] {
  const name = stringOf(argument);
  if (name !== undefined) return [name];
  const path = sequenceOf(argument);
  if (path === undefined) {
    throw env.failure(
      'invalid-argument',
      'The argument to ?sort_by(key) must be a string or a sequence of strings.',
    );
  }
  return Array.from({ length: sizeOf(path) }, (_, i) => {
    const step = stringOf(itemAt(path, i));
    if (step !== undefined) return step;
    throw env.failure(
      'invalid-argument',
      `The argument to ?sort_by(key) has an item that is not a string, at ${i}.`,
    );
  });
}

type Comparator = (a: Value, b: Value) => number;

function sort(sequence: IndexedSequence, path: readonly string[], env: Environment): Value {
  checkFinite(sequence, env);
  const items = allItems(sequence, env);
  if (items.length === 0) return items;
  if (path.length === 0) {
    const order = comparatorFor(items, '?sort', env);
    for (let i = 1; i < items.length; i++) checkType(items, i, '?sort', env);
    return withoutNegativeIndex(
      items.sort((a, b) => {
        env.step();
        return order(a, b);
      }),
    );
  }
  const keys: Value[] = [];
  // An item is judged before the key of the next one is read.
  for (const [i, item] of items.entries()) {
    keys.push(keyOf(item, path, i, env));
    if (i > 0) checkType(keys, i, '?sort_by(...)', env);
  }
  const order = comparatorFor(keys, '?sort_by(...)', env);
  const sorted = items
    .map((item, i) => ({ item, key: keys[i] }))
    .sort((a, b) => {
      env.step();
      return order(a.key, b.key);
    });
  return withoutNegativeIndex(sorted.map(({ item }) => item));
}

function keyOf(item: Value, path: readonly string[], index: number, env: Environment): Value {
  let key = item;
  if (key == null) throw new UncheckedError('type-mismatch', '?sort_by(...) failed: an item was missing.');
  for (const name of path) {
    if (!isHash(key)) {
      throw env.failure(
        'type-mismatch',
        `?sort_by(...) failed at sequence index ${index}: a hash was expected.`,
      );
    }
    key = hashGet(key, name);
    if (key == null) {
      throw env.failure(
        'invalid-argument',
        `?sort_by(...) failed at sequence index ${index}: The "${name}" subvariable was null or missing.`,
      );
    }
  }
  return key;
}

function typeOf(key: Value): 'string' | 'number' | 'date' | 'boolean' | undefined {
  if (stringOf(key) !== undefined) return 'string';
  if (isNumber(key)) return 'number';
  if (key instanceof DateValue) return 'date';
  return booleanOf(key) === undefined ? undefined : 'boolean';
}

function comparatorFor(keys: readonly Value[], name: string, env: Environment): Comparator {
  const type = typeOf(keys[0]);
  if (type === undefined) {
    throw env.failure(
      'type-mismatch',
      `${name} failed at sequence index 0: Values used for sorting must be numbers, strings, date/times or booleans.`,
    );
  }
  return comparators(name, env)[type];
}

/** All must be of the first one's type. That one is missing is not foreseen by the original. */
function checkType(keys: readonly Value[], index: number, name: string, env: Environment): void {
  const type = typeOf(keys[0]);
  const key = keys[index];
  if (type === undefined || typeOf(key) === type || isAlso(key, type)) return;
  if (key == null) throw new UncheckedError('type-mismatch', `${name} failed: an item was missing.`);
  throw env.failure(
    'type-mismatch',
    `${name} failed at sequence index ${index} (0-based): All values in the sequence must be of type ${type}, ` +
      `because the first one was. However, this one is a ${describeType(key)}.`,
  );
}

/** A value of several types may serve as the one that is asked for. */
function isAlso(key: Value, type: string): boolean {
  return type === 'boolean' && booleanOf(key) !== undefined;
}

function comparators(
  name: string,
  env: Environment,
): Record<'string' | 'number' | 'date' | 'boolean', Comparator> {
  return {
    string: stringOrder(env),
    number: (a, b) => {
      if (!Number.isNaN(a) && !Number.isNaN(b)) return isNumber(a) && isNumber(b) ? compare(a, b) : 0;
      throw env.failure('arithmetic', `${name} failed: NaN has no place among numbers.`);
    },
    date: (a, b) => (a instanceof DateValue && b instanceof DateValue ? a.time - b.time : 0),
    boolean: (a, b) => Number(booleanOf(a) ?? false) - Number(booleanOf(b) ?? false),
  };
}

function stringOrder(env: Environment): Comparator {
  const order = stringComparator(env.settings.locale);
  return (a, b) => {
    const left = stringOf(a) ?? '';
    const right = stringOf(b) ?? '';
    env.charge(Math.min(left.length, right.length));
    return order(left, right);
  };
}
