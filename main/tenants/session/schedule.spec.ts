import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSchedule } from './schedule.ts';
import { renewAt } from './token-set.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const month = 30 * 24 * 3_600_000;

describe('the schedule', () => {
  it('runs at its time, even beyond the maximum timer delay', () => {
    const run = vi.fn();
    createSchedule(Date.now)(month, run);
    vi.advanceTimersByTime(month - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs nothing after cancellation', () => {
    const run = vi.fn();
    const cancel = createSchedule(Date.now)(month, run);
    vi.advanceTimersByTime(month - 1);
    cancel();
    vi.advanceTimersByTime(month);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a renewal', () => {
  const tokens = { accessToken: 'a', issuer: 'i', clientId: 'c', user: { subject: 's' }, obtainedAt: 0 };

  it('is due a minute before the end of a long lifetime', () => {
    expect(renewAt({ ...tokens, expiresAt: 3_600_000 })).toBe(3_540_000);
  });

  it('is due after four fifths of a short lifetime', () => {
    expect(renewAt({ ...tokens, expiresAt: 100_000 })).toBe(80_000);
  });
});
