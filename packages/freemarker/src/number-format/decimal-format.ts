import { Binary, Decimal } from '../values/decimal.ts';
import { smallText } from '../values/small-numbers.ts';
import {
  digitsOf,
  digitsOfDouble,
  isNegative,
  textAgainstDouble,
  type DecimalDigits,
  type FormattableNumber,
} from './decimal-digits.ts';
import type { AffixPart, DecimalPattern } from './decimal-pattern.ts';
import type { NumberSymbols } from './number-symbols.ts';
import { fixedDigits, fixedDigitsOf, type FixedDigits } from './short-decimals.ts';
import { roundToDigits, type RoundingMode } from './rounding.ts';

/** A number format that is ready for use. */
export interface NumberFormat {
  /**
   * The text of a number; a JavaScript number counts as the decimal that its shortest text names, a binary one as what
   * it is: ties are rounded by its true value.
   */
  format(value: FormattableNumber | Binary): string;
}

export interface DecimalFormatSettings {
  readonly symbols: NumberSymbols;
  readonly roundingMode: RoundingMode;
  readonly multiplier: number;
}

interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
  readonly isEmpty: boolean;
}

const affixes = (prefix: string, suffix: string): Affixes => ({
  prefix,
  suffix,
  isEmpty: prefix === '' && suffix === '',
});

/** Of fractions whose digits are calculated with as plain integers. */
const MAX_SMALL_DIGITS = 15;

/** Formats as java.text.DecimalFormat does for BigDecimal, Long and Double values. */
export function createDecimalFormat(pattern: DecimalPattern, settings: DecimalFormatSettings): NumberFormat {
  const { symbols, multiplier } = settings;
  const fill = (parts: readonly AffixPart[]): string =>
    parts.map((part) => ('text' in part ? part.text : symbols[part.symbol])).join('');
  const positive = affixes(fill(pattern.positivePrefix), fill(pattern.positiveSuffix));
  const negative = affixes(fill(pattern.negativePrefix), fill(pattern.negativeSuffix));
  const separator = decimalSeparator(pattern, symbols);
  const isFixed = pattern.minExponentDigits === 0 && symbols.zero === '0';
  const isPlain = isFixed && multiplier === 1;
  const write = pattern.minExponentDigits > 0 ? writeExponential : writeFixed;
  // A long is written without fraction digits unless the pattern requires them.
  const takesIntegersAsTheyAre = isPlain && pattern.minFractionDigits === 0 && !pattern.showsDecimalSeparator;

  const isEveryday = isFixed && settings.roundingMode === 'halfEven' && pattern.minIntegerDigits > 0;

  // Whole numbers below this are their digits, and nothing else.
  const isBare = takesIntegersAsTheyAre && positive.isEmpty && pattern.minIntegerDigits <= 1;
  const bareBelow = !isBare ? 0 : pattern.groupingSize === 0 ? Infinity : 10 ** pattern.groupingSize;

  const render = (value: FormattableNumber, isDouble: boolean): string => {
    if (typeof value === 'number' && (value | 0) === value && value >= 0 && value < bareBelow && !isDouble) {
      return smallText(value);
    }
    if (
      takesIntegersAsTheyAre &&
      typeof value === 'number' &&
      Number.isSafeInteger(value) &&
      !Object.is(value, -0)
    ) {
      const sign = value < 0 ? negative : positive;
      const digits = value < 0 ? String(-value) : String(value);
      const text = grouped(withZeros(digits, pattern.minIntegerDigits), pattern, symbols);
      return sign.isEmpty ? text : sign.prefix + text + sign.suffix;
    }
    if (isEveryday && multiplier > 0 && !isDouble && typeof value === 'number' && value !== 0) {
      const found = fixedDigits(value, pattern.minFractionDigits, pattern.maxFractionDigits, multiplier);
      if (found !== undefined) return renderFixed(found, value < 0 ? negative : positive);
    }
    if (
      isEveryday &&
      multiplier === 1 &&
      value instanceof Decimal &&
      value.scale >= 0 &&
      value.scale <= MAX_SMALL_DIGITS
    ) {
      const { small, scale } = value;
      if (small === small && small !== 0) {
        const { minFractionDigits, maxFractionDigits } = pattern;
        const found = fixedDigitsOf(Math.abs(small), scale, minFractionDigits, maxFractionDigits);
        return renderFixed(found, small < 0 ? negative : positive);
      }
    }
    return renderSlowly(value, isDouble);
  };

  const renderFixed = ({ whole, fraction }: FixedDigits, sign: Affixes): string => {
    let text = grouped(withZeros(whole, pattern.minIntegerDigits), pattern, symbols);
    if (fraction !== '' || pattern.showsDecimalSeparator) text += separator + fraction;
    return sign.isEmpty ? text : sign.prefix + text + sign.suffix;
  };

  const renderSlowly = (value: FormattableNumber, isDouble: boolean): string => {
    if (typeof value === 'number' && Number.isNaN(value)) return symbols.nan;
    const isBelow = isBelowZero(value, isDouble) !== multiplier < 0;
    const sign = isBelow ? negative : positive;
    // Java multiplies a double as a double, and decimals exactly.
    const product = isDouble && typeof value === 'number' ? value * multiplier : undefined;
    const size = product ?? value;
    if (size === Infinity || size === -Infinity) return sign.prefix + symbols.infinity + sign.suffix;
    const digits = product === undefined ? digitsOf(value, multiplier) : digitsOfDouble(product);
    const keep =
      pattern.minExponentDigits > 0
        ? significantDigits(pattern, digits)
        : pattern.maxFractionDigits + digits.decimalAt;
    const rounded = roundToDigits(digits, keep, {
      mode: settings.roundingMode,
      isNegative: isBelow,
      ...(product !== undefined && { digitsAgainstTruth: () => textAgainstDouble(product) }),
    });
    return sign.prefix + localDigits(write(rounded, pattern, symbols), symbols) + sign.suffix;
  };

  return {
    format: (value) =>
      typeof value !== 'number' && value instanceof Binary ? render(value.value, true) : render(value, false),
  };
}

