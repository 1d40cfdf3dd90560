import { expect, it } from 'vitest';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import { missingTexts, progressLabel, stateOf, underWay } from './offline-text.ts';

const error = { code: 'forbidden', message: 'You may not.', retryable: false, requestId: '' } as const;
const keeping = (changes: Partial<OfflineStatus>): OfflineStatus => ({
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

it('says how far the kind under way is', () => {
  const applications = { kind: 'applications', done: 1, failed: 0, total: 1, readAt: 1 } as const;
  const running = underWay(keeping({ isRunning: true, kinds: [applications, scripts] }));
  expect(running && progressLabel(running)).toBe('412 of 2,000 scripts');
  expect(underWay(keeping({ kinds: [scripts] }))).toBeUndefined();
});

it('says of each kind what is missing, and why', () => {
  const kinds = [
    { ...scripts, error },
    { kind: 'webhooks', done: 0, failed: 0, total: 0, readAt: null, error } as const,
    { kind: 'icons', done: 3, failed: 0, total: 3, readAt: 1 } as const,
  ];
  expect(missingTexts(keeping({ kinds }))).toEqual([
    '1 of 2,000 scripts could not be read. You may not.',
    'No list of webhooks could be read. You may not.',
  ]);
});

it('calls kept only what was gone through to the end without a gap', () => {
  expect(stateOf(undefined)).toBe('off');
  expect(stateOf(keeping({ isOn: false }))).toBe('off');
  expect(stateOf(keeping({ isRunning: true }))).toBe('running');
  expect(stateOf(keeping({ error }))).toBe('waiting');
  expect(stateOf(keeping({ isStopped: true }))).toBe('stopped');
  expect(stateOf(keeping({ kinds: [{ ...scripts, error }] }))).toBe('incomplete');
  expect(stateOf(keeping({}))).toBe('kept');
});
