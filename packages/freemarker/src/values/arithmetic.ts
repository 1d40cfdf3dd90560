import {
  Binary,
  binary,
  Decimal,
  divideRounded,
  divideSmallHalfUp,
  exactPower,
  fromDecimal,
  powerOfTen,
  setScale,
  shifted,
  toDecimal,
  toDouble,
  wholeQuotient,
} from './decimal.ts';
import {
  addDecimals,
  compareDecimals,
  divideInHalves,
  multiplyDecimals,
  subtractDecimals,
} from './decimal-sums.ts';
import type { Numeric } from './decimal.ts';

/**
 * The arithmetic of FreeMarker's default (BigDecimal) engine. Every function throws RangeError when an operand is
 * NaN or infinite, or when a divisor is zero; the caller turns that into an error with a position.
 */

/** Products and quotients keep at most / at least this many fraction digits. */
const ENGINE_SCALE = 12;

export function add(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return fromDecimal(addDecimals(toDecimal(a), toDecimal(b)));
}

export function subtract(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return fromDecimal(subtractDecimals(toDecimal(a), toDecimal(b)));
}

export function multiply(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product === 0 ? 0 : product;
  }
  const product = multiplyDecimals(toDecimal(a), toDecimal(b));
  return fromDecimal(product.scale > ENGINE_SCALE ? setScale(product, ENGINE_SCALE, 'half-up') : product);
}

export function divide(a: Numeric, b: Numeric): Numeric {
  if (
    typeof a === 'number' &&
    typeof b === 'number' &&
    Number.isSafeInteger(a) &&
    Number.isSafeInteger(b) &&
    b !== 0
  ) {
    const quotient = a / b;
    if (Number.isInteger(quotient)) return quotient + 0;
  }
  const x = toDecimal(a);
  const y = toDecimal(b);
  if (y.small === 0) throw new RangeError('Division by zero');
  const scale = Math.max(ENGINE_SCALE, x.scale, y.scale);
  // x / y at `scale` digits = (ux · 10^(scale + sy - sx)) / uy; the exponent can be negative for huge operands.
  const shift = scale + y.scale - x.scale;
  if (shift >= 0 && y.small === y.small) {
    const small = shifted(x.small, shift);
    if (small === small) {
      const quotient = divideSmallHalfUp(small, Math.abs(y.small));
      return fromDecimal(new Decimal(y.small < 0 ? -quotient : quotient, scale));
    }
  }
  const halves = shift >= 0 ? divideInHalves(x.small, y.small, shift, scale) : undefined;
  if (halves !== undefined) return fromDecimal(halves);
  const dividend = shift >= 0 ? x.unscaled * powerOfTen(shift) : x.unscaled;
  const divisor = shift >= 0 ? y.unscaled : y.unscaled * powerOfTen(-shift);
  return fromDecimal(new Decimal(divideRounded(dividend, divisor, 'half-up'), scale));
}

/** The remainder of the operands' whole parts, as Java's `%` on longs: the sign follows the dividend. */
export function modulo(a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (b === 0) throw new RangeError('Division by zero');
    return smallRemainder(a, b);
  }
  const x = smallWhole(a);
  const y = smallWhole(b);
  if (y === 0) throw new RangeError('Division by zero');
  if (x === x && y === y) return smallRemainder(x, y);
  const divisor = toLong(b);
  if (divisor === 0n) throw new RangeError('Division by zero');
  return fromDecimal(new Decimal(toLong(a) % divisor, 0));
}

function smallRemainder(dividend: number, divisor: number): number {
  return dividend - wholeQuotient(dividend, divisor) * divisor + 0;
}

/** The whole part of a number of few digits, or NaN for any other. */
function smallWhole(value: Numeric): number {
  if (typeof value === 'number')
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Math.trunc(value) : Number.NaN;
  if (!(value instanceof Decimal) || value.scale < 0 || value.scale > 15) return Number.NaN;
  const power = exactPower(value.scale);
  return wholeQuotient(value.small, power);
}

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** What `Number.longValue()` gives: decimals wrap to 64 bits, NaN is 0, doubles and infinities saturate. */
export function toLong(value: Numeric): bigint {
  if (value instanceof Binary) return saturated(BigInt(Math.trunc(value.value)), LONG_MIN, LONG_MAX);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value);
    if (Number.isNaN(value)) return 0n;
    if (value === Infinity) return LONG_MAX;
    if (value === -Infinity) return LONG_MIN;
  }
  return BigInt.asIntN(64, truncate(toDecimal(value)));
}

function saturated<N extends number | bigint>(value: N, min: N, max: N): N {
  return value < min ? min : value > max ? max : value;
}

/** What `Number.intValue()` gives: the lowest 32 bits of the whole part; of a double the nearest there is. */
export function toInt(value: Numeric): number {
  if (value instanceof Binary) return saturated(Math.trunc(value.value) + 0, -2147483648, 2147483647);
  if (typeof value === 'number' && (value | 0) === value) return value;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return Number.isNaN(value) ? 0 : value > 0 ? 2147483647 : -2147483648;
  }
  const small = smallWhole(value);
  if (small === small) return small | 0;
  return Number(BigInt.asIntN(32, truncate(toDecimal(value))));
}

/** The whole part of a decimal as an integer of any size. */
export function truncate(decimal: Decimal): bigint {
  if (decimal.scale === 0) return decimal.unscaled;
  if (decimal.scale < 0) return decimal.unscaled * powerOfTen(-decimal.scale);
  return decimal.unscaled / powerOfTen(decimal.scale);
}

/** Negative, zero or positive as a is less than, equal to or greater than b. NaN sorts above everything. */
export function compare(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number') {
    // Distinct doubles have distinct shortest forms in the same order, so no conversion is needed.
    if (a < b) return -1;
    if (a > b) return 1;
    if (a === b) return 0;
    return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : 1) : -1;
  }
  if (typeof a === 'number' && !Number.isFinite(a)) return compare(a, toDouble(b));
  if (typeof b === 'number' && !Number.isFinite(b)) return compare(toDouble(a), b);
  return compareDecimals(toDecimal(a), toDecimal(b));
}

/** Times -1, by the engine that keeps the types of numbers: a double stays one, a decimal has 12 fraction digits. */
export function negate(value: Numeric): Numeric {
  if (value instanceof Binary) return binary(-value.value, value.isFloat);
  if (typeof value === 'number' && (Number.isInteger(value) || !Number.isFinite(value)))
    return value === 0 ? 0 : -value;
  return multiply(value, -1);
}

/** The number without its sign. */
export function absolute(value: Numeric): Numeric {
  if (typeof value === 'number') return Math.abs(value);
  // Negative zero stays negative, as in the original.
  if (value instanceof Binary) return value.value < 0 ? binary(-value.value, value.isFloat) : value;
  return value.sign < 0 ? fromDecimal(new Decimal(-value.unscaled, value.scale)) : value;
}

/** Negative, zero or positive with the sign of the number; NaN throws RangeError. */
export function sign(value: Numeric): number {
  if (typeof value === 'number') {
    if (Number.isNaN(value)) throw new RangeError('NaN has no sign');
    return Math.sign(value);
  }
  if (value instanceof Binary) return Math.sign(value.value);
  return value.sign;
}

export function isWhole(value: Numeric): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  if (value instanceof Binary) return Number.isInteger(value.value);
  return value.scale <= 0 || value.unscaled % powerOfTen(value.scale) === 0n;
}
