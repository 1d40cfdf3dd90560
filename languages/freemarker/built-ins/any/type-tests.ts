import { missingValue } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { isExtendedHash, isHash } from '../../values/hashes.ts';
import { DirectiveValue, Macro } from '../../runtime/macro.ts';
import { isEnumerable, isSequence, iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import {
  booleanOf,
  DateValue,
  isNumber,
  isPlainHash,
  LazySequence,
  MarkupValue,
  MethodValue,
  MultiValue,
  RangeValue,
  stringOf,
} from '../../values/value.ts';
import type { DateLikeKind, Value } from '../../values/value.ts';
import { hashKeys } from '../../values/hashes.ts';
import type { BuiltIn } from '../built-in.ts';
import { plain } from '../built-in.ts';

function test(holds: (value: Value) => boolean): BuiltIn<Value> {
  return {
    prepare: (value, _env, node) => {
      if (value == null) throw missingValue(node.target);
      return value;
    },
    evaluate: holds,
  };
}

function dateOfKind(kind: DateLikeKind): BuiltIn<Value> {
  return test((value) => value instanceof DateValue && value.kind === kind);
}

/** A list from Java or a template counts as a collection too; ranges and other computed sequences do not. */
function isCollection(value: Value): boolean {
  if (value instanceof LazySequence) return true;
  if (value instanceof RangeValue) return value.size === Infinity && value.isListable;
  return value instanceof MultiValue && value.boolean !== undefined && value.sequence !== undefined;
}

/** Built-ins that tell what type a value has, and how big it is. */
export const anyTests = {
  is_string: test((value) => stringOf(value) !== undefined),
  is_number: test(isNumber),
  is_boolean: test((value) => booleanOf(value) !== undefined),
  is_date: test((value) => value instanceof DateValue),
  is_date_like: test((value) => value instanceof DateValue),
  is_date_only: dateOfKind('date'),
  is_time: dateOfKind('time'),
  is_datetime: dateOfKind('datetime'),
  is_unknown_date_like: dateOfKind('unknown'),
  is_sequence: test(isSequence),
  is_indexable: test(isSequence),
  is_collection: test(isCollection),
  is_collection_ex: test(() => false),
  is_enumerable: test(isEnumerable),
  is_hash: test((value) => isHash(value)),
  is_hash_ex: test(isExtendedHash),
  is_method: test(
    (value) => value instanceof MethodValue || (value instanceof MultiValue && value.method !== undefined),
  ),
  is_macro: test((value) => value instanceof Macro),
  is_directive: test((value) => value instanceof Macro || value instanceof DirectiveValue),
  is_transform: test((value) => value instanceof DirectiveValue && value.name === 'interpret'),
  is_markup_output: test((value) => value instanceof MarkupValue),
  is_node: test(() => false),
  // Lists and maps of the original's models have a Java API; it is refused all the same.
  has_api: test(
    (value) => Array.isArray(value) || (typeof value === 'object' && value !== null && isPlainHash(value)),
  ),
  size: {
    prepare: plain,
    takesLazy: 'always',
    evaluate: (value, env, node) => {
      const sequence = sequenceOf(value);
      if (sequence !== undefined) return Math.min(sizeOf(sequence), 2147483647);
      const keys = hashKeys(value);
      if (keys !== undefined) return keys.length;
      if (!(value instanceof LazySequence) || !value.isSequence) {
        throw wrongType(node.target, value, 'extended-hash or sequence or extended collection');
      }
      let count = 0;
      const iterator = iterate(value);
      while (iterator?.hasNext() === true) {
        iterator.next();
        count++;
        env.step();
      }
      return count;
    },
  } satisfies BuiltIn<Value>,
  namespace: {
    prepare: (value, _env, node) => {
      if (value instanceof Macro) return value;
      throw wrongType(node.target, value, 'macro or function');
    },
    evaluate: (macro) => macro.namespace,
  } satisfies BuiltIn<Macro>,
};
