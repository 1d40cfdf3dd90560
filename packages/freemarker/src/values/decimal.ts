import { javaText } from './java-digits.ts';
import { paddedText, smallText } from './small-numbers.ts';

/**
 * Exact decimal numbers with the semantics of Java's BigDecimal: value = unscaled × 10^-scale.
 *
 * A template number is a `Numeric`: a plain JavaScript number stands for the decimal that its shortest
 * round-trip form spells, and is the fast path; everything that a double cannot spell exactly is a `Decimal`. A
 * `Binary` is a number that Java has as a double or float. `NaN` and the infinities occur only as plain numbers.
 */
export type Numeric = number | Decimal | Binary;

const POWERS_OF_TEN: bigint[] = [1n];

/** 10^exponent, cached for the exponents that templates use. */
export function powerOfTen(exponent: number): bigint {
  if (exponent > 400) return 10n ** BigInt(exponent);
  for (let i = POWERS_OF_TEN.length; i <= exponent; i++) POWERS_OF_TEN.push(10n ** BigInt(i));
  return POWERS_OF_TEN[exponent] ?? 1n;
}

export type RoundingMode = 'half-up' | 'half-even' | 'floor' | 'ceiling' | 'down' | 'up' | 'half-down';

const LARGEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Digits of the lower half of a number in two halves, and what the upper half counts. */
export const HALF_DIGITS = 12;
export const HALF = 1e12;

/**
 * The numbers of most templates have few digits: those are stored, and calculated with, as plain integers. Sums and quotients with
 * the twelve fraction digits that the engine gives them are stored in two halves (`decimal-sums.ts`), and others as big integers.
 */
export class Decimal {
  /** The unscaled value if it is a safe integer, else NaN. */
  readonly small: number;
  readonly scale: number;
  /** Of a number in two halves, unscaled = high × 10^12 + low: safe integers of the same sign. Else NaN and 0. */
  readonly high: number;
  readonly low: number;
  #unscaled: bigint | undefined;

  constructor(unscaled: bigint | number, scale: number, high = Number.NaN, low = 0) {
    this.high = high;
    this.low = low;
    if (typeof unscaled === 'number') {
      // There is no negative zero among decimals.
      this.small = unscaled + 0;
      this.#unscaled = undefined;
    } else {
      this.small = unscaled <= LARGEST_SAFE && unscaled >= -LARGEST_SAFE ? Number(unscaled) : Number.NaN;
      this.#unscaled = unscaled;
    }
    this.scale = scale;
  }

  get unscaled(): bigint {
    return (this.#unscaled ??=
      this.small === this.small
        ? BigInt(this.small)
        : BigInt(this.high) * powerOfTen(HALF_DIGITS) + BigInt(this.low));
  }

  /** -1, 0 or 1. */
  get sign(): number {
    const { small } = this;
    if (small === small) return Math.sign(small);
    if (this.high === this.high) return Math.sign(this.high);
    return this.unscaled < 0n ? -1 : 1;
  }

  /** The digits of the unscaled value, without the sign. */
  get digits(): string {
    const { small } = this;
    if (small === small) return String(Math.abs(small));
    if (this.high === this.high)
      return String(Math.abs(this.high)) + String(Math.abs(this.low)).padStart(HALF_DIGITS, '0');
    const { unscaled } = this;
    return (unscaled < 0n ? -unscaled : unscaled).toString();
  }

  /** The plain notation without an exponent, trailing zeros included: `-0.0300`. */
  toString(): string {
    const { digits } = this;
    const sign = this.sign < 0 ? '-' : '';
    if (this.scale <= 0) return sign + (digits === '0' ? '0' : digits + '0'.repeat(-this.scale));
    const padded = digits.padStart(this.scale + 1, '0');
    const point = padded.length - this.scale;
    return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
  }
}

/**
 * A finite number of one of Java's binary types. It is formatted and cut by its true value, and has a negative zero, but
 * arithmetic takes it for the decimal of its text, as `new BigDecimal(Double.toString(d))` does.
 */
