import { compareValues } from '../../runtime/comparison.ts';
import type { Environment } from '../../runtime/environment.ts';
import { itemAt, iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import type { Value } from '../../values/value.ts';
import { counted, intArgument } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import { checkFinite, enumerable } from './items.ts';

/** Built-ins that look for items by value, and for the greatest and least. */
export const sequenceSearch = {
  seq_contains: {
    prepare: enumerable,
    takesLazy: 'when-called',
    call: counted(1, 1, (value, args, env) => indexOf(value, args[0], 0, env) >= 0),
  } satisfies BuiltIn<Value>,
  seq_index_of: {
    prepare: enumerable,
    takesLazy: 'when-called',
    call: counted(1, 2, (value, args, env, node) =>
      indexOf(value, args[0], args.length > 1 ? Math.max(0, intArgument(args, 1, env, node)) : 0, env),
    ),
  } satisfies BuiltIn<Value>,
  seq_last_index_of: {
    prepare: enumerable,
    takesLazy: 'when-called',
    call: counted(1, 2, (value, args, env, node) =>
      lastIndexOf(value, args[0], args.length > 1 ? intArgument(args, 1, env, node) : Infinity, env),
    ),
  } satisfies BuiltIn<Value>,
  max: best('>'),
  min: best('<'),
};

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

function best(operator: '<' | '>'): BuiltIn<Value> {
  return {
    prepare: enumerable,
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
  };
}
