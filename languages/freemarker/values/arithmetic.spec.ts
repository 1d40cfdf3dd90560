import { describe, expect, it } from 'vitest';
import { add, compare, divide, modulo, multiply, subtract, toInt, toLong } from './arithmetic.ts';
import { Decimal, parseDecimal, setScale, toDecimal } from './decimal.ts';
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

  it('refuses to divide by zero and to calculate with what is no number', () => {
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
