import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatForComputer, NumberPatternError, numberFormat, RoundingNecessaryError } from './index.ts';
import { Binary } from '../values/decimal.ts';
import type { FormattableNumber } from './index.ts';

const exact = (text: string): FormattableNumber => {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  return { unscaled: BigInt(text.replace('.', '')), scale };
};
const format = (pattern: string, value: FormattableNumber, locale = 'en_US'): string =>
  numberFormat(pattern, { locale, computerFormat: 'legacy' }).format(value);

// The expected texts in this file are those of java.text.DecimalFormat on OpenJDK 17.
describe('number patterns', () => {
  it.each([
    ['0.00', '2.675', '2.68'],
    ['0.00', '-0.001', '-0.00'],
    ['0', '2.5', '2'],
    ['0', '3.5', '4'],
    ['#.##', '0.1', '0.1'],
    ['.##', '0.1', '.1'],
    ['0.', '5', '5.'],
    ['#,##0.###', '1234567.891', '1,234,567.891'],
    ['#,####.00', '1234567', '123,4567.00'],
    ['00000', '42', '00042'],
    ['#,##0.00;(#)', '-1234.5', '(1,234.50)'],
    ["0 'o''clock'", '7', "7 o'clock"],
    ["'#'0", '7', '#7'],
    ['0%', '0.256', '26%'],
    ['0.0‰', '0.25', '250.0‰'],
    ['¤¤ 0.00', '1', 'USD 1.00'],
    ['#;', '-3', '-3'],
    ['', '1234', '1,234'],
  ])('formats by %j the number %s as %j', (pattern, value, expected) => {
    expect(format(pattern, exact(value))).toBe(expected);
  });

  it('writes a number of few digits as it writes the same as an exact decimal', () => {
    const patterns = fc.constantFrom(
      ...['0.00', '0', '#,##0.###', '0.0', '000.0000', '0.##;(0.##)', '0.', '0%', '#,##0.#%', '0.00‰'],
    );
    fc.assert(
      fc.property(patterns, fc.integer(), fc.integer({ min: 0, max: 9 }), (pattern, unscaled, scale) => {
        const value = unscaled / 10 ** scale;
        expect(format(pattern, value)).toBe(format(pattern, { unscaled: BigInt(unscaled), scale }));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['0E0', '1234', '1E3'],
    ['##0.###E0', '12345', '12.345E3'],
    ['00E00', '0.00012', '12E-05'],
    ['0E0', '0', '0E0'],
  ])('writes an exponent by %j: %s is %j', (pattern, value, expected) => {
    expect(format(pattern, exact(value))).toBe(expected);
  });

  it('rounds a double by its true value and a decimal by its digits', () => {
    const hundredths = numberFormat('0.00', { locale: 'en_US', computerFormat: 'legacy' });
    expect(hundredths.format(exact('1.005'))).toBe('1.00');
    expect(hundredths.format(exact('1.015'))).toBe('1.02');
    expect(hundredths.format(new Binary(1.015, false))).toBe('1.01');
    expect(hundredths.format(new Binary(-0, false))).toBe('-0.00');
  });

  it.each(['0#0', '0.0.0', '0%%', "0'", '0,', ';', '0;0;0'])(
    'rejects the malformed pattern %j',
    (pattern) => {
      expect(() => numberFormat(pattern, { locale: 'en_US', computerFormat: 'legacy' })).toThrow(
        NumberPatternError,
      );
    },
  );
});

describe('extended parameters', () => {
  it.each([
    ['0.0;; roundingMode=halfUp', '0.25', '0.3'],
    ['0.0;; roundingMode=down', '-0.29', '-0.2'],
    [',##0.0;; groupingSeparator=_ decimalSeparator=","', '12345.5', '12_345,5'],
    ['0;; multiplier=10, minusSign="~"', '-12', '~120'],
    ['0E0;; exponentSeparator="*10^"', '2000', '2*10^3'],
    ['0;-0; zeroDigit=a', '-12', '-bc'],
    ['¤0;; currencyCode=EUR', '5', '€5'],
    ["¤0;; currencySymbol='it''s '", '5', "it's 5"],
  ])('%j formats %s as %j', (pattern, value, expected) => {
    expect(format(pattern, exact(value))).toBe(expected);
  });

  it.each([
    '0;; nope=1',
    '0;; roundingMode=sideways',
    '0;; decimalSeparator=ab',
    '0;; multiplier',
    '0;; nan="x',
  ])('rejects %j', (pattern) => {
    expect(() => format(pattern, 1)).toThrow(NumberPatternError);
  });

  it('reports a rounding that the format rules out', () => {
    expect(() => format('0.0;; roundingMode=unnecessary', exact('0.25'))).toThrow(RoundingNecessaryError);
  });
});

describe('locales', () => {
  it.each([
    ['de_DE', 'number', '-1.234.567,891'],
    ['de_CH', 'number', '-1’234’567.891'],
    ['hi_IN', 'number', '-1,234,567.891'],
    ['ar_EG', 'number', '\u061c-١٬٢٣٤٬٥٦٧٫٨٩١'],
    ['sv_SE', 'number', '−1\u00a0234\u00a0567,891'],
    ['en_GB', 'currency', '-£1,234,567.89'],
    ['de_CH', 'currency', 'CHF-1’234’567.89'],
    ['ja_JP', 'currency', '-￥1,234,568'],
    ['fr_FR', 'percent', '-123\u202f456\u202f789\u00a0%'],
    ['xx_YY', 'number', '-1,234,567.891'],
  ])('%s writes %s as %j', (locale, name, expected) => {
    expect(format(name, exact('-1234567.891'), locale)).toBe(expected);
  });
});

describe('numbers for computers', () => {
  it('keeps up to sixteen fraction digits in the old format', () => {
    expect(formatForComputer(exact('0.12345678901234567'), 'legacy')).toBe('0.1234567890123457');
    expect(formatForComputer(1e20, 'legacy')).toBe('100000000000000000000');
    expect(formatForComputer(-Infinity, 'legacy')).toBe('-INF');
  });

  it('keeps every digit in the newer formats, with an exponent for the very small', () => {
    expect(formatForComputer(exact('0.000000001'), 'JavaScript or JSON')).toBe('1E-9');
    expect(formatForComputer(exact('0.12345678901234567'), 'JSON')).toBe('0.12345678901234567');
    expect(formatForComputer(Infinity, 'JavaScript')).toBe('Infinity');
    expect(formatForComputer(-Infinity, 'Java')).toBe('Double.NEGATIVE_INFINITY');
  });

  it('never groups digits, whatever the size', () => {
    expect(formatForComputer(exact('12345678901234567890'), 'legacy')).toBe('12345678901234567890');
    expect(formatForComputer(1700000000123, 'JSON')).toBe('1700000000123');
  });
});
