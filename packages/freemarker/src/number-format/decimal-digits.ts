import { Decimal } from '../values/decimal.ts';
import { javaText } from '../values/java-digits.ts';

/** An exact decimal: `unscaled * 10^-scale`. */
export interface ExactDecimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** What can be formatted: a JavaScript number counts as the shortest decimal that names it. */
export type FormattableNumber = number | ExactDecimal;

/**
 * A magnitude as its significant digits: the value is `0.DIGITS * 10^decimalAt`. Neither leading nor trailing zeros
 * are included, so zero has no digits.
 */
export interface DecimalDigits {
  readonly digits: string;
  readonly decimalAt: number;
}

const ZERO: DecimalDigits = { digits: '', decimalAt: 0 };

/** The digits of `source` (plain or with an exponent after an `e`, without a sign). */
function normalize(source: string): DecimalDigits {
  const e = source.indexOf('e');
  const exponent = e < 0 ? 0 : Number(source.slice(e + 1));
  const mantissa = e < 0 ? source : source.slice(0, e);
  const point = mantissa.indexOf('.');
  const all = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  let start = 0;
  while (start < all.length && all.charCodeAt(start) === 48) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  if (start === end) return ZERO;
  return { digits: all.slice(start, end), decimalAt: (point < 0 ? all.length : point) - start + exponent };
}

/** The digits of a finite number's magnitude, times `multiplier`. */
export function digitsOf(value: FormattableNumber, multiplier: number): DecimalDigits {
  if (multiplier !== 1) {
    const { unscaled, scale } = typeof value === 'number' ? decimalOf(value) : value;
    return shift(normalize(magnitude(unscaled * BigInt(multiplier))), scale);
  }
  if (typeof value === 'number') return normalize(String(Math.abs(value)));
  const digits = value instanceof Decimal ? value.digits : magnitude(value.unscaled);
  return shift(normalize(digits), value.scale);
}

/** The digits that Java gives a finite double's magnitude. */
export function digitsOfDouble(value: number): DecimalDigits {
  return normalize(javaText(Math.abs(value), false));
}

/** Whether an exact decimal is below zero. */
export function isNegative(value: ExactDecimal): boolean {
  return value instanceof Decimal ? value.sign < 0 : value.unscaled < 0n;
}

const magnitude = (value: bigint): string => (value < 0n ? -value : value).toString();

function shift(value: DecimalDigits, scale: number): DecimalDigits {
  return value.digits === '' || scale === 0
    ? value
    : { digits: value.digits, decimalAt: value.decimalAt - scale };
}

/** The exact decimal that the shortest text of a finite number names. */
export function decimalOf(value: number): ExactDecimal {
  const { digits, decimalAt } = normalize(String(Math.abs(value)));
  if (digits === '') return { unscaled: 0n, scale: 0 };
  const scale = digits.length - decimalAt;
  const unscaled = BigInt(digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return { unscaled: value < 0 ? -unscaled : unscaled, scale: Math.max(scale, 0) };
}

/**
 * How the shortest decimal of a double compares with the double itself: 1 when the text is above the true value,
 * -1 below, 0 when it is exact. Java rounds ties of doubles by the true value.
 */
export function textAgainstDouble(value: number): -1 | 0 | 1 {
  const magnitudeValue = Math.abs(value);
  const { unscaled, scale } = decimalOf(magnitudeValue);
  let mantissa = magnitudeValue;
  let twos = 0n;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    twos++;
  }
  const text = unscaled << twos;
  const exact = BigInt(mantissa) * 10n ** BigInt(scale);
  return text > exact ? 1 : text < exact ? -1 : 0;
}
