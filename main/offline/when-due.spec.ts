import { expect, it } from 'vitest';
import type { OfflineTenant } from './offline-store.ts';
import { isDue, refreshAfterMs, tryAgainAfterMs } from './when-due.ts';
import type { SinceLastRun } from './when-due.ts';

const start = 1_000_000_000;
const failed = (code: 'signed-out' | 'unreachable') => ({
  code,
  message: '',
  retryable: true,
  requestId: '',
});

function due(stored: Partial<OfflineTenant>, since: Partial<SinceLastRun> = {}) {
  return isDue(
    {
      tenantId: 'acme',
      isOn: true,
      isStopped: false,
      begunAt: null,
      finishedAt: start,
      kinds: [],
      ...stored,
    },
    { error: undefined, triedAt: start, appliedAt: undefined, isSignedIn: true, now: start, ...since },
  );
}

it('syncs everything again when it is old, only with offline turned on and a session', () => {
  const later = { now: start + refreshAfterMs };
  expect(due({})).toBeUndefined();
  expect(due({}, later)).toBe('all');
  expect(due({ isOn: false }, later)).toBeUndefined();
  expect(due({}, { ...later, isSignedIn: false })).toBeUndefined();
});

it('resumes at once after a crash, and later after a connection failure', () => {
  expect(due({ begunAt: start, finishedAt: null }, { triedAt: 0 })).toBe('all');
  const away = { error: failed('unreachable') };
  expect(due({ begunAt: start }, away)).toBeUndefined();
  expect(due({ begunAt: start }, { ...away, now: start + tryAgainAfterMs })).toBe('all');
});

it('resumes as soon as there is a session', () => {
  expect(due({ begunAt: start, finishedAt: null }, { error: failed('signed-out') })).toBe('all');
});

it('stays stopped by the user, after a restart too, until it is old', () => {
  const stopped = { begunAt: start, isStopped: true, finishedAt: null };
  expect(due(stopped, { triedAt: 0, now: start + tryAgainAfterMs })).toBeUndefined();
  expect(due(stopped, { now: start + refreshAfterMs })).toBe('all');
});

it('syncs what an apply may have changed, once for several plans', () => {
  expect(due({}, { appliedAt: start, now: start + 1000 })).toBeUndefined();
  expect(due({}, { appliedAt: start, now: start + 6000 })).toBe('after-apply');
});
