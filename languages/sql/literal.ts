import type { ExactNumber } from '../json/exact-number.ts';
import { isExactNumber } from '../json/exact-number.ts';

export type ParameterValue = string | number | boolean | null | readonly (string | number)[];

/** A value that can't be written as a literal in the tenant's dialect. */
export class UnquotableValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnquotableValue';
  }
}

/**
 * Writes a value as a literal that the tenant reads as exactly this value. Strings are enclosed in single
 * quotes with quotes doubled: SQLite has no other escape. Throws `UnquotableValue` for values that can't be
 * written safely: NUL (SQLite's parser would stop there), a lone surrogate (wouldn't survive UTF-8), a number
 * that isn't finite, an empty list.
 */
export function toLiteral(value: ParameterValue | ExactNumber): string {
  if (isExactNumber(value)) return parenthesized(value.$number);
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return numberLiteral(value);
  if (typeof value === 'string') return stringLiteral(value);
  if (value.length === 0)
    throw new UnquotableValue('An empty list matches nothing. Enter at least one value.');
  return `(${value.map(toLiteral).join(', ')})`;
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new UnquotableValue('This number can’t be used in a query.');
  if (Object.is(value, -0)) return '0';
  return parenthesized(String(value));
}

/** A minus sign must not follow an operator directly: `x-:y` must not become the comment `x--1`. */
const parenthesized = (number: string): string => (number.startsWith('-') ? `(${number})` : number);

function stringLiteral(value: string): string {
  if (value.includes('\0'))
    throw new UnquotableValue('The text contains a NUL character, which queries can’t contain.');
  if (!value.isWellFormed())
    throw new UnquotableValue('The text contains half a character (a lone surrogate).');
  return `'${value.replaceAll("'", "''")}'`;
}
