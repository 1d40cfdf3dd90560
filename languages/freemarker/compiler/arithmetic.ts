import type { ArithmeticExpression, ArithmeticOperator, ComparisonExpression } from '../ast/expressions.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { toNumber } from '../runtime/coercion.ts';
import { compareValues, toComparison } from '../runtime/comparison.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { divide, modulo, multiply, subtract } from '../values/arithmetic.ts';
import { Decimal } from '../values/decimal.ts';
import type { Numeric } from '../values/decimal.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

const OPERATIONS: Readonly<Record<ArithmeticOperator, (a: Numeric, b: Numeric) => Numeric>> = {
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': modulo,
};

export function compileArithmetic(node: ArithmeticExpression, scope: CompileScope): Evaluate {
  const { left: leftNode, right: rightNode, operator } = node;
  const left = compileExpression(leftNode, scope);
  const right = compileExpression(rightNode, scope);
  return (env) => calculate(operator, toNumber(left(env), leftNode), toNumber(right(env), rightNode), env);
}

/** Applies an arithmetic operator. Its failures are blamed on the running element, as in the original. */
export function calculate(operator: ArithmeticOperator, a: Numeric, b: Numeric, env: Environment): Numeric {
  try {
    return checkDigits(OPERATIONS[operator](a, b), env);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw runtimeError('arithmetic', `Arithmetic operation failed: ${error.message}`, env.current);
  }
}

/** Bounds the size of numbers: multiplying a few times would otherwise fill the memory. */
export function checkDigits(value: Numeric, env: Environment): Numeric {
  if (value instanceof Decimal && isHuge(value, env.limits.digits)) {
    throw runtimeError('limit-digits', `A number has more than ${env.limits.digits} digits.`, env.current);
  }
  return value;
}

function isHuge({ unscaled, scale }: Decimal, digits: number): boolean {
  if (scale > digits) return true;
  if (BigInt.asIntN(1024, unscaled) === unscaled) return false;
  // A hexadecimal digit is worth 1.204 decimal ones; counting those is cheap.
  return unscaled.toString(16).length * 1.204 > digits;
}

export function compileComparison(node: ComparisonExpression, scope: CompileScope): Evaluate {
  const { left: leftNode, right: rightNode, operator } = node;
  const left = compileExpression(leftNode, scope);
  const right = compileExpression(rightNode, scope);
  const test = toComparison(operator);
  return (env) => {
    const a = left(env);
    const b = right(env);
    if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) {
      return test(a < b ? -1 : a > b ? 1 : 0);
    }
    return compareValues(a, b, operator, { left: leftNode, right: rightNode, whole: node }, env);
  };
}
