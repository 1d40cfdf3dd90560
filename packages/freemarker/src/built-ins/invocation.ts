import type { BuiltInExpression } from '../ast/expressions.ts';
import { OperationError, runtimeError, UncheckedError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { toPlainText } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { NumberFormat } from '../number-format/index.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import type { Operand } from '../runtime/operand.ts';
import type { RuntimeSettings } from '../runtime/settings.ts';
import type { Numeric } from '../values/decimal.ts';
import { isNumber, MethodValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { ArgumentReader } from './definition.ts';
import { arityOf } from './parameters.ts';
import type { Arguments, Parameter } from './parameters.ts';

/** Turns the value before the `?` into what the functions need. */
export type Prepare<T> = (value: Value, env: Environment, node: BuiltInExpression) => T;

/** What a built-in without arguments does. */
export type Evaluation<T> = (target: T, env: Environment, node: BuiltInExpression) => Value;

/** What a built-in does with arguments. */
export type Call<T, A> = (target: T, args: A, env: Environment, node: BuiltInExpression) => Value;

/** Makes the closure of `x?name`. */
export type CompileEvaluation<T> = (
  target: Operand,
  prepare: Prepare<T>,
  evaluate: Evaluation<T>,
  node: BuiltInExpression,
) => Evaluate;

export function evaluateValue<T>(
  target: Operand,
  prepare: Prepare<T>,
  evaluate: Evaluation<T>,
  node: BuiltInExpression,
): Evaluate {
  return (env) => {
    const value = valueOf(target, env);
    try {
      const prepared = prepare(value, env, node);
      chargeFor(prepared, env);
      return evaluate(prepared, env, node);
    } catch (error) {
      throw placed(error, env, node);
    }
  };
}

/** The same for numbers, of which most need no preparing, and none is long. */
export function evaluateNumber(
  target: Operand,
  prepare: Prepare<Numeric>,
  evaluate: Evaluation<Numeric>,
  node: BuiltInExpression,
): Evaluate {
  return (env) => {
    const value = valueOf(target, env);
    return applied(evaluate, typeof value === 'number' ? value : prepare(value, env, node), env, node);
  };
}

/** The same for values that are taken as they come. */
export function evaluateAnything(
  target: Operand,
  _prepare: Prepare<Value>,
  evaluate: Evaluation<Value>,
  node: BuiltInExpression,
): Evaluate {
  return (env) => {
    const value = valueOf(target, env);
    chargeFor(value, env);
    return applied(evaluate, value, env, node);
  };
}

/** The same for strings, which need no preparing: most built-ins of most templates come this way. */
export function evaluateText(
  target: Operand,
  _prepare: Prepare<string>,
  evaluate: Evaluation<string>,
  node: BuiltInExpression,
): Evaluate {
  return (env) => evaluateOnText(valueOf(target, env), evaluate, node, env);
}

export function evaluateOnText(
  value: Value,
  evaluate: Evaluation<string>,
  node: BuiltInExpression,
  env: Environment,
): Value {
  const text = typeof value === 'string' ? value : toPlainText(value, node.target, env);
  if (text.length > LONG) env.charge(text.length);
  return applied(evaluate, text, env, node);
}

/** What a built-in makes of a value that needs no more preparing. */
function applied<T>(evaluate: Evaluation<T>, value: T, env: Environment, node: BuiltInExpression): Value {
  try {
    return evaluate(value, env, node);
  } catch (error) {
    throw placed(error, env, node);
  }
}

/** Checks the arguments against the parameters and makes them what the function wants, in place. */
export type ReadArguments<P extends readonly Parameter[]> = (
  args: Value[],
  env: Environment,
  node: BuiltInExpression,
) => asserts args is Arguments<P>;

export function argumentCheck<P extends readonly Parameter[]>(parameters: P): ReadArguments<P> {
  const { min, max } = arityOf(parameters);
  const last = parameters.at(-1);
  return (args, env, node) => {
    if (args.length < min || args.length > max) throw wrongCount(args.length, min, max, env, node);
    for (let i = 0; i < args.length; i++) {
      const parameter = parameters[i] ?? last;
      if (parameter !== undefined) args[i] = parameter.read(args[i], i, env, node);
    }
  };
}

function wrongCount(
  count: number,
  min: number,
  max: number,
  env: Environment,
  node: BuiltInExpression,
): Error {
  const range = max === Infinity ? `${min} or more` : min === max ? String(min) : `${min} to ${max}`;
  return env.failure(
    'invalid-argument',
    `?${node.name}(...) expects ${range} argument(s), but has received ${count}.`,
  );
}

/** The closure of `x?name(…)`. The value before the `?` is prepared before any argument is evaluated. */
export function evaluateCall<T, P extends readonly Parameter[]>(
  target: Operand,
  prepare: Prepare<T>,
  read: ReadArguments<P>,
  call: Call<T, Arguments<P>>,
  argumentsOf: ArgumentReader,
  node: BuiltInExpression,
  whole: Blamed,
  formatOf?: FormatOf<Arguments<P>>,
): Evaluate {
  const isConstant = argumentsOf.isConstant === true;
  let isRead = false;
  const invoke = (value: Value, env: Environment): Value => {
    const prepared = prepare(value, env, node);
    chargeFor(prepared, env);
    const args = argumentsOf(env);
    try {
      // Constants that were read once stay what they became.
      if (!isRead) {
        read(args, env, node);
        chargeForTexts(args, env);
        isRead = isConstant;
      }
      return call(prepared, args as Arguments<P>, env, node);
    } catch (error) {
      throw placed(error, env, node, whole);
    }
  };
  if (formatOf === undefined || !isConstant) return (env) => invoke(valueOf(target, env), env);
  // Numbers are printed in the format that the first one was printed in, as long as no `#setting` comes between.
  let format: NumberFormat | undefined;
  let settings: RuntimeSettings | undefined;
  return (env) => {
    const value = valueOf(target, env);
    if (!isNumber(value)) return invoke(value, env);
    if (format !== undefined && settings === env.settings) return format.format(value);
    const text = invoke(value, env);
    if (env.settings === env.context.settings) {
      format = formatOf(argumentsOf(env) as Arguments<P>, env);
      settings = env.settings;
    }
    return text;
  };
}

/** The format in which numbers are printed with these arguments, which are known to name one. */
export type FormatOf<A> = (args: A, env: Environment) => NumberFormat;

/** The closure of `x?name` for a built-in that needs arguments: a function that can be stored and called later. */
export function evaluateToMethod<T, P extends readonly Parameter[]>(
  target: Operand,
  prepare: Prepare<T>,
  read: ReadArguments<P>,
  call: Call<T, Arguments<P>>,
  node: BuiltInExpression,
): Evaluate {
  return (env) => {
    const prepared = prepare(valueOf(target, env), env, node);
    return new MethodValue(`?${node.name}`, (given) => {
      const args = [...given];
      try {
        read(args, env, node);
        chargeFor(prepared, env);
        chargeForTexts(args, env);
        return call(prepared, args, env, node);
      } catch (error) {
        throw placed(error, env, node);
      }
    });
  };
}

/** From this length on, the work on a value counts by its length. */
const LONG = 1_000;

function chargeFor(value: unknown, env: Environment): void {
  if (typeof value === 'string') {
    if (value.length > LONG) env.charge(value.length);
  } else if (Array.isArray(value) && value.length > LONG) env.charge(value.length * 16);
}

/** What is looked for may be longer than what it is looked for in. */
function chargeForTexts(args: readonly Value[], env: Environment): void {
  for (const value of args) {
    if (typeof value === 'string' && value.length > LONG) env.charge(value.length);
  }
}

/** Errors of functions that know no positions are placed on the running element, unchecked ones on the expression. */
function placed(error: unknown, env: Environment, node: BuiltInExpression, whole: Blamed = node): unknown {
  if (error instanceof OperationError && !(error instanceof UncheckedError)) {
    return runtimeError(error.code, error.message, env.current);
  }
  if (error instanceof UncheckedError) return runtimeError(error.code, error.message, whole);
  if (error instanceof RangeError && error.message !== 'Maximum call stack size exceeded') {
    return runtimeError('arithmetic', `?${node.name} failed: ${error.message}`, whole);
  }
  return error;
}
