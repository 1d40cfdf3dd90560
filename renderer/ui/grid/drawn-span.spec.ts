import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnSpan } from './drawn-span.ts';

const rows = { count: 1_000, overscan: 8 };

describe('the rows that a grid renders', () => {
  it('are initially the visible ones and as many on both sides', () => {
    const nothing = { first: 0, last: -1 };
    expect(drawnSpan(nothing, { first: 100, last: 120 }, { ...rows, direction: undefined })).toEqual({
      first: 92,
      last: 128,
    });
    expect(drawnSpan(nothing, { first: 0, last: 20 }, { ...rows, direction: undefined })).toEqual({
      first: 0,
      last: 28,
    });
  });

  it('extend in the scroll direction, and stay until less than the overscan is left', () => {
    const forward = { ...rows, direction: 'forward' } as const;
    const drawn = drawnSpan({ first: 92, last: 128 }, { first: 101, last: 121 }, forward);
    expect(drawn).toEqual({ first: 99, last: 135 });
    expect(drawnSpan(drawn, { first: 107, last: 127 }, forward)).toBe(drawn);
    expect(drawnSpan(drawn, { first: 108, last: 128 }, forward)).toEqual({ first: 106, last: 142 });
  });

  it('reverse with the scroll direction', () => {
    const backward = { ...rows, direction: 'backward' } as const;
    const drawn = drawnSpan({ first: 99, last: 135 }, { first: 100, last: 120 }, backward);
    expect(drawn).toEqual({ first: 86, last: 122 });
    expect(drawnSpan(drawn, { first: 94, last: 114 }, backward)).toBe(drawn);
  });

  it('are unchanged at rest, as long as there is a little on both sides, but not many more', () => {
    const rest = { ...rows, direction: undefined };
    const drawn = { first: 99, last: 135 };
    expect(drawnSpan(drawn, { first: 101, last: 121 }, rest)).toBe(drawn);
    expect(drawnSpan(drawn, { first: 100, last: 120 }, rest)).toEqual({ first: 92, last: 128 });
    expect(drawnSpan(drawn, { first: 101, last: 111 }, rest)).toEqual({ first: 93, last: 119 });
  });

  it('are none if there are none', () => {
    const nothing = { first: 0, last: -1 };
    for (const direction of ['forward', undefined] as const) {
      const { first, last } = drawnSpan({ first: 0, last: 20 }, nothing, {
        count: 0,
        overscan: 8,
        direction,
      });
      expect(last).toBeLessThan(first);
    }
  });

  it('contain the visible ones and more ahead, never missing ones, however it is scrolled', () => {
    const step = fc.record({
      first: fc.nat(200),
      length: fc.integer({ min: 1, max: 40 }),
      count: fc.integer({ min: 1, max: 240 }),
      direction: fc.constantFrom('forward', 'backward', undefined),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (steps, overscan) => {
        let drawn = { first: 0, last: -1 };
        for (const { first, length, count, direction } of steps) {
          const sight = { first: Math.min(first, count - 1), last: Math.min(first + length, count) - 1 };
          sight.last = Math.max(sight.first, sight.last);
          drawn = drawnSpan(drawn, sight, { count, overscan, direction });
          expect(drawn.first).toBeGreaterThanOrEqual(0);
          expect(drawn.last).toBeLessThan(count);
          const little = Math.ceil(overscan / 4);
          const before = direction === 'forward' ? 0 : direction === 'backward' ? overscan : little;
          const after = direction === 'backward' ? 0 : direction === 'forward' ? overscan : little;
          expect(drawn.first).toBeLessThanOrEqual(Math.max(0, sight.first - before));
          expect(drawn.last).toBeGreaterThanOrEqual(Math.min(count - 1, sight.last + after));
        }
      }),
    );
  });
});