export class Binary {
  readonly value: number;
  readonly isFloat: boolean;

  constructor(value: number, isFloat: boolean) {
    this.value = value;
    this.isFloat = isFloat;
  }

  /** Its text in Java. */
  toString(): string {
    return javaText(this.value, this.isFloat);
  }
}

/** A double, or a float, as Java has it; NaN and the infinities stay plain numbers. */
export function binary(value: number, isFloat = false): number | Binary {
  const rounded = isFloat ? Math.fround(value) : value;
  return Number.isFinite(rounded) ? new Binary(rounded, isFloat) : rounded;
}

const DECIMAL_SYNTAX = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d+))?$/;

/** Reads the notation that `new BigDecimal(String)` accepts; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL_SYNTAX.exec(text);
  if (match === null) return undefined;
  const [, sign = '', mantissa = '', exponentText] = match;
  const point = mantissa.indexOf('.');
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const fractionDigits = point < 0 ? 0 : mantissa.length - point - 1;
  const exponent = exponentText === undefined ? 0 : Number(exponentText);
  if (!(Math.abs(exponent) <= 2147483647)) return undefined;
  const magnitude = BigInt(digits);
  return new Decimal(sign === '-' ? -magnitude : magnitude, fractionDigits - exponent);
}

/** The exact decimal of a numeric value. Throws RangeError for NaN and the infinities, which have none. */
export function toDecimal(value: Numeric): Decimal {
  if (value instanceof Decimal) return value;
  if (value instanceof Binary) {
    // The text of a float may name another whole number than it is.
    if (!value.isFloat && Number.isSafeInteger(value.value)) return new Decimal(value.value, 0);
  } else {
    if (Number.isSafeInteger(value)) return new Decimal(value, 0);
    if (value === LAST_DOUBLE[0]) return lastDecimal;
    const short = shortDecimal(value);
    if (short !== undefined) {
      LAST_DOUBLE[0] = value;
      lastDecimal = short;
      return short;
    }
  }
  const decimal = parseDecimal(String(value));
  if (decimal === undefined) throw new RangeError(`${String(value)} has no decimal value`);
  return decimal.scale < 0 ? new Decimal(decimal.unscaled * powerOfTen(-decimal.scale), 0) : decimal;
}

/**
 * The double that was last made a decimal of few digits, and that decimal: a template calculates with a variable several times in a
 * row. In an array of doubles, as V8 would make an object of each number that a plain variable holds.
 */
const LAST_DOUBLE = new Float64Array(1);
let lastDecimal = new Decimal(0, 0);

/** Powers of ten as doubles, which are exact up to the 22nd. */
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** 10^exponent as an exact double; NaN beyond the 22nd. */
export function exactPower(exponent: number): number {
  return EXACT_POWERS[exponent] ?? Number.NaN;
}

/**
 * The whole part of the quotient of a safe integer and a whole number. It is exact: no such quotient is so near to the next whole
 * number that rounding it to a double would reach that. `%` says the same, several times more slowly where V8 has doubles.
 */
export function wholeQuotient(dividend: number, divisor: number): number {
  return Math.trunc(dividend / divisor) + 0;
}

/** Doubles distinguish decimals of this many digits, so one that parses as the double is its shortest text. */
const MAX_DISTINCT = 1e15;
const MAX_FRACTION_DIGITS = 8;

/** How many fraction digits the double has, at least one, if they are few; NaN for any other, which may have few too. */
function fractionDigitsOf(value: number): number {
  for (let scale = 1; scale <= MAX_FRACTION_DIGITS; scale++) {
    const power = exactPower(scale);
    const unscaled = Math.round(value * power);
    if (!(unscaled < MAX_DISTINCT && unscaled > -MAX_DISTINCT)) break;
    if (unscaled / power === value) return scale;
  }
  return Number.NaN;
}

/** The decimal of a double with few fraction digits; undefined for any other, which may have one too. */
export function shortDecimal(value: number): Decimal | undefined {
  const scale = fractionDigitsOf(value);
  return Number.isNaN(scale) ? undefined : new Decimal(Math.round(value * exactPower(scale)), scale);
}

