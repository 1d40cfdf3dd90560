import { stringComparator } from '../collation/index.ts';
import type { ComparisonOperator } from '../ast/expressions.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { compare } from '../values/arithmetic.ts';
import { describeType } from './describe-type.ts';
import { booleanOf, DateValue, isNumber, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { toPlainText } from './coercion.ts';
import type { Environment } from './environment.ts';

/** What a comparison blames: an operand, or the whole. Without operands everything is blamed on the whole. */
export interface ComparisonPlaces {
  readonly left: Blamed | undefined;
  readonly right: Blamed | undefined;
  readonly whole: Blamed;
}

export interface Leniency {
  /** Values of different types are unequal, instead of an error. */
  readonly mismatchIsUnequal?: boolean;
  readonly leftMissingIsFalse?: boolean;
  readonly rightMissingIsFalse?: boolean;
}

const STRICT: Leniency = {};

/** Turns the order of two values (negative, zero, positive) into the operator's answer. */
export function toComparison(operator: ComparisonOperator): (order: number) => boolean {
  switch (operator) {
    case '==':
      return (order) => order === 0;
    case '!=':
      return (order) => order !== 0;
    case '<':
      return (order) => order < 0;
    case '<=':
      return (order) => order <= 0;
    case '>':
      return (order) => order > 0;
    case '>=':
      return (order) => order >= 0;
  }
}

export function compareValues(
  leftValue: Value,
  rightValue: Value,
  operator: ComparisonOperator,
  places: ComparisonPlaces,
  env: Environment,
  leniency: Leniency = STRICT,
): boolean {
  let left = leftValue;
  let right = rightValue;
  if (left == null) {
    if (env.isClassicCompatible) left = '';
    else if (leniency.leftMissingIsFalse === true) return false;
    else throw places.left === undefined ? missingOperand('left', places.whole) : missingValue(places.left);
  }
  if (right == null) {
    if (env.isClassicCompatible) right = '';
    else if (leniency.rightMissingIsFalse === true) return false;
    else
      throw places.right === undefined ? missingOperand('right', places.whole) : missingValue(places.right);
  }
  const order = orderOf(left, right, operator, places, env);
  if (order !== undefined) return toComparison(operator)(order);
  if (env.isClassicCompatible) {
    const a = toPlainText(left, places.left ?? places.whole, env);
    const b = toPlainText(right, places.right ?? places.whole, env);
    return toComparison(operator)(a === b ? 0 : a < b ? -1 : 1);
  }
  if (leniency.mismatchIsUnequal === true && (operator === '==' || operator === '!='))
    return operator === '!=';
  throw runtimeError(
    'type-mismatch',
    "Can't compare values of these types. Allowed comparisons are between two numbers, two strings, two dates, or " +
      `two booleans.\nLeft hand operand is a ${describeType(left)}.\nRight hand operand is a ${describeType(right)}.`,
    places.whole,
  );
}

function missingOperand(side: string, at: Blamed): Error {
  return runtimeError('invalid-argument', `The ${side} operand of the comparison was undefined or null.`, at);
}

/** Negative, zero or positive for values of the same comparable type; undefined for others. */
function orderOf(
  left: Value,
  right: Value,
  operator: ComparisonOperator,
  places: ComparisonPlaces,
  env: Environment,
): number | undefined {
  if (isNumber(left) && isNumber(right)) {
    if (!Number.isNaN(left) && !Number.isNaN(right)) return compare(left, right);
    throw runtimeError('arithmetic', 'NaN has no place among numbers: it cannot be compared.', places.whole);
  }
  if (left instanceof DateValue && right instanceof DateValue) return compareDates(left, right, places);
  const a = stringOf(left);
  const b = stringOf(right);
  const isOrder = operator !== '==' && operator !== '!=';
  if (a !== undefined && b !== undefined) {
    if (isOrder) throw notForOrder(operator, 'string', places.whole);
    return sameText(a, b, env) ? 0 : 1;
  }
  const p = booleanOf(left);
  const q = booleanOf(right);
  if (p === undefined || q === undefined) return undefined;
  if (isOrder) throw notForOrder(operator, 'boolean', places.whole);
  return Number(p) - Number(q);
}

function notForOrder(operator: string, type: string, at: Blamed): Error {
  return runtimeError('type-mismatch', `Can't use operator "${operator}" on ${type} values.`, at);
}

/** Strings are equal as the locale's collator has it, which ignores some characters that are not seen. */
function sameText(a: string, b: string, env: Environment): boolean {
  if (a === b) return true;
  if (!UNUSUAL.test(a) && !UNUSUAL.test(b)) return false;
  return stringComparator(env.settings.locale)(a, b) === 0;
}

/** Only printable ASCII and line breaks are all distinguished. */
const UNUSUAL = /[^\t\n\r -~]/;

function compareDates(left: DateValue, right: DateValue, places: ComparisonPlaces): number {
  for (const [side, value] of [['left', left] as const, ['right', right] as const]) {
    if (value.kind !== 'unknown') continue;
    throw runtimeError(
      'type-mismatch',
      `The ${side} value of the comparison is a date-like value where it's not known if it's a date (no time ` +
        "part), time, or date-time, and thus can't be used in a comparison.",
      places[side] ?? places.whole,
    );
  }
  if (left.kind !== right.kind) {
    throw runtimeError(
      'type-mismatch',
      `Can't compare dates of different types. Left date type is ${left.kind}, right date type is ${right.kind}.`,
      places.whole,
    );
  }
  return left.time - right.time;
}
