import { describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import { localResource, Resource } from './resource.svelte.ts';
import type { Freshness } from './resource.svelte.ts';

const cached: Snapshot<string> = { data: 'old', fetchedAt: 1, source: 'cache' };
const fresh: Snapshot<string> = { data: 'new', fetchedAt: 2, source: 'tenant' };

describe('a resource', () => {
  it('shows cached data before the tenant has responded', async () => {
    const seen: (string | undefined)[] = [];
    const resource: Resource<string> = new Resource(async (freshness: Freshness) => {
      seen.push(resource.data);
      return freshness === 'cache-first' ? cached : fresh;
    });
    await resource.load();
    expect(seen).toEqual([undefined, 'old']);
    expect(resource.data).toBe('new');
    expect(resource.isReading).toBe(false);
  });

  it('sends the tenant only one request when nothing was cached', async () => {
    const requests: Freshness[] = [];
    const resource = new Resource<string>(async (freshness) => {
      requests.push(freshness);
      return fresh;
    });
    await resource.load();
    expect(requests).toEqual(['cache-first']);
  });

  it('keeps the data when a later read fails, and says why there is nothing when the first one fails', async () => {
    const failure = new DeskFailure({
      code: 'unreachable',
      message: 'No response.',
      retryable: true,
      requestId: 'r',
    });
    let load = (): Promise<Snapshot<string>> => Promise.reject(failure);
    const resource = new Resource<string>(() => load());
    await resource.load();
    expect(resource.failure?.message).toBe('No response.');
    load = async () => fresh;
    await resource.load();
    expect(resource.failure).toBeUndefined();
    load = () => Promise.reject(failure);
    await resource.load();
    expect(resource.data).toBe('new');
  });

  it('never shows the result of a canceled read', async () => {
    let respondLate = (_: Snapshot<string>) => {};
    let load = (): Promise<Snapshot<string>> => new Promise((resolve) => (respondLate = resolve));
    const resource = new Resource<string>(() => load());
    const slow = resource.load();
    load = async () => fresh;
    await resource.load();
    respondLate({ ...cached, data: 'too late' });
    await slow;
    expect(resource.data).toBe('new');
  });

  it('of this installation is always current, and is requested once', async () => {
    let requests = 0;
    const resource = localResource(async () => (requests += 1));
    await resource.load();
    expect([resource.data, resource.staleReason]).toEqual([1, undefined]);
    await resource.load();
    expect(resource.data).toBe(2);
  });
});
