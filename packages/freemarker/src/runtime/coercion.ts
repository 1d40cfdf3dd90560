import { missingValue, OperationError, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from './type-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import type { Numeric } from '../values/decimal.ts';
import { hashKeys, isHash } from '../values/hashes.ts';
import { isEmptySequence, isEnumerable, iterate } from '../values/sequences.ts';
import { booleanOf, DateValue, isNumber, MarkupValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { isEmptyMarkup } from '../output-formats/markup.ts';
import { formatDate } from './date-formatting.ts';
import type { Environment } from './environment.ts';

const STRING_LIKE = 'string or something automatically convertible to string (number, date or boolean)';

/** The value as text, or as markup if it is markup. Throws for what cannot be printed. */
export function toStringOrMarkup(value: Value, at: Blamed, env: Environment): string | MarkupValue {
  if (typeof value === 'string') return value;
  if (value instanceof MarkupValue) return value;
  return toText(value, at, env, `${STRING_LIKE}, or "template output"`);
}

/** The value as plain text; markup is rejected. */
export function toPlainText(value: Value, at: Blamed, env: Environment): string {
  return typeof value === 'string' ? value : toText(value, at, env, STRING_LIKE);
}

function toText(value: Value, at: Blamed, env: Environment, expected: string): string {
  const text = textOrUndefined(value, at, env);
  if (text !== undefined) return text;
  const tip = isEnumerable(value) ? 'Use #list to print its items, or ?join.' : undefined;
  throw wrongType(at, value, expected, tip);
}

/** The text of a printable value; undefined for markup and for what cannot be printed. */
export function textOrUndefined(value: Value, at: Blamed, env: Environment): string | undefined {
  if (isNumber(value)) return formatNumber(value, env);
  if (value instanceof DateValue) return formatDate(value, env);
  const text = stringOf(value);
  if (text !== undefined) return text;
  if (value == null) {
    if (env.isClassicCompatible) return '';
    throw missingValue(at);
  }
  const flag = booleanOf(value);
  if (flag === undefined) return undefined;
  if (env.isClassicCompatible) return flag ? 'true' : '';
  try {
    return env.formatBoolean(flag);
  } catch (error) {
    // FreeMarker does not blame an expression for this one, but the element around it.
    if (error instanceof OperationError) throw runtimeError(error.code, error.message, env.current);
    throw error;
  }
}

/** The number in the current format. A format that cannot be is blamed on the running element. */
export function formatNumber(value: Numeric, env: Environment): string {
  try {
    return env.formatNumber(value);
  } catch (error) {
    if (error instanceof OperationError) throw runtimeError(error.code, error.message, env.current);
    throw error;
  }
}

/** Runs an operation that knows no positions; its errors get one. */
export function withPlace<R>(at: Blamed, operation: () => R): R {
  try {
    return operation();
  } catch (error) {
    if (error instanceof OperationError) throw runtimeError(error.code, error.message, at);
    throw error;
  }
}

export function toNumber(value: Value, at: Blamed): Numeric {
  if (typeof value === 'number' || isNumber(value)) return value;
  throw wrongType(at, value, 'number');
}

export function toBoolean(value: Value, at: Blamed, env: Environment): boolean {
  const flag = booleanOf(value);
  if (flag !== undefined) return flag;
  if (env.isClassicCompatible) return value != null && !isEmptyValue(value);
  throw wrongType(at, value, 'boolean');
}

/** Whether `?has_content` finds nothing in it. */
export function isEmptyValue(value: Value): boolean {
  if (value == null) return true;
  if (typeof value === 'string') return value === '';
  if (isEnumerable(value)) return isEmptyEnumerable(value);
  const text = stringOf(value);
  if (text !== undefined) return text === '';
  if (value instanceof MarkupValue) return isEmptyMarkup(value);
  if (isHash(value)) return isEmptyHash(value);
  return !isNumber(value) && !isDate(value) && typeof value !== 'boolean';
}

function isDate(value: Value): boolean {
  return value instanceof DateValue;
}

function isEmptyEnumerable(value: Value): boolean {
  return isEmptySequence(value) || iterate(value)?.hasNext() === false;
}

function isEmptyHash(value: object): boolean {
  return hashKeys(value)?.length === 0;
}
