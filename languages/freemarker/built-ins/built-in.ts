import type { BuiltInExpression } from '../ast/expressions.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { toNumber, toPlainText } from '../runtime/coercion.ts';
import type { Environment } from '../runtime/environment.ts';
import { toInt } from '../values/arithmetic.ts';
import type { Numeric } from '../values/decimal.ts';
import { sequenceOf } from '../values/sequences.ts';
import type { IndexedSequence } from '../values/sequences.ts';
import { DateValue, isNumber, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** What a built-in's function gets beside the value: where it stands and the rendering it runs in. */
export interface Site {
  readonly node: BuiltInExpression;
  readonly env: Environment;
}

/**
 * A built-in. `prepare` turns the value before the `?` into what the functions need (and refuses the wrong types)
 * before any argument is evaluated. A built-in with only `call` gives a function when used without parentheses.
 */
export interface BuiltIn<T = unknown> {
  readonly prepare: (value: Value, env: Environment, node: BuiltInExpression) => T;
  readonly evaluate?: (target: T, env: Environment, node: BuiltInExpression) => Value;
  readonly call?: (target: T, args: readonly Value[], env: Environment, node: BuiltInExpression) => Value;
  /** Arguments that are converted to strings before the call, as old built-ins do. */
  readonly stringArguments?: boolean;
  /** Set for built-ins of strings: strings then need no preparing. */
  readonly ofString?: boolean;
  /** The result may be a lazily made sequence. */
  readonly givesLazy?: boolean;
  /** The value before the `?` may be a lazily made sequence: its items are taken one by one. */
  readonly takesLazy?: 'always' | 'when-called';
}

/** A map of built-ins of any target type; the type is known only to each entry. */
export type BuiltInModule = Readonly<Record<string, BuiltIn<never>>>;

export function plain(value: Value): Value {
  return value;
}

/** A built-in of strings without arguments. */
export function onString(evaluate: NonNullable<BuiltIn<string>['evaluate']>): BuiltIn<string> {
  return { prepare: textTarget, evaluate, ofString: true };
}

/** A built-in of strings with arguments, of which there may be from `min` to `max`. */
export function stringCall(
  min: number,
  max: number,
  call: NonNullable<BuiltIn<string>['call']>,
): BuiltIn<string> {
  return { prepare: textTarget, call: counted(min, max, call) };
}

export function onNumber(
  evaluate: (value: Numeric, env: Environment, node: BuiltInExpression) => Value,
): BuiltIn<Numeric> {
  return { prepare: (value, _env, node) => toNumber(value, node.target), evaluate };
}

export function onDate(
  evaluate: (value: DateValue, env: Environment, node: BuiltInExpression) => Value,
): BuiltIn<DateValue> {
  return { prepare: dateTarget, evaluate };
}

export function onSequence(
  evaluate: (value: IndexedSequence, env: Environment, node: BuiltInExpression) => Value,
): BuiltIn<IndexedSequence> {
  return { prepare: sequenceTarget, evaluate };
}

export function sequenceCall(
  min: number,
  max: number,
  call: NonNullable<BuiltIn<IndexedSequence>['call']>,
): BuiltIn<IndexedSequence> {
  return { prepare: sequenceTarget, call: counted(min, max, call) };
}

function textTarget(value: Value, env: Environment, node: BuiltInExpression): string {
  return typeof value === 'string' ? value : toPlainText(value, node.target, env);
}

export function dateTarget(value: Value, _env: Environment, node: BuiltInExpression): DateValue {
  if (value instanceof DateValue) return value;
  throw wrongType(node.target, value, 'date/time');
}

function sequenceTarget(value: Value, _env: Environment, node: BuiltInExpression): IndexedSequence {
  const sequence = sequenceOf(value);
  if (sequence !== undefined) return sequence;
  throw wrongType(node.target, value, 'sequence');
}

type Call<T> = (target: T, args: readonly Value[], env: Environment, node: BuiltInExpression) => Value;

/** Checks the number of arguments first. */
export function counted<T>(min: number, max: number, call: Call<T>): Call<T> {
  return (target, args, env, node) => {
    if (args.length < min || args.length > max) {
      const range = min === max ? String(min) : `${min} to ${max}`;
      throw env.failure(
        'invalid-argument',
        `?${node.name}(...) expects ${range} argument(s), but has received ${args.length}.`,
      );
    }
    return call(target, args, env, node);
  };
}

export function stringArgument(
  args: readonly Value[],
  index: number,
  env: Environment,
  node: BuiltInExpression,
): string {
  const text = stringOf(args[index]);
  if (text === undefined) throw badArgument(index, 'a string', env, node);
  return text;
}

export function optionalString(
  args: readonly Value[],
  index: number,
  env: Environment,
  node: BuiltInExpression,
): string | undefined {
  return args.length > index ? stringArgument(args, index, env, node) : undefined;
}

export function intArgument(
  args: readonly Value[],
  index: number,
  env: Environment,
  node: BuiltInExpression,
): number {
  const value = args[index];
  if (!isNumber(value)) throw badArgument(index, 'a number', env, node);
  return toInt(value);
}

export function badArgument(
  index: number,
  expected: string,
  env: Environment,
  node: BuiltInExpression,
): Error {
  return env.failure('invalid-argument', `Argument #${index + 1} of ?${node.name} must be ${expected}.`);
}
