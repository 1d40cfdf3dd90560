import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('the canonical text of a value', () => {
  it('exists for any JSON value, and does not depend on member order', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.string({ unit: 'binary', maxLength: 2 }) }), (text) => {
        const value: unknown = JSON.parse(text);
        expect(canonicalJson({ a: value, b: 1 })).toBe(canonicalJson({ b: 1, a: JSON.parse(text) }));
      }),
    );
  });

  it.each([
    ['a lone surrogate', { text: 'a\ud800b' }, { text: 'a\ud801b' }],
    ['a lone surrogate in a name', { 'a\udc00': 1, '\ud83d\ude00': 2 }, { 'a\udc01': 1, '\ud83d\ude00': 2 }],
    ['a number beyond the double range', JSON.parse('{"n": 1e999}'), JSON.parse('{"n": -1e999}')],
    ['a member called __proto__', JSON.parse('{"__proto__": "\\ud800"}'), JSON.parse('{"x": "\\ud800"}')],
  ])('distinguishes %s from another', (_what, one, other) => {
    expect(canonicalJson(one)).toBe(canonicalJson(structuredClone(one)));
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });
});
