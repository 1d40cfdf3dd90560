import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { isRetryable } from '../../contract/errors/errors.ts';
import type { Job } from '../../contract/jobs/jobs.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { JobWatch } from './job-watch.svelte.ts';
import { WatchedJobs } from './watched-jobs.svelte.ts';

/** Polling continues as long as a job is running, in any view. */
const running: Job = {
  ...{ id: '1', name: 'Assign', script: '/lib/jobs/assign.js', state: 'running', stateName: 'Running' },
  ...{ requestedBy: '', isMine: true, createdAt: 1, startedAt: 1, finishedAt: null },
  ...{ progress: null, error: null, gone: null },
};

const failure = (code: ErrorCode, message: string): Error =>
  new DeskFailure({ code, message, retryable: isRetryable(code), requestId: '' });

let reported: readonly Job[] | Error;
let stored: Map<string, string>;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

function open() {
  const fake = fakeDesk({
    'jobs.list': async () => {
      if (reported instanceof Error) throw reported;
      return { jobs: [...reported], note: '' };
    },
  });
  return { ...fake, jobs: new WatchedJobs(fake.desk, storage) };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  reported = [running];
  stored = new Map();
});
afterEach(() => void vi.useRealTimers());

it('keeps polling after the view was closed, until the job has ended', async () => {
  const { jobs, calls } = open();
  const watch = jobs.of('acme', () => undefined, JobWatch);
  watch.start()();
  await pass(4000);
  expect(calls.length).toBeGreaterThan(2);
  reported = [{ ...running, state: 'succeeded' }];
  await pass(2000);
  expect(watch.live).toEqual([]);
  const seen = calls.length;
  await pass(60_000);
  expect(calls).toHaveLength(seen);
});

it('stops polling on request, and keeps the last state', async () => {
  const { jobs, calls } = open();
  const watch = jobs.of('acme', () => undefined, JobWatch);
  watch.start();
  await pass(100);
  watch.stop();
  const seen = calls.length;
  await pass(60_000);
  expect(calls).toHaveLength(seen);
  expect(watch.live).toHaveLength(1);
});

it('retries with longer pauses if the tenant cannot be read now, and not if that would not help', async () => {
  const { jobs } = open();
  const watch = jobs.of('acme', () => undefined, JobWatch);
  watch.start();
  await pass(100);
  reported = failure('unreachable', 'The tenant cannot be reached.');
  await pass(2000);
  expect(watch.failure?.code).toBe('unreachable');
  expect(watch.live).toHaveLength(1);
  reported = [{ ...running, state: 'failed' }];
  await pass(10_000);
  expect(watch.failure).toBeUndefined();
  reported = [running];
  await watch.look();
  reported = failure('signed-out', 'Sign in.');
  await pass(2000);
  reported = [];
  await pass(60_000);
  expect(watch.live).toHaveLength(1);
});

it('continues in a reopened window, with the same job history', async () => {
  const first = open();
  first.jobs.of('acme', () => '/lib/own_history.js', JobWatch).start();
  await pass(100);
  first.jobs.end();
  const second = open();
  await second.jobs.resume('other');
  await second.jobs.resume('acme');
  await pass(100);
  expect(second.jobs.find('other')).toBeUndefined();
  expect(second.jobs.find('acme')?.live).toHaveLength(1);
  expect(second.jobs.find('acme')?.historyPath()).toBe('/lib/own_history.js');
  reported = [];
  await pass(2000);
  const third = open();
  await third.jobs.resume('acme');
  expect(third.calls).toEqual([]);
});

it('works without storage', async () => {
  const { desk } = open();
  const fail = (): never => {
    throw new Error('no');
  };
  const jobs = new WatchedJobs(desk, { getItem: fail, setItem: fail, removeItem: fail });
  await jobs.resume('acme');
  const watch = jobs.of('acme', () => undefined, JobWatch);
  await watch.look();
  expect(watch.live).toHaveLength(1);
});
