import type { BuiltInExpression } from '../ast/expressions.ts';
import { missingValue } from '../errors/runtime-errors.ts';
import { toNumber, toPlainText } from '../runtime/coercion.ts';
import type { Environment } from '../runtime/environment.ts';
import { wrongType } from '../runtime/type-errors.ts';
import type { Numeric } from '../values/decimal.ts';
import { isEnumerable, sequenceOf } from '../values/sequences.ts';
import type { IndexedSequence } from '../values/sequences.ts';
import { DateValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { TargetKind } from './definition.ts';
import { evaluateAnything, evaluateNumber, evaluateText, evaluateValue } from './invocation.ts';
import type { CompileEvaluation, Prepare } from './invocation.ts';

/** What built-ins work on: kinds of values, and how one of them becomes what the functions need. */
export interface Target<T> {
  readonly kinds: readonly TargetKind[];
  readonly prepare: Prepare<T>;
  readonly compile: CompileEvaluation<T>;
}

/** A target of the kinds. `prepare` rejects the wrong types before any argument is evaluated. */
export function target<T>(kinds: TargetKind | readonly TargetKind[], prepare: Prepare<T>): Target<T> {
  return { kinds: typeof kinds === 'string' ? [kinds] : kinds, prepare, compile: evaluateValue };
}

/** Strings, and values that are converted to strings automatically. */
export const strings: Target<string> = {
  kinds: ['string'],
  prepare: (value, env, node) => (typeof value === 'string' ? value : toPlainText(value, node.target, env)),
  compile: evaluateText,
};

export const numbers: Target<Numeric> = {
  kinds: ['number'],
  prepare: (value, _env, node) => toNumber(value, node.target),
  compile: evaluateNumber,
};

export const dates: Target<DateValue> = target('date', dateOf);

export const sequences: Target<IndexedSequence> = target('sequence', (value, _env, node) => {
  const sequence = sequenceOf(value);
  if (sequence !== undefined) return sequence;
  throw wrongType(node.target, value, 'sequence');
});

/** Whatever has items, lazily made sequences too. */
export const enumerables: Target<Value> = target('sequence', (value, _env, node) => {
  if (isEnumerable(value)) return value;
  throw wrongType(node.target, value, 'sequence or collection');
});

/** Whatever is not missing. */
export const presentValues: Target<Value> = target('any', present);

/** Values as they come, missing ones too; the function judges them. */
export function anyOf(...kinds: readonly TargetKind[]): Target<Value> {
  return { kinds, prepare: (value) => value, compile: evaluateAnything };
}

export function dateOf(value: Value, _env: Environment, node: BuiltInExpression): DateValue {
  if (value instanceof DateValue) return value;
  throw wrongType(node.target, value, 'date/time');
}

export function present(value: Value, _env: Environment, node: BuiltInExpression): Value {
  if (value == null) throw missingValue(node.target);
  return value;
}
