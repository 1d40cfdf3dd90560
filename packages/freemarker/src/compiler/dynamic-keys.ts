import type { DynamicKeyExpression, Expression } from '../ast/expressions.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { textOrUndefined, toPlainText } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { toInt } from '../values/arithmetic.ts';
import { hashGet, isHash } from '../values/hashes.ts';
import { failsBelowZero, itemAt, sequenceOf, sizeOf } from '../values/sequences.ts';
import { isNumber, LazySequence, RangeValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { compileKeyed } from './built-ins.ts';
import { compileExpression, compileForgiving } from './expressions.ts';
import { compileLazily } from './lazy-sequences.ts';
import type { CompileScope } from './scope.ts';
import { slice } from './slices.ts';

export const SEQUENCE_OR_STRING =
  'sequence or string or something automatically convertible to string (number, date or boolean)';

/** What the place of a `target[key]` allows. */
export interface KeyUse {
  /** A slice may be made lazily. */
  readonly lazily?: boolean;
  /** The caller ignores errors of missing values, so a missing target or key may produce nothing instead. */
  readonly forgiving?: boolean;
}

/** `target[key]`: an item by index, a hash's value by name, or a slice by range. */
export function compileDynamicKey(
  node: DynamicKeyExpression,
  scope: CompileScope,
  { lazily = false, forgiving = false }: KeyUse = {},
): Evaluate {
  const keyIsName = node.key.type === 'string' && node.key.parts === undefined;
  const keyed = compileKeyed(node.target, scope, keyIsName);
  if (keyed !== undefined) {
    const key = compileExpression(node.key, scope);
    return (env) => keyed(env, toPlainText(key(env), node.key, env));
  }
  const target = forgiving ? compileForgivingLazily(node.target, scope) : compileLazily(node.target, scope);
  const keyOf = compileExpression(node.key, scope);
  return (env) => {
    const value = target(env);
    if (value == null) {
      if (forgiving || env.isClassicCompatible) return undefined;
      throw missingValue(node.target);
    }
    let key = keyOf(env);
    if (key == null) {
      if (!env.isClassicCompatible) {
        if (forgiving) return undefined;
        throw missingValue(node.key);
      }
      key = '';
    }
    if (isNumber(key)) return itemByIndex(value, toInt(key), node, env);
    const name = stringOf(key);
    if (name !== undefined) {
      if (!isHash(value)) throw wrongType(node.target, value, 'hash');
      return hashGet(value, name) ?? undefined;
    }
    if (key instanceof RangeValue) return slice(value, key, node, env, lazily);
    throw wrongType(node.key, key, 'number, range, or string');
  };
}

function compileForgivingLazily(node: Expression, scope: CompileScope): Evaluate {
  const isStep = node.type === 'dot' || node.type === 'dynamic-key';
  return isStep ? compileForgiving(node, scope) : compileLazily(node, scope);
}

function itemByIndex(target: Value, index: number, node: DynamicKeyExpression, env: Environment): Value {
  const sequence = sequenceOf(target);
  if (sequence !== undefined) {
    if (sequence instanceof RangeValue && (index < 0 || index >= sequence.size)) {
      if (index >= sequence.size) return undefined;
      throw runtimeError('invalid-argument', `Range item index ${index} is out of bounds.`, env.current);
    }
    if (index < 0 && failsBelowZero(sequence)) {
      throw runtimeError('invalid-argument', `Negative index not allowed: ${index}`, node);
    }
    return index < 0 || index >= sizeOf(sequence) ? undefined : (itemAt(sequence, index) ?? undefined);
  }
  if (target instanceof LazySequence && target.isSequence) return itemOfLazy(target, index, env);
  const text = textOrUndefined(target, node.target, env);
  if (text === undefined) throw wrongType(node.target, target, SEQUENCE_OR_STRING);
  if (index < 0) throw runtimeError('invalid-argument', `Negative index not allowed: ${index}`, env.current);
  if (index >= text.length) {
    throw runtimeError(
      'invalid-argument',
      `String index out of range: The index was ${index} (0-based), but the length of the string is only ` +
        `${text.length}.`,
      env.current,
    );
  }
  return text.charAt(index);
}

function itemOfLazy(sequence: LazySequence, index: number, env: Environment): Value {
  if (index < 0) return undefined;
  const iterator = sequence.iterate();
  for (let i = 0; iterator.hasNext(); i++) {
    env.step();
    const item = iterator.next();
    if (i === index) return item;
  }
  return undefined;
}
