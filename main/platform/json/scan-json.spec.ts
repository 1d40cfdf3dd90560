import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './scan-json.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Counted {
  readonly depth: number;
  readonly values: number;
  readonly members: number;
}

function countIn(value: unknown): Counted {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, members: 0 };
  const inside = Object.values(value).map(countIn);
  const own = Array.isArray(value) ? 0 : inside.length;
  return {
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    values: inside.reduce((sum, { values }) => sum + values, 1),
    members: Math.max(own, ...inside.map(({ members }) => members)),
  };
}

describe('the limits of JSON', () => {
  it('accept values within them, and reject values far beyond', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(4), (value, indent) => {
        const bytes = bytesOf(JSON.stringify(value, null, indent));
        const { depth, values, members } = countIn(value);
        // An empty list counts as if something were in it.
        const within = { depth, values: 2 * values, members: Math.max(1, members) };
        expect(scanJson(bytes, within)).toBeUndefined();
        if (depth > 0) expect(scanJson(bytes, { ...within, depth: depth - 1 })).toBe('depth');
        if (members > 1) expect(scanJson(bytes, { ...within, members: members - 1 })).toBe('members');
        if (values > 2) expect(scanJson(bytes, { ...within, values: Math.floor(values / 2) })).toBe('values');
      }),
      { numRuns: 500 },
    );
  });

  it('count nothing within strings, including escapes', () => {
    const text = String.raw`{"a,[{\"": "[[[[,,,\\", "b": "\\\"[[,,"}`;
    expect(scanJson(bytesOf(text), { depth: 1, values: 4, members: 2 })).toBeUndefined();
  });

  it.each(['{', '"', '"\\', ']]]]]', '[1, 2', '', '}{'])('handle %j, which is not JSON', (text) => {
    expect(scanJson(bytesOf(text), { depth: 5, values: 50, members: 5 })).toBeUndefined();
  });
});
