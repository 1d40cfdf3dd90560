import { expect, it } from 'vitest';
import { compileJavaRegex } from '../regex/java-regex.ts';
import { codePointAt } from './code-point.ts';

/** A slice that ends between the surrogates of a pair. */
const cut = `x${'\u{1f98a}'.repeat(1_000)}`.slice(0, 500);

it('reads nothing behind the end of a slice, however often it is asked', () => {
  for (let round = 0; round < 2_000; round++) {
    expect(codePointAt(cut, 499)).toBe(0xd83e);
    expect(codePointAt(cut, 497)).toBe(0x1f98a);
  }
});

it.each([
  ['a', 0, 0x61],
  ['a', 1, undefined],
  ['a', -1, undefined],
  ['\u{1f98a}', 0, 0x1f98a],
  ['\u{1f98a}', 1, 0xdd8a],
  ['\udd8a\ud83e', 0, 0xdd8a],
  ['\ud83ea', 0, 0xd83e],
  ['\u{10ffff}', 0, 0x10ffff],
])('reads %j at %i', (text, at, code) => {
  expect(codePointAt(text, at)).toBe(code);
});

it('leaves no half of a character that an expression takes away, however often it runs', () => {
  const half = compileJavaRegex('[\\uD800-\\uDBFF]$', '');
  const unmetered = { spend: () => undefined };
  for (let round = 0; round < 500; round++) {
    expect(half.replace(cut, '', 'all', unmetered)).toHaveLength(499);
  }
});
