import type { ExactNumber } from '../json/exact-number.ts';
import { isExactNumber } from '../json/exact-number.ts';

export type ParameterValue = string | number | boolean | null | readonly (string | number)[];

/** A value that no literal of the tenant's dialect can carry. */
export class UnquotableValue extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnquotableValue';
  }
}

/**
 * Writes a value as a literal that the tenant reads as exactly this value, whatever it contains. Strings are
 * enclosed in single quotes with quotes doubled: SQLite knows no other escape. Throws `UnquotableValue` for what
 * cannot be written safely: a NUL (SQLite's parser would stop there), a lone surrogate (would not survive UTF-8),
 * a number that is not finite, an empty list.
 */
export function toLiteral(value: ParameterValue | ExactNumber): string {
  if (isExactNumber(value)) return inBrackets(value.$number);
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return numberLiteral(value);
  if (typeof value === 'string') return stringLiteral(value);
  if (value.length === 0)
    throw new UnquotableValue('An empty list matches nothing. Enter at least one value.');
  return `(${value.map(toLiteral).join(', ')})`;
}

function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new UnquotableValue('This is not a number that a query can hold.');
  if (Object.is(value, -0)) return '0';
  return inBrackets(String(value));
}

/** A minus never meets the operator before it: `x-:y` must not become the comment `x--1`. */
const inBrackets = (number: string): string => (number.startsWith('-') ? `(${number})` : number);

function stringLiteral(value: string): string {
  if (value.includes('\0'))
    throw new UnquotableValue('The text holds a NUL character, which no query can hold.');
  if (!value.isWellFormed()) throw new UnquotableValue('The text holds half a character (a lone surrogate).');
  return `'${value.replaceAll("'", "''")}'`;
}
