import type { ExactNumber } from './exact-number.ts';
import { numberText } from './exact-number.ts';

/**
 * A number as a sign and `0.digits × 10^exponent`; the digits have no leading or trailing zeros, and zero has
 * none.
 */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(value: number | ExactNumber): Decimal {
  const [mantissa = '', power = '0'] = numberText(value).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^-/, '').split('.');
  const all = whole + fraction;
  const significant = all.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { isNegative: false, digits, exponent: 0 };
  const exponent = Number(power) + whole.length - (all.length - significant.length);
  return { isNegative: mantissa.startsWith('-'), digits, exponent };
}

/** Compares numbers by value, digit by digit; zero if they are equal, however they are written. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  const [first, second] = [decimalOf(a), decimalOf(b)];
  const [firstSign, secondSign] = [signOf(first), signOf(second)];
  if (firstSign !== secondSign) return firstSign - secondSign;
  if (firstSign === 0) return 0;
  return firstSign < 0 ? compareSizes(second, first) : compareSizes(first, second);
}

function signOf({ isNegative, digits }: Decimal): number {
  return digits === '' ? 0 : isNegative ? -1 : 1;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.exponent !== b.exponent) return a.exponent - b.exponent;
  return a.digits < b.digits ? -1 : Number(a.digits > b.digits);
}

/** Maximum zeros written out; a number with more is written with an exponent. */
const maxZeros = 400;

/**
 * The normal form of a number, equal for all its spellings: a plain number if a double represents it exactly,
 * otherwise all its digits.
 */
export function normalizedNumber(value: number | ExactNumber): number | ExactNumber {
  if (typeof value === 'number') return value;
  const double = Number(value.$number);
  if (Number.isFinite(double) && compareNumbers(double, value) === 0) return double;
  return { $number: plainText(decimalOf(value)) };
}

function plainText({ isNegative, digits, exponent }: Decimal): string {
  const sign = isNegative ? '-' : '';
  const zeros = exponent - digits.length;
  if (zeros >= 0 && zeros <= maxZeros) return sign + digits + '0'.repeat(zeros);
  if (exponent > 0 && zeros < 0) return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
  if (exponent <= 0 && exponent >= -maxZeros) return `${sign}0.${'0'.repeat(-exponent)}${digits}`;
  const fraction = digits.slice(1);
  return `${sign}${digits.slice(0, 1)}${fraction === '' ? '' : `.${fraction}`}e${exponent - 1}`;
}
