import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodName, MethodOutput } from '../../contract/bridge/methods.ts';
import { aLargeTenant } from '../builders/a-large-tenant.ts';
import { aDeepText, aLargeChangeSet, aLargeExport } from '../builders/large-files.ts';
import type { WatchedWork } from '../builders/longest-turn.ts';
import { watchLongestTurn } from '../builders/longest-turn.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';

/** Milliseconds for which everybody else may have to wait. */
const longest = 50;
let desk: DeskOnTenant;

beforeAll(() => {
  desk = startDesk({ baseUrl: 'http://127.0.0.1:9', accessToken: 'the-token-of-this-spec' });
});
afterAll(() => desk[Symbol.asyncDispose]());

function open<Name extends 'migration.openFile' | 'changeSets.open'>(name: Name, bytes: Uint8Array) {
  desk.host.fileToOpen = { name: 'large.json', bytes };
  return watch(() => desk.call<MethodName>(name, undefined) as Promise<MethodOutput<Name>>);
}

/**
 * The shortest of up to three times: a collection of garbage or a compilation falls into one of them, on a busy machine
 * for long, and work that does not let others in is as long in each.
 */
async function watch<Result>(work: () => Promise<Result>): Promise<WatchedWork<Result>> {
  let shortest = await watchLongestTurn(work);
  for (let again = 0; again < 2 && shortest.maxRunMs >= longest; again += 1) {
    const next = await watchLongestTurn(work);
    if (next.maxRunMs < shortest.maxRunMs) shortest = next;
  }
  return shortest;
}

describe('large input delays no other call by more than 50 ms', () => {
  it('as a file of 31 MB with 10,000 webhooks, which is read completely', async () => {
    const { outcome, maxRunMs } = await open('migration.openFile', aLargeExport(10_000, 2850));
    if (outcome.status === 'rejected') throw outcome.reason;
    expect(outcome.value?.ruleCount).toBe(10_000);
    const fileId = outcome.value?.fileId ?? '';
    const last = await desk.call('migration.rules', { fileId, from: 9_999 });
    expect(last).toMatchObject([{ name: 'Webhook 9999', url: 'https://hooks.example/9999' }]);
    expect(maxRunMs).toBeLessThan(longest);
  });

  it('as a file of 80,000 webhooks, which is rejected: no tenant exports that many', async () => {
    const { outcome, maxRunMs } = await open('migration.openFile', aLargeExport(80_000, 100));
    expect(outcome).toMatchObject({ reason: { error: { code: 'file-wrong-shape' } } });
    expect(maxRunMs).toBeLessThan(longest);
  });

  it('as a file of more webhooks than an export may have, which is rejected with their number', async () => {
    const { outcome, maxRunMs } = await open('migration.openFile', aLargeExport(10_001, 2));
    expect(outcome).toMatchObject({
      reason: {
        error: { code: 'file-wrong-shape', detail: 'ruleActions: contains more than 10,000 webhooks' },
      },
    });
    expect(maxRunMs).toBeLessThan(longest);
  });

  it('as a change set of 30 MB with 10,000 changes', async () => {
    const { outcome, maxRunMs } = await open('changeSets.open', aLargeChangeSet(10_000, 2500));
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { count: 10_000 } });
    expect(maxRunMs).toBeLessThan(longest);
  });

  it.each(['migration.openFile', 'changeSets.open'] as const)(
    'as a file of 49 MB of endless nesting, which %s rejects with that reason',
    async (name) => {
      const deep = aDeepText(49_000_000, '{"version":"1","ruleActions":[', ']}');
      const { outcome, maxRunMs } = await open(name, deep);
      expect(outcome).toMatchObject({
        reason: { error: { code: 'file-wrong-shape', detail: 'It is nested more than 100 levels deep.' } },
      });
      expect(maxRunMs).toBeLessThan(longest);
    },
  );

  it('as a response of 60 MB of endless nesting, which is rejected with that reason', async () => {
    using tenant = await aLargeTenant(60);
    await using reader = startDesk({ baseUrl: tenant.baseUrl, accessToken: 'the-token-of-this-spec' });
    const { outcome, maxRunMs } = await watch(() =>
      reader.call('roles.list', { tenantId: reader.tenantId, freshness: 'tenant-first' }),
    );
    expect(outcome).toMatchObject({
      reason: { error: { code: 'response-too-large', detail: 'It is nested more than 100 levels deep.' } },
    });
    expect(maxRunMs).toBeLessThan(longest);
  });
});
