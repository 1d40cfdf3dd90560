import { flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { tableOf } from '../../contract/applications/application-table.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import { aListedApplication } from '../../test/builders/a-listed-application.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { applicationsResource, readApplicationsWhenIdle } from './applications-resource.ts';

let close = () => {};
afterEach(() => close());

const listed = [aListedApplication('a', { name: 'Payroll' })];

/** A bridge with one list, and the requests so far. */
function deskWithList() {
  const requests: string[] = [];
  const { desk } = fakeDesk({
    'applications.table': async ({ freshness, known }) => {
      requests.push(known === undefined ? freshness : `${freshness}, known`);
      return {
        data: known === undefined ? { version: 'v1', table: tableOf(listed) } : { version: 'v1' },
        fetchedAt: requests.length,
        source: 'tenant',
      };
    },
  });
  return { desk, requests };
}

/** What a view of the tenant shows in its first frame. */
function open(
  desk: ReturnType<typeof deskWithList>['desk'],
  tenantId: string,
  revision = 0,
): Snapshot<readonly unknown[]> | undefined {
  let shown: Snapshot<readonly unknown[]> | undefined;
  close = $effect.root(() => {
    const activity = { revisionOf: () => revision, isSignedIn: () => false };
    shown = applicationsResource(desk, activity, () => tenantId).snapshot;
  });
  flushSync();
  return shown;
}

const activity = { revisionOf: () => 0 };

describe('the list of a tenant that was read while the window was idle', () => {
  it('is shown by the first view that opens, while it requests current data', async () => {
    const { desk, requests } = deskWithList();
    close = readApplicationsWhenIdle(desk, activity, 'idle');
    await expect.poll(() => requests).toEqual(['cache-first']);
    await expect.poll(() => open(desk, 'idle')?.data).toEqual(listed);
    expect(requests.slice(1)).toContain('tenant-first, known');
  });

  it('is not shown once a change was applied to the tenant', async () => {
    const { desk, requests } = deskWithList();
    close = readApplicationsWhenIdle(desk, activity, 'changed');
    await expect.poll(() => open(desk, 'changed')?.data).toEqual(listed);
    expect(open(desk, 'changed', 1)).toBeUndefined();
    expect(requests.length).toBeGreaterThan(1);
  });

  it('is not read for a tenant that was left before that', async () => {
    const { desk, requests } = deskWithList();
    readApplicationsWhenIdle(desk, activity, 'left')();
    close = readApplicationsWhenIdle(desk, activity, 'entered');
    await expect.poll(() => requests).toEqual(['cache-first']);
    expect(open(desk, 'left')).toBeUndefined();
  });
});
