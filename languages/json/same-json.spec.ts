import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longNumbers, roundedSince } from './long-numbers.ts';
import { parseExact } from './parse-exact.ts';
import { isSameJsonText } from './same-json.ts';

describe('two JSON texts', () => {
  it.each([
    ['1.0', '1'],
    ['{"a":[1e2,-0]}', '{"a":[100,0]}'],
    ['638682624000000001', '638682624000000001.00'],
    ['no JSON', 'no JSON'],
  ])('are the same: %s and %s', (one, other) => {
    expect(isSameJsonText(one, other)).toBe(true);
  });

  it.each([
    ['638682624000000001', '638682624000000000'],
    ['1', '"1"'],
    ['{"$number":"1"}', '1'],
    ['no JSON', '1'],
  ])('are not the same: %s and %s', (one, other) => {
    expect(isSameJsonText(one, other)).toBe(false);
    expect(isSameJsonText(other, one)).toBe(false);
  });
});

describe('numbers that no double represents', () => {
  const sent = longNumbers(
    parseExact('{"Ticks":638682624000000001,"Rows":[{"ID":12345678901234567891}],"a":1.0}'),
  );

  it('are found with all their digits at any depth', () => {
    expect(sent).toEqual({ Ticks: '638682624000000001', 'Rows.0.ID': '12345678901234567891' });
  });

  it.each([
    ['{"Ticks":638682624000000000,"Rows":[{"ID":12345678901234567000}]}', ['Ticks', 'Rows.0.ID']],
    ['{"Ticks":6.38682624E+17,"Rows":[{"ID":12345678901234567168}]}', ['Ticks', 'Rows.0.ID']],
    ['{"Ticks":638682624000000001.0,"Rows":[{"ID":12345678901234567891}]}', []],
    ['{"Ticks":638682624000000002,"Rows":[]}', []],
  ])('have lost digits in %s: %j', (now, rounded) => {
    expect(roundedSince(sent, parseExact(now))).toEqual(rounded);
  });

  it('have lost digits after any round trip through JavaScript', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (number) => {
        const digits = longNumbers(parseExact(`[${number}]`));
        const isLost = '0' in digits && parseExact(String(number)) !== Number(number);
        expect(roundedSince(digits, JSON.parse(`[${number}]`))).toEqual(isLost ? ['0'] : []);
      }),
    );
  });
});
