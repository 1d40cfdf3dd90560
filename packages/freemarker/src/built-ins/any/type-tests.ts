import { isKeyList } from '../hash/key-lists.ts';
import { isExtendedHash, isHash } from '../../values/hashes.ts';
import { DirectiveValue, Macro } from '../../runtime/macro.ts';
import { FilterDirective } from '../../runtime/shared-directives.ts';
import { isEnumerable, isSequence } from '../../values/sequences.ts';
import {
  booleanOf,
  DateValue,
  isNumber,
  LazyDate,
  LazySequence,
  MarkupValue,
  MethodValue,
  MultiValue,
  RangeValue,
  stringOf,
} from '../../values/value.ts';
import type { DateLikeKind, Value } from '../../values/value.ts';
import { builtIn } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { presentValues } from '../targets.ts';

/** Built-ins that test the type of a value. */
export const typeTests = [
  test(
    'is_string',
    'Whether it is a string.',
    '"a"?is_string',
    true,
    (value) => stringOf(value) !== undefined,
  ),
  test('is_number', 'Whether it is a number.', '1.5?is_number', true, isNumber),
  test(
    'is_boolean',
    'Whether it is a boolean.',
    'false?is_boolean',
    true,
    (value) => booleanOf(value) !== undefined,
  ),
  test('is_date', 'Whether it is a date, time or date-time.', '.now?is_date', true, isDate, {
    deprecated: { use: '?is_date_like', rewrite: '?is_date_like' },
  }),
  test('is_date_like', 'Whether it is a date, time or date-time.', '.now?is_date_like', true, isDate, {
    since: '2.3.21',
  }),
  test(
    'is_date_only',
    'Whether it is a date without a time.',
    '.now?date?is_date_only',
    true,
    isDateOf('date'),
    {
      since: '2.3.21',
    },
  ),
  test('is_time', 'Whether it is a time without a date.', '.now?time?is_time', true, isDateOf('time'), {
    since: '2.3.21',
  }),
  test('is_datetime', 'Whether it is a date-time.', '.now?is_datetime', true, isDateOf('datetime'), {
    since: '2.3.21',
  }),
  test(
    'is_unknown_date_like',
    'Whether it is a date of unknown kind.',
    '.now?is_unknown_date_like',
    false,
    isDateOf('unknown'),
    { since: '2.3.21' },
  ),
  test('is_sequence', 'Whether it is a sequence.', '[1, 2]?is_sequence', true, isSequence),
  test('is_indexable', 'Whether items can be read by index.', '(1..3)?is_indexable', true, isSequence),
  test(
    'is_collection',
    'Whether it is a collection.',
    '[1, 2]?is_collection',
    false,
    (value) => isCollection(value) || isKeyList(value),
  ),
  test(
    'is_collection_ex',
    'Whether it is a collection that knows its size.',
    '[1, 2]?is_collection_ex',
    false,
    () => false,
    { since: '2.3.22' },
  ),
  test('is_enumerable', 'Whether #list can list it.', '[1, 2]?is_enumerable', true, isEnumerable),
  test('is_hash', 'Whether it is a hash.', '{"a": 1}?is_hash', true, isHashLike),
  test('is_hash_ex', 'Whether it is a hash that can be listed.', '{"a": 1}?is_hash_ex', true, isExtendedHash),
  test(
    'is_method',
    'Whether it can be called as f(…).',
    '"abc"?index_of?is_method',
    true,
    (value) =>
      value instanceof MethodValue ||
      value instanceof LazyDate ||
      (value instanceof MultiValue && value.method !== undefined),
  ),
  test(
    'is_macro',
    'Whether it is a macro or function of a template.',
    '1?is_macro',
    false,
    (value) => value instanceof Macro || (value instanceof DirectiveValue && value.name === '.pass'),
  ),
  test(
    'is_directive',
    'Whether it can be called as <@…>.',
    '.pass?is_directive',
    true,
    (value) => value instanceof Macro || value instanceof DirectiveValue || value instanceof FilterDirective,
  ),
  test(
    'is_transform',
    'Whether it is a transform.',
    '"x"?interpret?is_transform',
    true,
    (value) =>
      value instanceof FilterDirective || (value instanceof DirectiveValue && value.name === 'interpret'),
  ),
  test(
    'is_markup_output',
    'Whether it is markup.',
    '"<br>"?is_markup_output',
    false,
    (value) => value instanceof MarkupValue,
    { since: '2.3.24' },
  ),
  test('is_node', 'Whether it is an XML node; never here.', '{"a": 1}?is_node', false, () => false),
  builtIn({
    name: 'has_api',
    doc: 'Whether ?api would work. Always false here.',
    example: { template: '${1?has_api?c}', output: 'false' },
    since: '2.3.22',
    needs: 'java',
    on: presentValues,
    gives: 'boolean',
    // In the original, lists and maps from a model have a Java API, and those made by a template don't. Here it is rejected for all.
    evaluate: (value, env) => env.isOfModel(value),
  }),
];

/** `holds` returns the result; `example` is an expression for which it is `result`. */
function test(
  name: string,
  doc: string,
  example: string,
  result: boolean,
  holds: (value: Value) => boolean,
  facts: Partial<BuiltInFacts> = {},
): BuiltIn {
  return builtIn({
    ...facts,
    name,
    doc,
    example: { template: `\${${example}?c}`, output: String(result) },
    on: presentValues,
    gives: 'boolean',
    evaluate: (value) => holds(value),
  });
}

/** A text to be parsed as a date accepts other formats by key. */
function isHashLike(value: Value): boolean {
  return value instanceof LazyDate || isHash(value);
}

function isDate(value: Value): boolean {
  return value instanceof DateValue;
}

function isDateOf(kind: DateLikeKind): (value: Value) => boolean {
  return (value) => value instanceof DateValue && value.kind === kind;
}

/** A list from Java or a template counts as a collection too; ranges and other computed sequences do not. */
function isCollection(value: Value): boolean {
  if (value instanceof LazySequence) return true;
  if (value instanceof RangeValue) return value.size === Infinity && value.isListable;
  return value instanceof MultiValue && value.boolean !== undefined && value.sequence !== undefined;
}