/** The text of a double with few fraction digits, never with an exponent; undefined for any other, and for whole ones. */
export function shortText(value: number): string | undefined {
  const size = value < 0 ? -value : value;
  const scale = Number.isInteger(size) ? Number.NaN : fractionDigitsOf(size);
  if (Number.isNaN(scale)) return undefined;
  const power = exactPower(scale);
  const unscaled = Math.round(size * power);
  const whole = wholeQuotient(unscaled, power);
  const text = smallText(whole) + '.' + paddedText(unscaled - whole * power, scale);
  return value < 0 ? `-${text}` : text;
}

/** Back to a plain number where that loses nothing (a whole, safe number without fraction digits). */
export function fromDecimal(decimal: Decimal): Numeric {
  const { small } = decimal;
  return decimal.scale === 0 && small === small ? small : decimal;
}

/** The value of a double nearest to the number; for comparisons by size and for hints, never for output. */
export function toDouble(value: Numeric): number {
  if (typeof value === 'number') return value;
  if (value instanceof Binary) return value.value;
  const { small, scale } = value;
  // Both are exact, so their quotient is the nearest double.
  if (small === small && scale >= 0 && scale <= 22) return small / exactPower(scale);
  return Number(value.toString());
}

/** Divides two integers, rounding the quotient. The divisor must not be zero. */
export function divideRounded(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  if (mode === 'half-up') return divideHalfUp(dividend, divisor);
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;
  const negative = dividend < 0n !== divisor < 0n;
  const away = negative ? quotient - 1n : quotient + 1n;
  switch (mode) {
    case 'down':
      return quotient;
    case 'up':
      return away;
    case 'floor':
      return negative ? away : quotient;
    case 'ceiling':
      return negative ? quotient : away;
    default: {
      const twice = (remainder < 0n ? -remainder : remainder) * 2n;
      const size = divisor < 0n ? -divisor : divisor;
      if (twice !== size) return twice > size ? away : quotient;
      if (mode === 'half-down') return quotient;
      return quotient % 2n === 0n ? quotient : away;
    }
  }
}

/** In one division: half of the divisor more makes cutting the same as rounding. An odd divisor knows no ties. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const size = divisor < 0n ? -divisor : divisor;
  const isNegative = dividend < 0n;
  const quotient = ((isNegative ? -dividend : dividend) + (size >> 1n)) / size;
  return isNegative === divisor < 0n ? quotient : -quotient;
}

/** The same of safe integers, in doubles: all steps are exact. The divisor must be positive. */
export function divideSmallHalfUp(dividend: number, divisor: number): number {
  const quotient = wholeQuotient(dividend, divisor);
  const rest = Math.abs(dividend - quotient * divisor);
  if (rest < divisor - rest) return quotient;
  return dividend < 0 ? quotient - 1 : quotient + 1;
}

/** A safe integer times a power of ten, or NaN where that is none. */
export function shifted(small: number, exponent: number): number {
  if (exponent > 15) return small === 0 ? 0 : Number.NaN;
  const product = small * exactPower(exponent);
  return Number.isSafeInteger(product) ? product : Number.NaN;
}

/** The decimal with exactly `scale` fraction digits (negative: zeros before the point). */
export function setScale(decimal: Decimal, scale: number, mode: RoundingMode): Decimal {
  if (scale === decimal.scale) return decimal;
  const { small } = decimal;
  if (small === small && mode === 'half-up' && scale < decimal.scale && decimal.scale - scale <= 15) {
    return new Decimal(divideSmallHalfUp(small, exactPower(decimal.scale - scale)), scale);
  }
  if (scale > decimal.scale) {
    return new Decimal(decimal.unscaled * powerOfTen(scale - decimal.scale), scale);
  }
  return new Decimal(divideRounded(decimal.unscaled, powerOfTen(decimal.scale - scale), mode), scale);
}
