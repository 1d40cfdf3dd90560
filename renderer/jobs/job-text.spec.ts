import { describe, expect, it } from 'vitest';
import type { Job } from '../../contract/jobs/jobs.ts';
import { detailOf, durationLabel } from './job-text.ts';

const at = Date.UTC(2026, 10, 20, 9);
const job = (changes: Partial<Job>): Job => ({
  ...{ id: '1', name: 'Assign', script: '/lib/jobs/x.js', stateName: '', requestedBy: 'greta@acme.example' },
  ...{
    state: 'running',
    isMine: false,
    createdAt: at,
    startedAt: at,
    finishedAt: null,
    progress: null,
    error: null,
    gone: null,
  },
  ...changes,
});

describe('the detail line of a job', () => {
  it.each([
    ['how long it runs', {}, 'running for 50 s · greta@acme.example'],
    [
      'how far it is and how long it may take, by what it has done',
      { progress: { done: 1000, total: 2000 } },
      '1,000 of 2,000 · about 50 s left · greta@acme.example',
    ],
    [
      'why it failed',
      { state: 'failed', error: 'No server with this PVID', isMine: true },
      'No server with this PVID · you',
    ],
    ['that it has no reason', { state: 'failed' }, 'failed (no reason given) · greta@acme.example'],
    ['how long it took', { state: 'succeeded', finishedAt: at + 130_000 }, '2 min 10 s · greta@acme.example'],
    ['an unknown state', { state: 'unknown', stateName: 'Hibernating' }, 'Hibernating · greta@acme.example'],
    [
      'that the tenant no longer knows it',
      { state: 'unknown', gone: 'too-old' },
      'result expired on the tenant · greta@acme.example',
    ],
    [
      'that it has vanished',
      { state: 'unknown', gone: 'missing' },
      'no longer available · greta@acme.example',
    ],
    ['nothing of whose it is where nobody tells', { state: 'unknown', requestedBy: '' }, 'state unknown'],
  ] as const)('%s', (_what, changes, expected) => {
    expect(detailOf(job(changes), at + 50_000)).toBe(expected);
  });

  it.each([
    [0, 'under a second'],
    [999, 'under a second'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms: %s', (milliseconds, expected) => {
    expect(durationLabel(milliseconds)).toBe(expected);
  });
});
