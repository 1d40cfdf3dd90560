import { isNumber } from './exact-number.ts';
import { formatExact } from './format-exact.ts';
import { plainest } from './number-order.ts';
import { parseExact } from './parse-exact.ts';

/** True where two values that `parseExact` has read are the same: numbers by their size (`1.0` is `1`), digit by digit. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return formatExact(withPlainNumbers(one)) === formatExact(withPlainNumbers(other));
}

/** The same of two texts; those that are no JSON are the same only where they are equal. */
export function isSameJsonText(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return isSameJson(parseExact(one), parseExact(other));
  } catch {
    return false;
  }
}

function withPlainNumbers(value: unknown): unknown {
  if (isNumber(value)) return plainest(value);
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPlainNumbers(each)]));
}