const withZeros = (digits: string, length: number): string =>
  digits.length < length ? digits.padStart(length, '0') : digits;

function isBelowZero(value: FormattableNumber, isDouble: boolean): boolean {
  if (typeof value !== 'number') return isNegative(value);
  return value < 0 || (isDouble && Object.is(value, -0));
}

/** With an exponent, digits are limited by significance; a pattern without any limit includes all. */
function significantDigits(pattern: DecimalPattern, digits: DecimalDigits): number {
  const limit = pattern.maxIntegerDigits + pattern.maxFractionDigits;
  return limit === 0 ? digits.digits.length : limit;
}

/** Text whose zero digit is the locale's; only ASCII digits are replaced. */
function localDigits(text: string, symbols: NumberSymbols): string {
  if (symbols.zero === '0') return text;
  const shift = symbols.zero.charCodeAt(0) - 48;
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + shift));
}

function grouped(digits: string, pattern: DecimalPattern, symbols: NumberSymbols): string {
  const size = pattern.groupingSize;
  if (size === 0 || digits.length <= size) return digits;
  const separator = pattern.isCurrency ? symbols.monetaryGroup : symbols.group;
  let at = digits.length % size || size;
  let out = digits.slice(0, at);
  for (; at < digits.length; at += size) out += separator + digits.slice(at, at + size);
  return out;
}

function writeFixed(value: DecimalDigits, pattern: DecimalPattern, symbols: NumberSymbols): string {
  const { digits, decimalAt } = value;
  const whole = decimalAt > 0 ? digits.slice(0, decimalAt).padEnd(decimalAt, '0') : '';
  const fraction = decimalAt >= 0 ? digits.slice(decimalAt) : '0'.repeat(-decimalAt) + digits;
  let out = grouped(whole.padStart(pattern.minIntegerDigits, '0'), pattern, symbols);
  const fractionText = (digits === '' ? '' : fraction).padEnd(pattern.minFractionDigits, '0');
  // Something has to be shown, even where the pattern asks for no digit at all.
  if (out === '' && fractionText === '') out = '0';
  if (fractionText !== '' || pattern.showsDecimalSeparator) out += decimalSeparator(pattern, symbols);
  return out + fractionText;
}

const decimalSeparator = (pattern: DecimalPattern, symbols: NumberSymbols): string =>
  pattern.isCurrency ? symbols.monetaryDecimal : symbols.decimal;

function writeExponential(value: DecimalDigits, pattern: DecimalPattern, symbols: NumberSymbols): string {
  const { digits } = value;
  const { minIntegerDigits, maxIntegerDigits } = pattern;
  let exponent = digits === '' ? 0 : value.decimalAt;
  let leastWhole = minIntegerDigits;
  if (maxIntegerDigits > 1 && maxIntegerDigits > minIntegerDigits) {
    // The exponent is a multiple of the widest integer part (engineering notation).
    const back = exponent >= 1 ? exponent - 1 : exponent - maxIntegerDigits;
    exponent = Math.trunc(back / maxIntegerDigits) * maxIntegerDigits;
    leastWhole = 1;
  } else exponent -= minIntegerDigits;
  const whole = digits === '' ? leastWhole : value.decimalAt - exponent;
  if (digits === '') exponent = 0;
  const least = Math.max(minIntegerDigits + pattern.minFractionDigits, whole);
  const padded = digits.padEnd(least, '0');
  const separator = decimalSeparator(pattern, symbols);
  let out = padded.length > whole ? padded.slice(0, whole) + separator + padded.slice(whole) : padded;
  if (pattern.showsDecimalSeparator && padded.length === whole) out += separator;
  const exponentDigits = String(Math.abs(exponent)).padStart(pattern.minExponentDigits, '0');
  return out + symbols.exponent + (exponent < 0 ? symbols.minus : '') + exponentDigits;
}
