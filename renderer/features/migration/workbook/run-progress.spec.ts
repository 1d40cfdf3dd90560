import { describe, expect, it } from 'vitest';
import type { ProgressNews, RunProgress } from './run-progress.ts';
import { tallyText, withNews } from './run-progress.ts';

function after(...news: readonly ProgressNews[]): RunProgress {
  const all = news.reduce<RunProgress | undefined>(
    (known, each) => withNews(known, each, undefined),
    undefined,
  );
  if (all === undefined) throw new Error('There was no news.');
  return all;
}

describe('migration progress', () => {
  it('counts the results of its rules, and names the one being sent', () => {
    const progress = after(
      { done: 0, total: 30, current: 'Create webhook: One', at: 0 },
      { done: 1, total: 30, state: 'verified', at: 100 },
      { done: 2, total: 30, state: 'refused', at: 200 },
      { done: 3, total: 30, state: 'unknown', at: 300 },
      { done: 4, total: 30, state: 'unchanged', at: 400 },
    );
    expect(progress).toMatchObject({
      done: 4,
      total: 30,
      good: 2,
      bad: 1,
      open: 1,
      current: 'Create webhook: One',
    });
    expect(tallyText(progress, 400)).toBe('2 verified · 1 failed · 1 unknown');
  });

  it('includes rules finished before it was resumed', () => {
    const run = { counts: { verified: 12, outdated: 1, unknown: 2, pending: 15 } };
    const progress = withNews(undefined, { done: 13, total: 30, state: 'verified', at: 0 }, run);
    expect(progress).toMatchObject({ good: 13, bad: 1, open: 0 });
  });

  it.each([
    ['few rules say nothing of the rest', 2, 10_000, 30, ''],
    ['nor does a short time', 10, 1000, 30, ''],
    ['seconds', 29, 29_000, 30, 'a few seconds left'],
    ['tens of seconds', 10, 20_000, 30, 'about 40 s left'],
    ['minutes', 10, 60_000, 40, 'about 3 min left'],
    ['nothing at its end', 30, 60_000, 30, ''],
  ])('estimates the remaining time from the elapsed time: %s', (_what, done, elapsed, total, parts) => {
    const progress = after({ done: 0, total, at: 0 }, { done, total, at: elapsed });
    expect(tallyText(progress, elapsed)).toBe(['0 verified', parts].filter(Boolean).join(' · '));
  });
});
