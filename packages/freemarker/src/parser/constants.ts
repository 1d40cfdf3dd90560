import type { Expression } from '../ast/expressions.ts';
import type { Numeric } from '../values/decimal.ts';

export type ConstantValue =
  string | boolean | Numeric | readonly ConstantValue[] | ReadonlyMap<string, ConstantValue>;

/** The value of an expression that needs no model: literals, in parentheses or joined with `+`; else undefined. */
export function constantValue(expression: Expression): ConstantValue | undefined {
  switch (expression.type) {
    case 'string':
      return expression.parts === undefined ? expression.value : undefined;
    case 'number':
    case 'boolean':
      return expression.value;
    case 'parenthetical':
      return constantValue(expression.inner);
    case 'add': {
      const left = constantValue(expression.left);
      const right = constantValue(expression.right);
      return typeof left === 'string' && typeof right === 'string' ? left + right : undefined;
    }
    case 'not': {
      const operand = constantValue(expression.operand);
      return typeof operand === 'boolean' ? !operand : undefined;
    }
    case 'list': {
      const items = expression.items.map(constantValue);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'hash': {
      const map = new Map<string, ConstantValue>();
      for (const [i, keyNode] of expression.keys.entries()) {
        const key = constantValue(keyNode);
        const valueNode = expression.values[i];
        const value = valueNode === undefined ? undefined : constantValue(valueNode);
        if (typeof key !== 'string' || value === undefined) return undefined;
        map.set(key, value);
      }
      return map;
    }
    default:
      return undefined;
  }
}
