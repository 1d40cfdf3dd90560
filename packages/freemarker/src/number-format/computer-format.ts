import { Binary, Decimal, toDecimal } from '../values/decimal.ts';
import {
  digitsOf,
  isNegative,
  textAgainstDouble,
  type DecimalDigits,
  type FormattableNumber,
} from './decimal-digits.ts';
import { roundToDigits, type RoundingContext } from './rounding.ts';
import { fixedDigitsOf } from './short-decimals.ts';

/**
 * How `?c` writes numbers: the old rule (before 2.3.21 with Java's sign for infinity), or one of the target languages
 * that 2.3.32 introduced.
 */
export type ComputerFormatName =
  'legacy' | 'legacy-2.3.20' | 'JavaScript or JSON' | 'JSON' | 'JavaScript' | 'Java' | 'XS';

/** What a `?c` format calls the three numbers without digits. */
const specials: Record<ComputerFormatName, readonly [infinity: string, nan: string]> = {
  'legacy-2.3.20': ['∞', 'NaN'],
  legacy: ['INF', 'NaN'],
  XS: ['INF', 'NaN'],
  'JavaScript or JSON': ['Infinity', 'NaN'],
  JSON: ['Infinity', 'NaN'],
  JavaScript: ['Infinity', 'NaN'],
  Java: ['Double.POSITIVE_INFINITY', 'Double.NaN'],
};

const LEGACY_FRACTION_DIGITS = 16;
/** From this many trailing zeros on, a whole number is written with an exponent. */
const LONG_ZERO_TAIL = 100;

/** The text of `value` for a machine: no grouping, a point for the fraction, the same in every locale. */
export function formatForComputer(value: FormattableNumber | Binary, format: ComputerFormatName): string {
  if (value instanceof Binary) return formatBinary(value, format);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value);
    if (!Number.isFinite(value)) return formatSpecial(value, format);
  } else if (value instanceof Decimal && value.small === value.small) {
    const { small, scale } = value;
    if (scale >= 0 && scale <= EVERYDAY_FRACTION_DIGITS) return everyday(small, scale);
  }
  const isBelow = typeof value === 'number' ? value < 0 : isNegative(value);
  const digits = digitsOf(value, 1);
  const text = format.startsWith('legacy') ? legacy(digits, { isNegative: isBelow }) : exact(digits);
  return isBelow ? `-${text}` : text;
}

/** All rules write these digit by digit. */
const EVERYDAY_FRACTION_DIGITS = 6;

function everyday(small: number, scale: number): string {
  const { whole, fraction } = fixedDigitsOf(Math.abs(small), scale, 0, scale);
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return small < 0 ? `-${text}` : text;
}

/** The old rule goes by the true value, the others by the shortest text. */
function formatBinary(number: Binary, format: ComputerFormatName): string {
  const { value } = number;
  const isBelow = value < 0 || Object.is(value, -0);
  const text = format.startsWith('legacy')
    ? legacy(digitsOf(value, 1), { isNegative: isBelow, digitsAgainstTruth: () => textAgainstDouble(value) })
    : exact(digitsOf(toDecimal(number), 1));
  return isBelow ? `-${text}` : text;
}

function formatSpecial(value: number, format: ComputerFormatName): string {
  const [infinity, nan] = specials[format];
  if (Number.isNaN(value)) return nan;
  if (value > 0) return infinity;
  return format === 'Java' ? 'Double.NEGATIVE_INFINITY' : `-${infinity}`;
}

function legacy(value: DecimalDigits, context: Omit<RoundingContext, 'mode'>): string {
  const keep = LEGACY_FRACTION_DIGITS + value.decimalAt;
  return plain(roundToDigits(value, keep, { mode: 'halfEven', ...context }));
}

function plain({ digits, decimalAt }: DecimalDigits): string {
  if (digits === '') return '0';
  if (decimalAt <= 0) return `0.${'0'.repeat(-decimalAt)}${digits}`;
  if (decimalAt >= digits.length) return digits.padEnd(decimalAt, '0');
  return `${digits.slice(0, decimalAt)}.${digits.slice(decimalAt)}`;
}

/** As BigDecimal.toString: an exponent when the first digit is more than six places after the point. */
function exact(value: DecimalDigits): string {
  const { digits, decimalAt } = value;
  const zeroTail = decimalAt - digits.length;
  const exponent = decimalAt - 1;
  const needsExponent = digits !== '' && (zeroTail >= LONG_ZERO_TAIL || (zeroTail < 0 && exponent < -6));
  if (!needsExponent) return plain(value);
  const mantissa = digits.length > 1 ? `${digits.charAt(0)}.${digits.slice(1)}` : digits;
  return `${mantissa}E${exponent > 0 ? '+' : ''}${exponent}`;
}
