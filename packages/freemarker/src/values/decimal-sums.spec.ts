import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, divide, subtract } from './arithmetic.ts';
import { Decimal, powerOfTen, toDecimal, type Numeric } from './decimal.ts';

/** Numbers of few digits, of two halves, and beyond; many are calculated, because calculation chooses the representation. */
const scale = fc.integer({ min: 0, max: 16 });
const exact = fc
  .tuple(fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }), scale)
  .map(([unscaled, digits]): Numeric => new Decimal(unscaled, digits));
const small = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.integer().map((n) => n / 10_000),
);
const quotient = fc
  .tuple(small, fc.integer({ min: 1, max: 9_000_000_000 }))
  .map(([dividend, divisor]) => divide(dividend, divisor));
const number = fc.oneof(small, quotient, exact);

/** As a big integer with so many fraction digits. */
const unscaled = (value: Numeric, digits: number): bigint => {
  const decimal = toDecimal(value);
  return decimal.unscaled * powerOfTen(digits - decimal.scale);
};
const scaleOf = (value: Numeric): number => toDecimal(value).scale;

function halfUp(dividend: bigint, divisor: bigint): bigint {
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  const rounded = (2n * size(dividend) + size(divisor)) / (2n * size(divisor));
  return dividend < 0n === divisor < 0n ? rounded : -rounded;
}

describe('decimals in two halves', () => {
  it('are added, subtracted and compared as big integers are', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const digits = Math.max(scaleOf(a), scaleOf(b));
        const [x, y] = [unscaled(a, digits), unscaled(b, digits)];
        expect(unscaled(add(a, b), digits)).toBe(x + y);
        expect(unscaled(subtract(a, b), digits)).toBe(x - y);
        expect(Math.sign(compare(a, b))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
      { numRuns: 20_000 },
    );
  });

  it('are divided to twelve digits and more, and rounded half up', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        if (toDecimal(b).sign === 0) return;
        const digits = Math.max(12, scaleOf(a), scaleOf(b));
        const dividend = unscaled(a, scaleOf(a)) * powerOfTen(digits + scaleOf(b) - scaleOf(a));
        expect(unscaled(divide(a, b), digits)).toBe(halfUp(dividend, unscaled(b, scaleOf(b))));
      }),
      { numRuns: 20_000 },
    );
  });

  it('are written as big integers are', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const sum = toDecimal(add(a, b));
        const same = new Decimal(sum.unscaled, sum.scale);
        expect([sum.toString(), sum.digits, sum.sign]).toEqual([same.toString(), same.digits, same.sign]);
      }),
      { numRuns: 20_000 },
    );
  });
});
