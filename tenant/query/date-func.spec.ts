import { describe, expect, it } from 'vitest';
import { dateFunc } from './date-func.ts';

const now = (): number => Date.UTC(2026, 2, 1, 12, 0, 0);

describe('DateFunc', () => {
  it.each([
    ['now', '-7', '2026-02-22 12:00:00'],
    ['NOW', '30', '2026-03-31 12:00:00'],
    ['now', -1, '2026-02-28 12:00:00'],
    ['now', '-0:30', '2026-03-01 11:30:00'],
    ['now', '-1.12:00', '2026-02-28 00:00:00'],
    ['now', undefined, '2026-03-01 12:00:00'],
    ['2026-01-01 00:00:00.500', '1', '2026-01-02 00:00:00'],
    ['2026-01-01', '0', '2026-01-01 00:00:00'],
  ])('moves %j by %j to %j', (base, offset, expected) => {
    expect(dateFunc(base, offset, now)).toBe(expected);
  });

  it.each([
    ['yesterday', '-7'],
    ['now', 'a week'],
    ['now', '1.2'],
    [null, '1'],
    ['now', '99999999999'],
  ])('is null for %j and %j', (base, offset) => {
    expect(dateFunc(base, offset, now)).toBeNull();
  });
});
