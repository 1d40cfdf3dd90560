import { describe, expect, it } from 'vitest';
import { shortText } from './decimal.ts';
import { paddedText, smallText } from './small-numbers.ts';

describe('texts of small numbers', () => {
  it('are those of String, within the list and beyond it', () => {
    for (const value of [0, 7, 99, 999, 1_000, 123_456_789]) expect(smallText(value)).toBe(String(value));
  });

  it('are padded with zeros, within the list and beyond it', () => {
    for (const digits of [1, 2, 3, 4, 8]) {
      for (const value of [0, 5, 10 ** digits - 1]) {
        expect(paddedText(value, digits)).toBe(String(value).padStart(digits, '0'));
      }
    }
  });
});

describe('the short text of a double', () => {
  const doubles = Array.from({ length: 20_000 }, (_, i) => {
    const digits = (i * 2_654_435_761) % 10 ** (1 + (i % 15));
    return (i % 2 === 0 ? 1 : -1) * (digits / 10 ** (i % 9));
  });

  it('is what JavaScript writes where that is without an exponent, or none', () => {
    const plain = doubles.filter((value) => Math.abs(value) >= 1e-6);
    const wrong = plain.filter((value) => (shortText(value) ?? String(value)) !== String(value));
    expect(wrong).toEqual([]);
  });

  it('is there for numbers as they are in payloads', () => {
    expect([97.4567, -0.5, 17.731, 1234567.05, 0.00000123].map(shortText)).toEqual([
      '97.4567',
      '-0.5',
      '17.731',
      '1234567.05',
      '0.00000123',
    ]);
  });

  it.each([0, -0, 1, 1_700_000_000_123, 1e21, 1e-9, 0.1 + 0.2, Number.NaN, Infinity])(
    'is none for %d, which is whole or needs more digits',
    (value) => {
      expect(shortText(value)).toBeUndefined();
    },
  );
});
