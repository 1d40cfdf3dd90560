import { isNumber } from './exact-number.ts';
import { formatExact } from './format-exact.ts';
import { normalizedNumber } from './number-order.ts';
import { parseExact } from './parse-exact.ts';

/** Whether two values from `parseExact` are equal: numbers by value (`1.0` equals `1`), digit by digit. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return formatExact(withPlainNumbers(one)) === formatExact(withPlainNumbers(other));
}

/** The same for two texts; invalid JSON is only the same if the texts are equal. */
export function isSameJsonText(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return isSameJson(parseExact(one), parseExact(other));
  } catch {
    return false;
  }
}

function withPlainNumbers(value: unknown): unknown {
  if (isNumber(value)) return normalizedNumber(value);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPlainNumbers(each)]));
}
