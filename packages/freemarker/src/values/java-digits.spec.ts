import { describe, expect, it } from 'vitest';
import { javaText } from './java-digits.ts';

/** What OpenJDK 17 prints, `Double.toString` in the notation of JavaScript. */
describe('the text of a double', () => {
  it.each([
    [0.1, '0.1'],
    [123456.789, '123456.789'],
    [1e21, '1.0e21'],
    [-2.5, '-2.5'],
    [0, '0'],
  ])('is the shortest that reads as it: %d', (value, text) => {
    expect(javaText(value, false)).toBe(text);
  });

  it.each([
    [Number('1e23'), '9.999999999999999e22'],
    [5e-324, '4.9e-324'],
    [1e-323, '1.0e-323'],
    [Number('2.9260558288088125e25'), '2.9260558288088125e25'],
    [2 ** 62 + 2 ** 12, '4611686018427392000'],
  ])('has the digits that the JVM finds where these are others: %d', (value, text) => {
    expect(javaText(value, false)).toBe(text);
  });

  it('always reads as the same double', () => {
    let state = 1;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let i = 0; i < 20_000; i++) {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300);
      expect(Number(javaText(value, false))).toBe(value);
    }
  });
});

describe('the text of a float', () => {
  it.each([
    [18599062 * 1024, '1.90454395e10'],
    [3611608.25, '3611608.2'],
    [121124.0859375, '121124.086'],
    [16777216, '1.6777216e7'],
    [0.1, '0.1'],
  ])('has the digits that distinguish it from other floats: %d', (value, text) => {
    expect(Number(javaText(Math.fround(value), true))).toBe(Number(text));
  });
});
