import { compareValues } from '../../runtime/comparison.ts';
import type { Environment } from '../../runtime/environment.ts';
import { itemAt, iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { anything, integer, optional } from '../parameters.ts';
import { enumerables } from '../targets.ts';
import { checkFinite } from './all-items.ts';

/** Built-ins that look for items by value, and for the greatest and least. */
export const sequenceSearch = [
  builtInFunction({
    name: 'seq_contains',
    doc: 'Whether an item equals the value.',
    example: { template: '${["a", "b"]?seq_contains("b")?c}', output: 'true' },
    since: '2.3.1',
    on: enumerables,
    parameters: [anything('value')],
    gives: 'boolean',
    takesLazy: 'when-called',
    call: (value, [searched], env) => indexOf(value, searched, 0, env) >= 0,
  }),
  builtInFunction({
    name: 'seq_index_of',
    doc: 'Where an item first equals the value, or -1.',
    example: { template: '${["a", "b", "a"]?seq_index_of("a")}', output: '0' },
    since: '2.3.1',
    on: enumerables,
    parameters: [anything('value'), optional(integer('start'))],
    gives: 'number',
    takesLazy: 'when-called',
    call: (value, [searched, start = 0], env) => indexOf(value, searched, Math.max(0, start), env),
  }),
  builtInFunction({
    name: 'seq_last_index_of',
    doc: 'Where an item last equals the value, or -1.',
    example: { template: '${["a", "b", "a"]?seq_last_index_of("a")}', output: '2' },
    since: '2.3.1',
    on: enumerables,
    parameters: [anything('value'), optional(integer('start'))],
    gives: 'number',
    takesLazy: 'when-called',
    call: (value, [searched, start = Infinity], env) => lastIndexOf(value, searched, start, env),
  }),
  best('>', {
    name: 'max',
    items: 'one',
    doc: 'The greatest item.',
    example: { template: '${[3, 9, 2]?max}', output: '9' },
  }),
  best('<', {
    name: 'min',
    items: 'one',
    doc: 'The least item.',
    example: { template: '${[3, 9, 2]?min}', output: '2' },
  }),
];

function isEqual(item: Value, searched: Value, env: Environment): boolean {
  const places = { left: undefined, right: undefined, whole: env.current };
  return compareValues(item, searched, '==', places, env, {
    mismatchIsUnequal: true,
    leftMissingIsFalse: true,
    rightMissingIsFalse: true,
  });
}

function indexOf(value: Value, searched: Value, from: number, env: Environment): number {
  const iterator = iterate(value);
  if (iterator === undefined) return -1;
  for (let i = 0; iterator.hasNext(); i++) {
    env.step();
    const item = iterator.next();
    if (i >= from && isEqual(item, searched, env)) return i;
  }
  return -1;
}

function lastIndexOf(value: Value, searched: Value, from: number, env: Environment): number {
  const sequence = sequenceOf(value);
  if (sequence === undefined) return lastIndexOfLazy(value, searched, from, env);
  checkFinite(value, env);
  for (let i = Math.min(from, sizeOf(sequence) - 1); i >= 0; i--) {
    env.step();
    if (isEqual(itemAt(sequence, i), searched, env)) return i;
  }
  return -1;
}

function lastIndexOfLazy(value: Value, searched: Value, upTo: number, env: Environment): number {
  let found = -1;
  const iterator = iterate(value);
  if (iterator === undefined || upTo < 0) return found;
  for (let i = 0; i <= upTo && iterator.hasNext(); i++) {
    env.step();
    if (isEqual(iterator.next(), searched, env)) found = i;
  }
  return found;
}

function best(operator: '<' | '>', facts: BuiltInFacts): BuiltIn {
  return builtIn({
    since: '2.3.27',
    ...facts,
    on: enumerables,
    takesLazy: 'always',
    evaluate: (value, env, node) => {
      checkFinite(value, env);
      const places = { left: undefined, right: undefined, whole: node };
      let found: Value;
      const iterator = iterate(value);
      while (iterator?.hasNext() === true) {
        env.step();
        const current = iterator.next();
        if (current == null) continue;
        if (found == null || compareValues(current, found, operator, places, env)) found = current;
      }
      return found ?? undefined;
    },
  });
}
