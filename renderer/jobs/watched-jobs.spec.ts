import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { isRetryable } from '../../contract/errors/errors.ts';
import type { Job } from '../../contract/jobs/jobs.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { JobWatch } from './job-watch.svelte.ts';
import { WatchedJobs } from './watched-jobs.svelte.ts';

/** Looking at jobs goes on as long as one does, in whatever view somebody is. */
const running: Job = {
  ...{ id: '1', name: 'Assign', script: '/lib/jobs/assign.js', state: 'running', stateName: 'Running' },
  ...{ requestedBy: '', isMine: true, createdAt: 1, startedAt: 1, finishedAt: null },
  ...{ progress: null, error: null, gone: null },
};

const failure = (code: ErrorCode, message: string): Error =>
  new DeskFailure({ code, message, retryable: isRetryable(code), requestId: '' });

let told: readonly Job[] | Error;
let stored: Map<string, string>;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

function open() {
  const fake = fakeDesk({
    'jobs.list': async () => {
      if (told instanceof Error) throw told;
      return { jobs: [...told], note: '' };
    },
  });
  return { ...fake, jobs: new WatchedJobs(fake.desk, storage) };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  told = [running];
  stored = new Map();
});
afterEach(() => void vi.useRealTimers());

it('goes on after the view was left, until the job is over', async () => {
  const { jobs, calls } = open();
  const watch = jobs.of('acme', () => undefined, JobWatch);
  watch.start()();
  await pass(4000);
  expect(calls.length).toBeGreaterThan(2);
  told = [{ ...running, state: 'succeeded' }];
  await pass(2000);
  expect(watch.live).toEqual([]);
  const seen = calls.length;
  await pass(60_000);
  expect(calls).toHaveLength(seen);
});

it('looks no more when somebody has seen enough, and keeps what it saw', async () => {
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

it('tries again, with longer pauses, where the tenant cannot be read just now, and not where that would not help', async () => {
  const { jobs } = open();
  const watch = jobs.of('acme', () => undefined, JobWatch);
  watch.start();
  await pass(100);
  told = failure('unreachable', 'The tenant cannot be reached.');
  await pass(2000);
  expect(watch.failure?.code).toBe('unreachable');
  expect(watch.live).toHaveLength(1);
  told = [{ ...running, state: 'failed' }];
  await pass(10_000);
  expect(watch.failure).toBeUndefined();
  told = [running];
  await watch.look();
  told = failure('signed-out', 'Sign in.');
  await pass(2000);
  told = [];
  await pass(60_000);
  expect(watch.live).toHaveLength(1);
});

it('goes on in a window that is opened again, with the history that was asked before', async () => {
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
  told = [];
  await pass(2000);
  const third = open();
  await third.jobs.resume('acme');
  expect(third.calls).toEqual([]);
});

it('does without a storage that refuses', async () => {
  const { desk } = open();
  const refuse = (): never => {
    throw new Error('no');
  };
  const jobs = new WatchedJobs(desk, { getItem: refuse, setItem: refuse, removeItem: refuse });
  await jobs.resume('acme');
  const watch = jobs.of('acme', () => undefined, JobWatch);
  await watch.look();
  expect(watch.live).toHaveLength(1);
});
