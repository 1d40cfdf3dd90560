import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRIES, nextWait, readRetryAfter } from './retry-schedule.ts';

describe('retry schedule', () => {
  it('retries five times, doubling the wait, and then gives up', () => {
    const longest = [1, 2, 3, 4, 5, 6].map((attempts) => nextWait(DEFAULT_RETRIES, attempts, 1, undefined));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, undefined]);
  });

  it('spreads each wait over its upper half', () => {
    expect(nextWait(DEFAULT_RETRIES, 3, 0, undefined)).toBe(2_000);
    expect(nextWait(DEFAULT_RETRIES, 3, 0.5, undefined)).toBe(3_000);
  });

  it('honors a longer Retry-After, but never beyond the cap', () => {
    expect(nextWait(DEFAULT_RETRIES, 1, 0, 9_000)).toBe(9_000);
    expect(nextWait(DEFAULT_RETRIES, 1, 0, 3_600_000)).toBe(60_000);
    expect(nextWait(DEFAULT_RETRIES, 1, 1, 10)).toBe(1_000);
  });

  it('parses Retry-After as seconds and as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(readRetryAfter('7', now)).toBe(7_000);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9_000);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:09', now)).toBe(9_000);
    expect(readRetryAfter('soon', now)).toBeUndefined();
    expect(readRetryAfter(undefined, now)).toBeUndefined();
  });
});
