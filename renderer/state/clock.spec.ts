import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatTimeLeft } from '../../languages/text/intl.ts';
import { Clock, steadyEnd, steadyTime } from './clock.svelte.ts';

const minute = 60_000;
const hour = 60 * minute;

// Fakes the system time alone: `performance.now` continues.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('the time left of a session', () => {
  it.each([2 * hour, -2 * hour])('is unchanged after the system clock was moved by %i ms', (by) => {
    const session = { expiresAt: Date.now() + 30 * minute };
    const before = steadyEnd(session);
    vi.setSystemTime(Date.now() + by);
    const clock = new Clock();
    expect(steadyEnd(session)).toBe(before);
    expect(formatTimeLeft(steadyEnd(session) - clock.steady)).toBe('30 min');
  });

  it('follows the newest state', () => {
    vi.setSystemTime(Date.now() + hour);
    const renewed = { expiresAt: Date.now() + 5 * minute };
    expect(formatTimeLeft(steadyEnd(renewed) - performance.now())).toBe('5 min');
  });

  it('can be computed for a time in the past', () => {
    expect(Math.round((performance.now() - steadyTime(Date.now() - minute)) / 1000)).toBe(60);
  });
});
