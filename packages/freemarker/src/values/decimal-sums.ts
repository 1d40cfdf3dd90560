import {
  Decimal,
  divideSmallHalfUp,
  exactPower,
  HALF,
  HALF_DIGITS,
  powerOfTen,
  shifted,
  wholeQuotient,
} from './decimal.ts';

/** Sums, products and comparisons of decimals: as safe integers where these suffice, else in two halves, else as big integers. */

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.unscaled, b.unscaled, a.scale];
  if (a.scale > b.scale) return [a.unscaled, b.unscaled * powerOfTen(a.scale - b.scale), a.scale];
  return [a.unscaled * powerOfTen(b.scale - a.scale), b.unscaled, b.scale];
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const sum =
    a.scale >= b.scale
      ? a.small + shifted(b.small, a.scale - b.scale)
      : shifted(a.small, b.scale - a.scale) + b.small;
  if (Number.isSafeInteger(sum)) return new Decimal(sum, Math.max(a.scale, b.scale));
  const halves = addHalves(a, b, 1);
  if (halves !== undefined) return halves;
  const [x, y, scale] = aligned(a, b);
  return new Decimal(x + y, scale);
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const difference =
    a.scale >= b.scale
      ? a.small - shifted(b.small, a.scale - b.scale)
      : shifted(a.small, b.scale - a.scale) - b.small;
  if (Number.isSafeInteger(difference)) return new Decimal(difference, Math.max(a.scale, b.scale));
  const halves = addHalves(a, b, -1);
  if (halves !== undefined) return halves;
  const [x, y, scale] = aligned(a, b);
  return new Decimal(x - y, scale);
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const product = a.small * b.small;
  const scale = a.scale + b.scale;
  if (Number.isSafeInteger(product)) return new Decimal(product, scale);
  return new Decimal(a.unscaled * b.unscaled, scale);
}

/** Negative, zero or positive as a is less than, equal to or greater than b, by value (1.0 equals 1). */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { sign } = a;
  if (sign !== b.sign) return sign < b.sign ? -1 : 1;
  const l = a.scale >= b.scale ? a.small : shifted(a.small, b.scale - a.scale);
  const r = a.scale >= b.scale ? shifted(b.small, a.scale - b.scale) : b.small;
  if (l === l && r === r) return l < r ? -1 : l > r ? 1 : 0;
  const difference = addHalves(a, b, -1);
  if (difference !== undefined) return difference.sign;
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * The decimal of two halves, which need be neither in range nor of the same sign; undefined where they are too large. A small
 * number stays small.
 */
function fromHalves(upper: number, lower: number, scale: number): Decimal | undefined {
  let high = upper;
  let low = lower;
  if (low >= HALF) {
    high += 1;
    low -= HALF;
  } else if (low <= -HALF) {
    high -= 1;
    low += HALF;
  }
  if (high > 0 && low < 0) {
    high -= 1;
    low += HALF;
  } else if (high < 0 && low > 0) {
    high += 1;
    low -= HALF;
  }
  if (!Number.isSafeInteger(high)) return undefined;
  const small = high * HALF + low;
  return Number.isSafeInteger(small) ? new Decimal(small, scale) : new Decimal(Number.NaN, scale, high, low);
}

/** The upper half of a decimal with `shift` more digits, at most twelve; NaN where it has none. */
function highOf({ small, high }: Decimal, shift: number): number {
  if (shift > HALF_DIGITS) return Number.NaN;
  if (small === small) return wholeQuotient(small, exactPower(HALF_DIGITS - shift));
  return shift === 0 ? high : Number.NaN;
}

/** The lower half that belongs to this upper half. */
function lowOf({ small, low }: Decimal, shift: number, high: number): number {
  if (small !== small) return low;
  return (small - high * exactPower(HALF_DIGITS - shift)) * exactPower(shift);
}

/** a + b, or a - b with the sign -1; undefined where they do not fit into halves. */
function addHalves(a: Decimal, b: Decimal, sign: 1 | -1): Decimal | undefined {
  const scale = Math.max(a.scale, b.scale);
  const aHigh = highOf(a, scale - a.scale);
  const bHigh = highOf(b, scale - b.scale);
  if (aHigh !== aHigh || bHigh !== bHigh) return undefined;
  const aLow = lowOf(a, scale - a.scale, aHigh);
  const bLow = lowOf(b, scale - b.scale, bHigh);
  return fromHalves(aHigh + sign * bHigh, aLow + sign * bLow, scale);
}

/** Divisors below this leave a rest that can be multiplied by a million and is exact still. */
const SMALL_DIVISOR = 9e9;

/**
 * The quotient of two safe integers, times 10^shift and rounded half up; undefined where that takes larger numbers. The fraction
 * digits are found six at a time, as in a long division.
 */
export function divideInHalves(
  dividend: number,
  divisor: number,
  shift: number,
  scale: number,
): Decimal | undefined {
  const size = Math.abs(divisor);
  if (!(size < SMALL_DIVISOR) || shift > HALF_DIGITS || dividend !== dividend) return undefined;
  const amount = Math.abs(dividend);
  const whole = wholeQuotient(amount, size);
  const first = Math.min(shift, HALF_DIGITS / 2);
  const rest = (amount - whole * size) * exactPower(first);
  const digits = wholeQuotient(rest, size);
  const lastPower = exactPower(shift - first);
  const fraction = digits * lastPower + divideSmallHalfUp((rest - digits * size) * lastPower, size);
  const upper = wholeQuotient(whole, exactPower(HALF_DIGITS - shift));
  const lower = (whole - upper * exactPower(HALF_DIGITS - shift)) * exactPower(shift) + fraction;
  const isNegative = dividend < 0 !== divisor < 0;
  return isNegative ? fromHalves(-upper, -lower, scale) : fromHalves(upper, lower, scale);
}
