import { binary, Decimal, parseDecimal } from '../values/decimal.ts';
import { exactNumber } from '../values/json.ts';
import { DateValue, isPlainHash } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { utilsVariable } from './utils-variable.ts';

/** A `$type` wrapper that means nothing here. */
export class UnknownTypeError extends Error {
  constructor(type: string) {
    super(`unknown $type ${type}`);
    this.name = 'UnknownTypeError';
  }
}

/**
 * Turns a model with typed wrappers (`{"$type": "datetime", "value": 0}` and the like) into template values.
 * Everything else stays as it is, and what holds no wrapper is not copied. Throws UnknownTypeError.
 */
export function fromTypedJson(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapArray(value as readonly Value[]);
  if (value instanceof Map) {
    const type: Value = (value as ReadonlyMap<string, Value>).get('$type');
    if (typeof type === 'string') return typed(type, (value as ReadonlyMap<string, Value>).get('value'));
    return new Map(
      [...(value as ReadonlyMap<string, Value>)].map(([key, item]) => [key, fromTypedJson(item)]),
    );
  }
  if (!isPlainHash(value)) return value;
  const type = Object.hasOwn(value, '$type') ? value['$type'] : undefined;
  if (typeof type === 'string')
    return typed(type, Object.hasOwn(value, 'value') ? value['value'] : undefined);
  const entries = Object.entries(value).map(([key, item]) => [key, fromTypedJson(item)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function mapArray(items: readonly Value[]): readonly Value[] {
  const mapped = items.map(fromTypedJson);
  return mapped.every((item, i) => item === items[i]) ? items : mapped;
}

function typed(type: string, value: Value): Value {
  switch (type) {
    case 'datetime':
    case 'date':
    case 'time':
      return new DateValue(Number(value), type);
    case 'unknown_date':
      return new DateValue(Number(value), 'unknown');
    case 'double':
    case 'float':
      return binary(Number(String(value)), type === 'float');
    case 'long':
      return typeof value === 'number' || value instanceof Decimal ? value : exactNumber(String(value));
    case 'bigdecimal': {
      const text = String(value);
      return value instanceof Decimal ? value : (parseDecimal(text) ?? exactNumber(text));
    }
    case 'utils':
      return utilsVariable();
    default:
      throw new UnknownTypeError(type);
  }
}
