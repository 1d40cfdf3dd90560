import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, divide, modulo, multiply, subtract, toInt, toLong } from './arithmetic.ts';
import { Decimal, parseDecimal, setScale, toDecimal, toDouble, wholeQuotient } from './decimal.ts';
import type { Numeric } from './decimal.ts';

const decimal = (text: string): Decimal => parseDecimal(text) ?? new Decimal(0n, 0);
const text = (value: Numeric): string => toDecimal(value).toString();

describe('exact arithmetic', () => {
  it('adds tenths without the error of doubles', () => {
    expect(text(add(0.1, 0.2))).toBe('0.3');
    expect(text(subtract(0.3, 0.1))).toBe('0.2');
  });

  it('leaves the range of safe integers without losing digits', () => {
    expect(text(add(Number.MAX_SAFE_INTEGER, 2))).toBe('9007199254740993');
    expect(text(multiply(Number.MAX_SAFE_INTEGER, 10))).toBe('90071992547409910');
  });

  it('keeps at most twelve fraction digits of a product', () => {
    expect(text(multiply(decimal('0.00000015'), decimal('0.00001')))).toBe('0.000000000002');
  });

  it('divides to twelve digits, or to as many as an operand has', () => {
    expect(text(divide(1, 3))).toBe('0.333333333333');
    expect(text(divide(decimal('1.000000000000000'), 3))).toBe('0.333333333333333');
    expect(divide(6, 3)).toBe(2);
  });

  it('rejects division by zero and operands that aren’t numbers', () => {
    expect(() => divide(1, 0)).toThrow('Division by zero');
    expect(() => modulo(5, decimal('0.3'))).toThrow('Division by zero');
    expect(() => add(Number.NaN, 1)).toThrow(RangeError);
  });

  it('takes the remainder of whole parts, with the sign of the dividend', () => {
    expect(modulo(decimal('5.9'), 2)).toBe(1);
    expect(modulo(-7, 3)).toBe(-1);
  });

  it('compares by value, whatever the representation', () => {
    expect(compare(decimal('1.0'), 1)).toBe(0);
    expect(compare(decimal('0.30'), 0.3)).toBe(0);
    expect(compare(decimal('1e3'), Infinity)).toBe(-1);
    expect(compare(Number.NaN, 1)).toBe(1);
  });

  it('cuts numbers to 32 and 64 bits as Java does', () => {
    expect(toInt(3_000_000_000)).toBe(-1_294_967_296);
    expect(toLong(decimal('18446744073709551617'))).toBe(1n);
    expect(toInt(decimal('-2.9'))).toBe(-2);
  });

  it('rounds halves by the mode that is asked for', () => {
    expect(setScale(decimal('2.5'), 0, 'half-even').toString()).toBe('2');
    expect(setScale(decimal('-2.5'), 0, 'half-up').toString()).toBe('-3');
    expect(setScale(decimal('-2.5'), 0, 'floor').toString()).toBe('-3');
    expect(setScale(decimal('2.5'), 0, 'half-down').toString()).toBe('2');
  });
});

describe('numbers of few digits', () => {
  const operand = fc.oneof(
    fc.integer({ min: -2000, max: 2000 }),
    fc.maxSafeInteger(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
      .map((value) => Number(value.toFixed(4))),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: 0, max: 18 }))
      .map(([unscaled, scale]) => new Decimal(unscaled, scale)),
    fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
      .map(([unscaled, scale]) => new Decimal(unscaled, scale)),
  );
  /** The number in big integers, by its text: what everything else has to agree with. */
  const exact = (value: Numeric) => {
    const { unscaled, scale } = parseDecimal(text(value)) ?? { unscaled: 0n, scale: 0 };
    return { unscaled, scale };
  };
  /** Rounded to at most so many fraction digits, halves away from zero. */
  const rounded = (numerator: bigint, denominator: bigint): bigint => {
    const size = denominator < 0n ? -denominator : denominator;
    const twice = 2n * (numerator < 0n ? -numerator : numerator) + size;
    const quotient = twice / (2n * size);
    return numerator < 0n !== denominator < 0n ? -quotient : quotient;
  };
  const shown = (unscaled: bigint, scale: number): string => new Decimal(unscaled, scale).toString();

  it('are calculated with as exactly as those of many', () => {
    fc.assert(
      fc.property(operand, operand, (a, b) => {
        const x = exact(a);
        const y = exact(b);
        const scale = Math.max(x.scale, y.scale);
        const left = x.unscaled * 10n ** BigInt(scale - x.scale);
        const right = y.unscaled * 10n ** BigInt(scale - y.scale);
        expect(text(add(a, b))).toBe(shown(left + right, scale));
        expect(text(subtract(a, b))).toBe(shown(left - right, scale));
        expect(compare(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
        const digits = x.scale + y.scale;
        const product = x.unscaled * y.unscaled;
        expect(text(multiply(a, b))).toBe(
          digits <= 12 ? shown(product, digits) : shown(rounded(product, 10n ** BigInt(digits - 12)), 12),
        );
        if (right === 0n) return;
        const places = Math.max(12, scale);
        const quotient = rounded(left * 10n ** BigInt(places), right);
        const isWholeByWhole =
          typeof a === 'number' && typeof b === 'number' && scale === 0 && left % right === 0n;
        expect(text(divide(a, b))).toBe(isWholeByWhole ? String(left / right) : shown(quotient, places));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are found in doubles as their shortest text', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 0, max: 10 }),
        (double, places) => {
          const value = Math.abs(double) < 1e9 ? Number(double.toFixed(places)) : double;
          expect(text(value)).toBe(text(parseDecimal(String(value)) ?? 0));
          expect(toDouble(toDecimal(value))).toBe(value + 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

it('cuts quotients of doubles as exactly as big integers do', () => {
  const whole = fc.maxSafeInteger();
  const divisor = fc.oneof(
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 0, max: 22 }).map((exponent) => 10 ** exponent),
  );
  const nearMultiple = fc
    .tuple(
      fc.integer({ min: 1, max: 2 ** 26 }),
      fc.integer({ min: 1, max: 2 ** 26 }),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([a, b, off]) => [a * b + off, b] as const);
  const exactly = (a: number, b: number): void => {
    expect(Object.is(wholeQuotient(a, b), Number(BigInt(a) / BigInt(b)))).toBe(true);
  };
  fc.assert(fc.property(whole, divisor, exactly), { numRuns: 2_000 });
  fc.assert(
    fc.property(nearMultiple, ([a, b]) => {
      exactly(a, b);
      exactly(-a, b);
    }),
    { numRuns: 2_000 },
  );
  exactly(Number.MAX_SAFE_INTEGER, 2);
  exactly(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER);
});
