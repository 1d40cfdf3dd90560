import { expect, it } from 'vitest';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import { missingTexts, progressLabel, stateOf, runningKind } from './offline-text.ts';

const error = { code: 'forbidden', message: 'You may not.', retryable: false, requestId: '' } as const;
const statusOf = (changes: Partial<OfflineStatus>): OfflineStatus => ({
  tenantId: 'acme',
  isOn: true,
  isRunning: false,
  isStopped: false,
  finishedAt: 1,
  bytes: 0,
  kinds: [],
  ...changes,
});
const scripts = { kind: 'scripts', done: 411, failed: 1, total: 2000, readAt: null } as const;

it('shows the progress of the current kind', () => {
  const applications = { kind: 'applications', done: 1, failed: 0, total: 1, readAt: 1 } as const;
  const running = runningKind(statusOf({ isRunning: true, kinds: [applications, scripts] }));
  expect(running && progressLabel(running)).toBe('412 of 2,000 scripts');
  expect(runningKind(statusOf({ kinds: [scripts] }))).toBeUndefined();
});

it('says what is missing for each kind, and why', () => {
  const kinds = [
    { ...scripts, error },
    { kind: 'webhooks', done: 0, failed: 0, total: 0, readAt: null, error } as const,
    { kind: 'icons', done: 3, failed: 0, total: 3, readAt: 1 } as const,
  ];
  expect(missingTexts(statusOf({ kinds }))).toEqual([
    '1 of 2,000 scripts could not be read. You may not.',
    'No list of webhooks could be read. You may not.',
  ]);
});

it('counts as synced only what was completed without errors', () => {
  expect(stateOf(undefined)).toBe('off');
  expect(stateOf(statusOf({ isOn: false }))).toBe('off');
  expect(stateOf(statusOf({ isRunning: true }))).toBe('running');
  expect(stateOf(statusOf({ error }))).toBe('waiting');
  expect(stateOf(statusOf({ isStopped: true }))).toBe('stopped');
  expect(stateOf(statusOf({ kinds: [{ ...scripts, error }] }))).toBe('incomplete');
  expect(stateOf(statusOf({}))).toBe('kept');
});
