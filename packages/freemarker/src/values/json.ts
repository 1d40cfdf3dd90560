import { parseDecimal, toDecimal } from './decimal.ts';
import type { Numeric } from './decimal.ts';
import { fromDecimal } from './decimal.ts';
import { compareDecimals } from './decimal-sums.ts';
import type { Value } from './value.ts';

/** Text that isn't valid JSON; `at` is where parsing stopped. */
export class JsonSyntaxError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} (at index ${at})`);
    this.name = 'JsonSyntaxError';
    this.at = at;
  }
}

const BLANKS_AND_COMMENTS = /(?:[ \t\r\n\u00a0\ufeff]|\/\*[^]*?\*\/|\/\/[^\r\n]*)*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?/y;
const STRING = /"((?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"/uy;
const LITERAL = /[A-Za-z_]+/y;

/**
 * Reads JSON into template values: numbers stay exact, hashes keep the order of their keys. Comments are allowed
 * between tokens, as `?eval_json` allows them. `onValue` is called for each value, to count it. Throws JsonSyntaxError.
 */
export function parseJson(text: string, onValue?: () => void): Value {
  let position = 0;
  let depth = 0;

  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found !== null) position = pattern.lastIndex;
    return found ?? undefined;
  };
  const fail = (message: string): never => {
    throw new JsonSyntaxError(message, position);
  };
  const skip = (): string => {
    match(BLANKS_AND_COMMENTS);
    return text.charAt(position);
  };
  const take = (expected: string): void => {
    if (skip() !== expected) fail(`Expected "${expected}"`);
    position++;
  };

  const value = (): Value => {
    onValue?.();
    if (++depth > 500) fail('The JSON nests too deeply');
    const c = skip();
    const result = c === '{' ? object() : c === '[' ? array() : c === '"' ? string() : scalar();
    depth--;
    return result;
  };
  const scalar = (): Value => {
    const literal = match(LITERAL)?.[0];
    if (literal === 'true' || literal === 'false') return literal === 'true';
    if (literal === 'null') return undefined;
    const number = literal === undefined ? match(NUMBER)?.[0] : undefined;
    if (number === undefined) return fail('Expected a JSON value');
    if (/[\d.]/.test(text.charAt(position))) fail('Malformed number');
    return exactNumber(number);
  };
  const string = (): string => {
    const found = match(STRING);
    if (found === undefined) return fail('Malformed string');
    const inner = found[1] ?? '';
    return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
  };
  const array = (): Value => {
    take('[');
    const items: Value[] = [];
    if (skip() !== ']') {
      do items.push(value());
      while (skip() === ',' && ++position > 0);
    }
    take(']');
    return items;
  };
  const object = (): Value => {
    take('{');
    const entries = new Map<string, Value>();
    if (skip() !== '}') {
      do {
        if (skip() !== '"') fail('JSON keys must be strings');
        const key = string();
        take(':');
        entries.set(key, value());
      } while (skip() === ',' && ++position > 0);
    }
    take('}');
    return entries;
  };

  const result = value();
  if (skip() !== '') fail('Expected the end of the JSON');
  return result;
}

/** The number as a plain number where that is exact, else as a decimal. */
export function exactNumber(text: string): Numeric {
  const double = Number(text);
  const decimal = parseDecimal(text);
  if (decimal === undefined) return double;
  if (Number.isFinite(double) && compareDecimals(toDecimal(double), decimal) === 0)
    return double === 0 ? 0 : double;
  return fromDecimal(decimal);
}
