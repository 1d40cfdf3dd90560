import type { DotExpression, Expression, StringLiteral } from '../ast/expressions.ts';
import { isMissingValue, missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { concatMarkup, fromPlainText } from '../output-formats/markup.ts';
import { toBoolean, toNumber, toPlainText, withPlace } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import { negate, toInt } from '../values/arithmetic.ts';
import { hashGet, isHash, PairHash, RepeatingHash } from '../values/hashes.ts';
import { EMPTY_VALUE, isPlainHash, RangeValue } from '../values/value.ts';
import type { MarkupValue, Value } from '../values/value.ts';
import { compileBuiltIn, compileKeyed } from './built-ins.ts';
import { compileArithmetic, compileComparison } from './arithmetic.ts';
import { compileCall } from './calls.ts';
import { compileAddition } from './concatenation.ts';
import { compileDynamicKey } from './dynamic-keys.ts';
import { interpolatedText } from './interpolations.ts';
import { compileOperand } from './operand.ts';
import type { CompileScope } from './scope.ts';
import { compileSpecialVariable } from './special-variables.ts';
import { sharedDirective } from '../runtime/shared-directives.ts';
import { boundedRange } from '../values/ranges.ts';

/** Turns an expression into a closure. Closures know their nodes, so their errors know their places. */
export function compileExpression(node: Expression, scope: CompileScope): Evaluate {
  switch (node.type) {
    case 'string':
      return compileString(node, scope);
    case 'number':
    case 'boolean': {
      const { value } = node;
      return () => value;
    }
    case 'identifier': {
      const { name } = node;
      const shared = sharedDirective(name);
      return (env) => env.variableOr(name, shared);
    }
    case 'dot':
      return compileDot(node, scope);
    case 'dynamic-key':
      return compileDynamicKey(node, scope);
    case 'parenthetical':
      return compileExpression(node.inner, scope);
    case 'built-in':
      return compileBuiltIn(node, scope);
    case 'call':
      return compileCall(node, scope);
    case 'default':
      return compileDefault(node.target, node.fallback, scope);
    case 'exists':
      return compileExists(node.target, scope);
    case 'add':
      return compileAddition(node, scope);
    case 'arithmetic':
      return compileArithmetic(node, scope);
    case 'comparison':
      return compileComparison(node, scope);
    case 'not': {
      const operand = compileCondition(node.operand, scope);
      return (env) => !operand(env);
    }
    case 'and':
    case 'or':
      return compileLogical(node.type, node.left, node.right, scope);
    case 'sign':
      return compileSign(node.operand, node.negative, scope);
    case 'list':
      return compileList(node.items, scope);
    case 'hash':
      return compileHash(node.keys, node.values, scope);
    case 'range':
      return compileRange(node, scope);
    case 'special-variable':
      return compileSpecialVariable(node);
    case 'lambda':
    case 'error-expression':
      return () => {
        throw runtimeError('unsupported', 'This expression cannot be evaluated on its own.', node);
      };
  }
}

/** An expression that must give a boolean. A range never does, so its ends are not even evaluated. */
export function compileCondition(node: Expression, scope: CompileScope): (env: Environment) => boolean {
  // Parentheses pass the question on, so that errors blame what is inside.
  if (node.type === 'parenthetical') return compileCondition(node.inner, scope);
  if (node.type === 'range') {
    return () => {
      throw wrongType(node, [], 'boolean');
    };
  }
  const evaluate = compileExpression(node, scope);
  if (ALWAYS_BOOLEAN.has(node.type)) return evaluate as (env: Environment) => boolean;
  return (env) => {
    const value = evaluate(env);
    return typeof value === 'boolean' ? value : toBoolean(value, node, env);
  };
}

/** What gives a boolean if it gives anything. */
const ALWAYS_BOOLEAN: ReadonlySet<Expression['type']> = new Set([
  ...(['boolean', 'exists', 'comparison', 'not', 'and', 'or'] as const),
]);

function compileString(node: StringLiteral, scope: CompileScope): Evaluate {
  const { value, parts } = node;
  if (parts === undefined) return () => value;
  const compiled = parts.map((part) => (typeof part === 'string' ? part : interpolatedText(part, scope)));
  return (env) => {
    let text = '';
    let markup: MarkupValue | undefined;
    for (const part of compiled) {
      const piece = typeof part === 'string' ? part : part(env);
      if (markup !== undefined) {
        const right = typeof piece === 'string' ? fromPlainText(markup.format, piece) : piece;
        const left = markup;
        markup = withPlace(node, () => concatMarkup(left, right));
      } else if (typeof piece === 'string') {
        text += piece;
      } else if (text !== '') {
        const left = fromPlainText(piece.format, text);
        markup = withPlace(node, () => concatMarkup(left, piece));
      } else {
        markup = piece;
      }
    }
    return markup ?? env.checkString(text);
  };
}

function compileDot(node: DotExpression, scope: CompileScope, forgiving = false): Evaluate {
  const keyed = compileKeyed(node.target, scope, true);
  if (keyed !== undefined) return (env) => keyed(env, node.key);
  const { key, target: targetNode } = node;
  const target = compileOperand(targetNode, scope, forgiving ? compileForgiving : compileExpression);
  // Keys that every object inherits must be looked up as own properties; for others a plain read is the same.
  const isInherited = key in Object.prototype;
  return (env) => {
    const hash = valueOf(target, env);
    if (typeof hash === 'object' && hash !== null) {
      if (!isInherited && isPlainHash(hash)) return hash[key] ?? undefined;
      if (isHash(hash)) return hashGet(hash, key) ?? undefined;
    } else if (hash == null && (forgiving || env.isClassicCompatible)) return undefined;
    throw wrongType(targetNode, hash, 'hash');
  };
}

/** `x!y`. A target in parentheses forgives anything missing inside it, any other only its own last step. */
function compileDefault(
  targetNode: Expression,
  fallback: Expression | undefined,
  scope: CompileScope,
): Evaluate {
  const target = compileGuarded(targetNode, scope);
  if (fallback === undefined) return (env) => target(env) ?? EMPTY_VALUE;
  const otherwise = compileExpression(fallback, scope);
  return (env) => target(env) ?? otherwise(env);
}

/** The target of an operator that forgives what is missing: everything inside parentheses, else the last step only. */
export function compileGuarded(node: Expression, scope: CompileScope): Evaluate {
  if (node.type !== 'parenthetical') return compileExpression(node, scope);
  const evaluate = compileForgiving(node.inner, scope);
  // Nothing that is missing makes a plain name fail.
  if (node.inner.type === 'identifier') return evaluate;
  return (env) => {
    try {
      return evaluate(env);
    } catch (error) {
      if (isMissingValue(error)) return undefined;
      throw error;
    }
  };
}

/**
 * An expression whose caller forgives errors of missing values: steps of a path (`a.b["c"]`) behind a missing one give
 * nothing, instead of an error that is caught a few steps further on.
 */
export function compileForgiving(node: Expression, scope: CompileScope): Evaluate {
  switch (node.type) {
    case 'parenthetical':
      return compileForgiving(node.inner, scope);
    case 'dot':
      return compileDot(node, scope, true);
    case 'dynamic-key':
      return compileDynamicKey(node, scope, { forgiving: true });
    default:
      return compileExpression(node, scope);
  }
}

function compileExists(targetNode: Expression, scope: CompileScope): Evaluate {
  const inner = targetNode.type === 'parenthetical' ? targetNode.inner : targetNode;
  if (inner.type === 'identifier') {
    const { name } = inner;
    const shared = sharedDirective(name);
    return (env) => env.variableOr(name, shared) != null;
  }
  const target = compileGuarded(targetNode, scope);
  return (env) => target(env) != null;
}

function compileLogical(
  type: 'and' | 'or',
  leftNode: Expression,
  rightNode: Expression,
  scope: CompileScope,
): Evaluate {
  const left = compileCondition(leftNode, scope);
  const right = compileCondition(rightNode, scope);
  return type === 'and' ? (env) => left(env) && right(env) : (env) => left(env) || right(env);
}

function compileSign(operandNode: Expression, negative: boolean, scope: CompileScope): Evaluate {
  const operand = compileExpression(operandNode, scope);
  return (env) => {
    const value = operand(env);
    // A plus lets what is missing pass.
    if (!negative && value == null) return undefined;
    const number = toNumber(value, operandNode);
    return negative ? negate(number) : number;
  };
}

function compileList(nodes: readonly Expression[], scope: CompileScope): Evaluate {
  const items = nodes.map((item) => compileExpression(item, scope));
  return (env) =>
    items.map((item, i) => {
      const value = item(env);
      const node = nodes[i];
      if (value == null && node !== undefined && !env.isClassicCompatible) throw missingValue(node);
      return value;
    });
}

function compileHash(
  keyNodes: readonly Expression[],
  valueNodes: readonly Expression[],
  scope: CompileScope,
): Evaluate {
  const keepsPairs = scope.settings.incompatibleImprovements < 2_003_021;
  const entries = keyNodes.flatMap((keyNode, i) => {
    const valueNode = valueNodes[i];
    if (valueNode === undefined) return [];
    const key = compileExpression(keyNode, scope);
    return [{ keyNode, valueNode, key, value: compileExpression(valueNode, scope) }];
  });
  return (env) => {
    const hash = new Map<string, Value>();
    const pairs: (readonly [string, Value])[] | undefined = keepsPairs ? [] : undefined;
    for (const { keyNode, valueNode, key, value } of entries) {
      const name = toPlainText(key(env), keyNode, env);
      const item = value(env);
      if (item == null && !env.isClassicCompatible) throw missingValue(valueNode);
      hash.set(name, item);
      pairs?.push([name, item]);
    }
    if (pairs !== undefined) return new PairHash(pairs);
    return hash.size === entries.length ? hash : new RepeatingHash(hash, entries.length);
  };
}

function compileRange(node: Extract<Expression, { type: 'range' }>, scope: CompileScope): Evaluate {
  const from = compileExpression(node.from, scope);
  if (node.to === undefined) {
    const isListable = scope.settings.incompatibleImprovements >= 2_003_021;
    return (env) =>
      new RangeValue(toInt(toNumber(from(env), node.from)), 1, Infinity, true, false, isListable);
  }
  const toNode = node.to;
  const to = compileExpression(toNode, scope);
  const { kind } = node;
  return (env) => {
    const begin = toInt(toNumber(from(env), node.from));
    const limit = toInt(toNumber(to(env), toNode));
    return boundedRange(
      begin,
      kind === 'size-limited' ? (begin + limit) | 0 : limit,
      kind === 'unbounded' ? 'inclusive' : kind,
    );
  };
}
