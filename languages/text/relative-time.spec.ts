import { describe, expect, it } from 'vitest';
import { nextChange, formatRelativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 21, 10, 42);
const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [44_000, 'now'],
    [50_000, '1 min'],
    [59 * minutes, '59 min'],
    [4 * hours, '4 h'],
    [2 * days, '2 d'],
    [12 * days, '12 d'],
    [21 * days, '3 wk'],
    [70 * days, '2 mo'],
    [400 * days, '1 y'],
  ])('formats %i ms ago as "%s"', (distance, expected) => {
    expect(formatRelativeTime(now - distance, now)).toBe(expected);
  });

  it('supports the future and the singular in sentences', () => {
    expect(formatRelativeTime(now - hours, now, 'long')).toBe('1 hour ago');
    expect(formatRelativeTime(now - 3 * days, now, 'long')).toBe('3 days ago');
    expect(formatRelativeTime(now + 52 * minutes, now, 'long')).toBe('in 52 minutes');
    expect(formatRelativeTime(now + 5_000, now, 'long')).toBe('just now');
  });

  it('never makes an item look older than it is', () => {
    expect(formatRelativeTime(now - (2 * hours - 1), now)).toBe('1 h');
  });

  it('refreshes when the minute is full', () => {
    expect(nextChange(now - 90_000, now)).toBe(30_000);
    expect(nextChange(now, now)).toBe(15_000);
  });
});
