import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
    ['Thu, 01 Jan 2026 00:01:30', 90],
    ['Thu Jan  1 00:01:30 2026', 90],
    ['Thursday, 01-Jan-26 00:01:30 GMT', 90],
    ['2026-01-01T00:01:30', 90],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ])('%j means %i seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  it.each([undefined, '', 'soon', '-5', '1.5', '99999999999'])('%j means nothing', (header) => {
    expect(retryAfterSeconds(header, now)).toBeUndefined();
  });
});
