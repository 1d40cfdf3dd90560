import type { AddExpression } from '../ast/expressions.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { concatMarkup, fromPlainText } from '../output-formats/markup.ts';
import { textOrUndefined, toStringOrMarkup, withPlace } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import { add } from '../values/arithmetic.ts';
import type { Numeric } from '../values/decimal.ts';
import { concatHashes, isHash } from '../values/hashes.ts';
import { itemAt, sequenceOf, sizeOf } from '../values/sequences.ts';
import type { IndexedSequence } from '../values/sequences.ts';
import { isNumber, MarkupValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { arithmeticError, checkDigits } from './arithmetic.ts';
import { compileOperand } from './operand.ts';
import type { CompileScope } from './scope.ts';

export function compileAddition(node: AddExpression, scope: CompileScope): Evaluate {
  const { left: leftNode, right: rightNode } = node;
  const left = compileOperand(leftNode, scope);
  const right = compileOperand(rightNode, scope);
  const places = { left: leftNode, right: rightNode, whole: node };
  return (env) => {
    const a = valueOf(left, env);
    const b = valueOf(right, env);
    if (typeof a === 'string' && typeof b === 'string') return env.joined(a + b);
    if (typeof a === 'number' && typeof b === 'number') {
      const sum = a + b;
      // Small integers are most of what is added, and nothing can go wrong with them.
      if ((sum | 0) === sum && (a | 0) === a && (b | 0) === b) return sum;
    }
    return addValues(a, b, places, env);
  };
}

export interface AdditionPlaces {
  readonly left: Blamed;
  readonly right: Blamed;
  readonly whole: Blamed;
}

/** What `+` gives: a sum, or strings, markup, sequences or hashes joined. */
export function addValues(left: Value, right: Value, places: AdditionPlaces, env: Environment): Value {
  if (isNumber(left) && isNumber(right)) return addNumbers(left, right, places.whole, env);
  const a = sequenceOf(left);
  const b = sequenceOf(right);
  if (a !== undefined && b !== undefined) return concatSequences(a, b, env);
  if (isHash(left) && isHash(right)) {
    // A hash that is also printable (such as `x!`) joins as text when both are.
    const leftText = textOrUndefined(left, places.left, env);
    const rightText = leftText === undefined ? undefined : textOrUndefined(right, places.right, env);
    if (leftText !== undefined && rightText !== undefined) return env.joined(leftText + rightText);
    const joined = concatHashes(left, right);
    if (joined instanceof Map) {
      env.steps += joined.size >> 3;
      env.step();
    }
    return joined;
  }
  const leftText = toStringOrMarkup(left, places.left, env);
  const rightText = toStringOrMarkup(right, places.right, env);
  if (typeof leftText === 'string' && typeof rightText === 'string') return env.joined(leftText + rightText);
  return withPlace(places.whole, () => {
    const format = leftText instanceof MarkupValue ? leftText.format : (rightText as MarkupValue).format;
    const l = typeof leftText === 'string' ? fromPlainText(format, leftText) : leftText;
    const r = typeof rightText === 'string' ? fromPlainText(format, rightText) : rightText;
    return concatMarkup(l, r);
  });
}

function addNumbers(left: Numeric, right: Numeric, at: Blamed, env: Environment): Value {
  try {
    return checkDigits(add(left, right), env);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw arithmeticError(error, env, at);
  }
}

function concatSequences(left: IndexedSequence, right: IndexedSequence, env: Environment): readonly Value[] {
  const leftSize = sizeOf(left);
  const rightSize = sizeOf(right);
  env.checkLength(leftSize + rightSize);
  const result: Value[] = [];
  for (let i = 0; i < leftSize; i++) result.push(itemAt(left, i));
  for (let i = 0; i < rightSize; i++) result.push(itemAt(right, i));
  env.steps += (leftSize + rightSize) >> 6;
  return result;
}
