import { Macro } from './macro.ts';
import { isExtendedHash, isHash } from '../values/hashes.ts';
import { sequenceOf } from '../values/sequences.ts';
import {
  DateValue,
  HashView,
  isNumber,
  LazySequence,
  MarkupValue,
  MethodValue,
  MultiValue,
} from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** What a value is, in words for error messages: "number", "string", "extended_hash" … */
export function describeType(value: Value): string {
  if (value == null) return 'missing value';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (isNumber(value)) return 'number';
  if (value instanceof DateValue) return value.kind === 'unknown' ? 'date_or_time_or_datetime' : value.kind;
  if (value instanceof MarkupValue) return 'markup_output';
  if (value instanceof Macro) return value.isFunction ? 'function' : 'macro';
  if (value instanceof MethodValue) return 'method';
  if (value instanceof MultiValue) return describeParts(value);
  if (value instanceof LazySequence) return value.isSequence ? 'sequence' : 'collection';
  if (sequenceOf(value) !== undefined) return 'sequence';
  if (value instanceof HashView || isHash(value)) return isExtendedHash(value) ? 'extended_hash' : 'hash';
  return 'directive';
}

function describeParts(value: MultiValue): string {
  const parts: string[] = [];
  if (value.sequence !== undefined) parts.push('sequence');
  if (value.hash !== undefined) parts.push('hash');
  if (value.string !== undefined) parts.push('string');
  if (value.boolean !== undefined) parts.push('boolean');
  if (value.method !== undefined) parts.push('method');
  return parts.join('+');
}
