import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import canonicalize from 'canonicalize';
import { isSameState } from './same-state.ts';

describe('two states', () => {
  it('are equal regardless of the order of their members', () => {
    expect(isSameState({ a: 1, b: [{ c: 'x', d: null }] }, { b: [{ d: null, c: 'x' }], a: 1 })).toBe(true);
  });

  it('differ by the order of a list, by a missing member and by a type', () => {
    expect(isSameState([1, 2], [2, 1])).toBe(false);
    expect(isSameState({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(isSameState([], {})).toBe(false);
    expect(isSameState(null, {})).toBe(false);
    expect(isSameState('1', 1)).toBe(false);
  });

  it('are equal exactly when their canonical forms are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        expect(isSameState(one, other)).toBe(canonicalize(one) === canonicalize(other));
        const copy: unknown = JSON.parse(JSON.stringify(one));
        expect(isSameState(one, copy)).toBe(true);
      }),
    );
  });
});
