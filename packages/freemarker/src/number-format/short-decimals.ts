import { exactPower, shortDecimal, wholeQuotient } from '../values/decimal.ts';
import { paddedText, smallText } from '../values/small-numbers.ts';

/** A number's text cut at the point, with the fraction digits that a format keeps. */
export interface FixedDigits {
  readonly whole: string;
  readonly fraction: string;
}

/**
 * The digits of a number of everyday size, times `multiplier`, rounded half-even to `max` fraction digits, of which `min` are always
 * written. Undefined where the number's text has an exponent or too many digits: the general way is for those.
 * It exists because most numbers in payloads are like 97.4567, and the general way goes through big integers.
 */
export function fixedDigits(
  value: number,
  min: number,
  max: number,
  multiplier: number,
): FixedDigits | undefined {
  const size = value < 0 ? -value : value;
  if (!(size < 1e15 && size >= 1e-6)) return undefined;
  const scaled = size * (exactPower(max) * multiplier);
  if (scaled < CLEAR) {
    const below = Math.floor(scaled);
    const rest = scaled - below;
    // Away from the middle, neither the error of the product nor digits that a double does not have change the result.
    if (Math.abs(rest - 0.5) > UNCLEAR) return fixedDigitsOf(rest > 0.5 ? below + 1 : below, max, min, max);
  }
  if (multiplier !== 1) return undefined;
  const short = size < SMALL ? shortDecimal(size) : undefined;
  if (short !== undefined) return fixedDigitsOf(short.small, short.scale, min, max);
  const text = String(size);
  if (text.length > 16) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return { whole: text, fraction: '0'.repeat(min) };
  const end = point + 1 + max;
  if (text.length <= end)
    return { whole: text.slice(0, point), fraction: text.slice(point + 1).padEnd(min, '0') };
  const remaining = text.slice(0, point) + text.slice(point + 1, end);
  const digits = roundsUp(text, end, remaining)
    ? String(Number(remaining) + 1).padStart(remaining.length, '0')
    : remaining;
  const whole = digits.length - max;
  return { whole: digits.slice(0, whole), fraction: withoutZeros(digits.slice(whole), min) };
}

/** Doubles below this are less than `UNCLEAR` apart. */
const CLEAR = 2 ** 40;
const UNCLEAR = 2 ** -10;

/** Decimals below this are calculated with as plain integers. */
const SMALL = 1e9;

/** The same of the safe integer `unscaled`, which is not negative, with `scale` fraction digits, of which there are 22 at most. */
export function fixedDigitsOf(unscaled: number, scale: number, min: number, max: number): FixedDigits {
  const digits = Math.min(scale, max);
  let remaining = unscaled;
  if (scale > max) {
    const lost = exactPower(scale - max);
    remaining = wholeQuotient(unscaled, lost);
    const rest = unscaled - remaining * lost;
    if (rest * 2 > lost || (rest * 2 === lost && remaining % 2 === 1)) remaining++;
  }
  const one = exactPower(digits);
  const integer = wholeQuotient(remaining, one);
  const part = remaining - integer * one;
  const whole = smallText(integer);
  if (digits === min) return { whole, fraction: paddedText(part, digits) };
  const fraction = part === 0 ? '' : withoutZeros(paddedText(part, digits), 0);
  return { whole, fraction: fraction.length < min ? fraction.padEnd(min, '0') : fraction };
}

/** Whether the dropped digits are more than a half, or a half after an odd digit. */
function roundsUp(text: string, end: number, remaining: string): boolean {
  const next = text.charCodeAt(end);
  if (next !== 53) return next > 53;
  if (text.length > end + 1) return true;
  return remaining.charCodeAt(remaining.length - 1) % 2 === 1;
}

function withoutZeros(fraction: string, min: number): string {
  let { length } = fraction;
  while (length > min && fraction.charCodeAt(length - 1) === 48) length--;
  return fraction.slice(0, length);
}
