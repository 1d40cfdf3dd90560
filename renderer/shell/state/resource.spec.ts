import { describe, expect, it } from 'vitest';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { Snapshot } from '../../../contract/snapshot.ts';
import { Resource } from './resource.svelte.ts';
import type { Freshness } from './resource.svelte.ts';

const cached: Snapshot<string> = { data: 'old', fetchedAt: 1, source: 'cache' };
const fresh: Snapshot<string> = { data: 'new', fetchedAt: 2, source: 'tenant' };

describe('a resource', () => {
  it('shows what is cached before the tenant has answered', async () => {
    const resource = new Resource<string>();
    const seen: (string | undefined)[] = [];
    await resource.load(async (freshness: Freshness) => {
      seen.push(resource.data);
      return freshness === 'cache-first' ? cached : fresh;
    });
    expect(seen).toEqual([undefined, 'old']);
    expect(resource.data).toBe('new');
    expect(resource.isReading).toBe(false);
  });

  it('asks the tenant only once when nothing was cached', async () => {
    const resource = new Resource<string>();
    const asked: Freshness[] = [];
    await resource.load(async (freshness) => {
      asked.push(freshness);
      return fresh;
    });
    expect(asked).toEqual(['cache-first']);
  });

  it('keeps what it shows when a later read fails, and says why there is nothing when the first one fails', async () => {
    const failure = new DeskFailure({
      code: 'unreachable',
      message: 'No answer.',
      retryable: true,
      requestId: 'r',
    });
    const resource = new Resource<string>();
    await resource.load(() => Promise.reject(failure));
    expect(resource.failure?.message).toBe('No answer.');
    await resource.load(async () => fresh);
    expect(resource.failure).toBeUndefined();
    await resource.load(() => Promise.reject(failure));
    expect(resource.data).toBe('new');
  });

  it('never shows the answer of a read that was given up', async () => {
    const resource = new Resource<string>();
    let answerSlowly = (_: Snapshot<string>) => {};
    const slow = resource.load(() => new Promise((resolve) => (answerSlowly = resolve)));
    await resource.load(async () => fresh);
    answerSlowly({ ...cached, data: 'too late' });
    await slow;
    expect(resource.data).toBe('new');
  });
});
