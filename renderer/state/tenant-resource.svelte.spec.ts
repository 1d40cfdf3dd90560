import { flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { LastShown } from './last-shown.ts';
import type { ReadSnapshot } from './resource.svelte.ts';
import { tenantResource } from './tenant-resource.svelte.ts';
import type { TenantActivity } from './tenant-resource.svelte.ts';

/** The workspace's state, changed by the spec. */
class Activity implements TenantActivity {
  revisions = $state.raw<Readonly<Record<string, number>>>({});
  signedIn = $state.raw<readonly string[]>([]);

  revisionOf(tenantId: string): number {
    return this.revisions[tenantId] ?? 0;
  }

  isSignedIn(tenantId: string): boolean {
    return this.signedIn.includes(tenantId);
  }
}

let close = () => {};
afterEach(() => close());

/** Opens a view of the tenant `acme` that counts its reads and records how the last one ended. */
function open(activity: Activity, read: ReadSnapshot<number>, last?: LastShown<number>) {
  const signals: AbortSignal[] = [];
  let resource: ReturnType<typeof tenantResource<number>> | undefined;
  close = $effect.root(() => {
    resource = tenantResource(
      activity,
      () => 'acme',
      (freshness, signal) => {
        signals.push(signal);
        return read(freshness, signal);
      },
      last,
    );
  });
  flushSync();
  return { signals, data: () => resource?.data };
}

const answering: ReadSnapshot<number> = async () => ({ data: 1, fetchedAt: 1, source: 'tenant' });
const never: ReadSnapshot<number> = () => new Promise(() => undefined);

describe('a resource of a tenant', () => {
  it('is read as soon as the view opens', async () => {
    const { signals, data } = open(new Activity(), answering);
    expect(signals).toHaveLength(1);
    await expect.poll(data).toBe(1);
  });

  it('reloads when a change was applied to the tenant, and when a session begins or ends', async () => {
    const activity = new Activity();
    const { signals, data } = open(activity, answering);
    await expect.poll(data).toBe(1);
    activity.revisions = { acme: 1 };
    flushSync();
    expect(signals).toHaveLength(2);
    activity.signedIn = ['acme'];
    flushSync();
    expect(signals).toHaveLength(3);
    activity.signedIn = [];
    flushSync();
    expect(signals).toHaveLength(4);
  });

  it('is not affected by other tenants', () => {
    const activity = new Activity();
    const { signals } = open(activity, answering);
    activity.revisions = { other: 1 };
    activity.signedIn = ['other'];
    flushSync();
    expect(signals).toHaveLength(1);
  });

  it('cancels a read in progress when another begins, and when the view closes', () => {
    const activity = new Activity();
    const { signals } = open(activity, never);
    activity.revisions = { acme: 1 };
    flushSync();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('starts with its last data while it requests current data', async () => {
    const last = new LastShown<number>();
    const first = open(new Activity(), answering, last);
    await expect.poll(first.data).toBe(1);
    close();
    const requests: string[] = [];
    const again = open(
      new Activity(),
      (freshness) => {
        requests.push(freshness);
        return never(freshness, new AbortController().signal);
      },
      last,
    );
    expect(again.data()).toBe(1);
    expect(requests).toEqual(['tenant-first']);
  });
});
