import type { ArithmeticExpression, ArithmeticOperator, ComparisonExpression } from '../ast/expressions.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { toNumber } from '../runtime/coercion.ts';
import { compareValues, toComparison } from '../runtime/comparison.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import { divide, modulo, multiply, subtract } from '../values/arithmetic.ts';
import { Decimal } from '../values/decimal.ts';
import type { Numeric } from '../values/decimal.ts';
import { compileOperand } from './operand.ts';
import type { CompileScope } from './scope.ts';

const OPERATIONS: Readonly<Record<ArithmeticOperator, (a: Numeric, b: Numeric) => Numeric>> = {
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': modulo,
};

/** Those whose results may have far fewer digits than was calculated with. */
const SHORTENED: ReadonlySet<ArithmeticOperator> = new Set(['*', '%']);

export function compileArithmetic(node: ArithmeticExpression, scope: CompileScope): Evaluate {
  const { left: leftNode, right: rightNode, operator } = node;
  const left = compileOperand(leftNode, scope);
  const right = compileOperand(rightNode, scope);
  const operate = OPERATIONS[operator];
  const isShortened = SHORTENED.has(operator);
  return (env) => {
    const a = toNumber(valueOf(left, env), leftNode);
    const b = toNumber(valueOf(right, env), rightNode);
    if (typeof a === 'number' && typeof b === 'number') {
      const quick = quickResult(operator, a, b);
      if (quick === quick) return quick;
    }
    if (isShortened) chargeDigits(a, b, env);
    try {
      return checkDigits(operate(a, b), env);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw arithmeticError(error, env, node);
    }
  };
}

/**
 * The result of two whole numbers of 32 bits, where it is one that a double has exactly; else NaN. Most calculations are of this
 * kind, and V8 has instructions for them.
 */
function quickResult(operator: ArithmeticOperator, a: number, b: number): number {
  if ((a | 0) !== a || (b | 0) !== b) return Number.NaN;
  switch (operator) {
    case '-':
      return a - b;
    case '*': {
      const product = a * b;
      const isExact = product <= Number.MAX_SAFE_INTEGER && product >= Number.MIN_SAFE_INTEGER;
      // There is no negative zero among decimals.
      return isExact ? product + 0 : Number.NaN;
    }
    case '%':
      // Said to be of 32 bits once more: else V8 divides doubles as soon as a double was here.
      return b === 0 ? Number.NaN : ((a | 0) % (b | 0)) | 0;
    case '/': {
      const quotient = a / b;
      return (quotient | 0) === quotient ? quotient + 0 : Number.NaN;
    }
  }
}

/**
 * Applies an arithmetic operator. As in the original, division by zero is blamed on the running element, but
 * calculating with NaN and infinities on the expression.
 */
export function calculate(
  operator: ArithmeticOperator,
  a: Numeric,
  b: Numeric,
  env: Environment,
  at: Blamed,
): Numeric {
  if (SHORTENED.has(operator)) chargeDigits(a, b, env);
  try {
    return checkDigits(OPERATIONS[operator](a, b), env);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw arithmeticError(error, env, at);
  }
}

export function arithmeticError(error: RangeError, env: Environment, at: Blamed): Error {
  const place = error.message === 'Division by zero' ? env.current : at;
  return runtimeError('arithmetic', `Arithmetic operation failed: ${error.message}`, place);
}

/** Bounds the size of numbers: multiplying a few times would otherwise fill the memory. */
export function checkDigits(value: Numeric, env: Environment): Numeric {
  if (value instanceof Decimal && isHuge(value, env)) {
    throw runtimeError('limit-digits', `A number has more than ${env.limits.digits} digits.`, env.current);
  }
  return value;
}

/** Any limit of digits allows for this many. */
const EVERYDAY = 2n ** 1023n;

function isHuge(value: Decimal, env: Environment): boolean {
  const { scale } = value;
  if (scale > env.limits.digits) return true;
  if (scale > FEW_DIGITS) chargeSquare(scale, env);
  if (!Number.isNaN(value.small) || !Number.isNaN(value.high)) return false;
  const { unscaled } = value;
  if (unscaled < EVERYDAY && unscaled > -EVERYDAY) return false;
  // A hexadecimal digit is worth 1.204 decimal ones; counting those is cheap.
  const digits = unscaled.toString(16).length * 1.204;
  if (digits > env.limits.digits) return true;
  chargeSquare(digits, env);
  return false;
}

/** Numbers of fewer digits are calculated with in the time of a step or two. */
const FEW_DIGITS = 600;
/** More than any limit lets a number have; a scale may be anything. */
const MAX_DIGITS = 100_000;

/**
 * Counts calculating with numbers of many digits as work, for one operation may take the time of thousands of steps. Usually
 * the result shows how many digits there were; this is for operators that shorten it.
 */
function chargeDigits(a: Numeric, b: Numeric, env: Environment): void {
  if (typeof a === 'number' && typeof b === 'number') return;
  const digits = scaleOf(a) + scaleOf(b);
  if (digits > FEW_DIGITS) chargeSquare(Math.min(digits, MAX_DIGITS), env);
}

function scaleOf(value: Numeric): number {
  return value instanceof Decimal ? Math.abs(value.scale) : 0;
}

/** The time that calculating takes grows with the square of the digits. */
function chargeSquare(digits: number, env: Environment): void {
  env.charge((digits * digits) / 512);
}

export function compileComparison(node: ComparisonExpression, scope: CompileScope): Evaluate {
  const { left: leftNode, right: rightNode, operator } = node;
  const left = compileOperand(leftNode, scope);
  const right = compileOperand(rightNode, scope);
  const places = { left: leftNode, right: rightNode, whole: node };
  const [less, equal, greater] = [-1, 0, 1].map(toComparison(operator)) as [boolean, boolean, boolean];
  return (env) => {
    const a = valueOf(left, env);
    const b = valueOf(right, env);
    // NaN is not even equal to itself, and cannot be compared.
    if (typeof a === 'number' && typeof b === 'number' && a === a && b === b)
      return a < b ? less : a > b ? greater : equal;
    return compareValues(a, b, operator, places, env);
  };
}
