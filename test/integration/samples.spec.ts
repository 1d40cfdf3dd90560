import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { sampleLimits } from '../../contract/webhooks/sample-limits.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

const on = useDesk();
const aSample = (id: string) => ({
  id,
  name: 'Zoë from Oslo',
  columns: [
    { name: 'user_name', value: 'zoe "the admin"' },
    { name: '__proto__', value: 'a column like any other' },
    { name: 'failed_attempts', value: 3 },
    { name: 'agent_id', value: null },
  ],
});

describe('own samples', () => {
  it('are saved as written, per tenant, until they are deleted', async () => {
    const folder = makeTemporaryFolder();
    const first = on.another({ folder });
    const { call, tenantId } = first;
    await call('samples.save', { tenantId, sample: aSample('a') });
    await call('samples.save', { tenantId, sample: { ...aSample('b'), name: 'Second' } });
    await call('samples.save', { tenantId, sample: { ...aSample('a'), name: 'Renamed' } });
    await first[Symbol.asyncDispose]();
    const again = on.another({ folder });
    expect(await again.call('samples.list', { tenantId })).toEqual([
      { ...aSample('a'), name: 'Renamed' },
      { ...aSample('b'), name: 'Second' },
    ]);
    expect(await again.call('samples.list', { tenantId: again.addTenant('Other') })).toEqual([]);
    await again.call('samples.remove', { tenantId, id: 'a' });
    expect((await again.call('samples.list', { tenantId })).map(({ id }) => id)).toEqual(['b']);
  });

  it('are bounded in number and size', async () => {
    const { call, tenantId } = on.desk;
    for (let index = 0; index < sampleLimits.samples; index += 1) {
      await call('samples.save', { tenantId, sample: { id: `${index}`, name: 'One', columns: [] } });
    }
    await expect(call('samples.save', { tenantId, sample: aSample('more') })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('up to 200 custom samples'),
    });
    const tooLong = { name: 'reason', value: 'x'.repeat(sampleLimits.value + 1) };
    await expect(
      call('samples.save', { tenantId, sample: { id: '1', name: 'One', columns: [tooLong] } }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('are read from a file, with or without a byte order mark, and binary data is rejected', async () => {
    const { call, host } = on.desk;
    host.fileToOpen = { name: 'events.json', bytes: Buffer.from('\uFEFF{"user_name": "Zoë"}') };
    expect(await call('samples.openFile', undefined)).toEqual({
      fileName: 'events.json',
      text: '{"user_name": "Zoë"}',
    });
    host.fileToOpen = { name: 'logo.json', bytes: Buffer.from([0x89, 0xff, 0x4e]) };
    await expect(call('samples.openFile', undefined)).rejects.toMatchObject({ code: 'file-wrong-shape' });
    host.fileToOpen = undefined;
    expect(await call('samples.openFile', undefined)).toBeUndefined();
  });
});

describe('events of the tenant', () => {
  it('are read with the query API, and are there without a connection until they are removed', async () => {
    const { call, tenantId } = on.desk;
    expect(await call('samples.cachedEvents', { tenantId })).toBeUndefined();
    const read = await call('samples.pastEvents', { tenantId, days: 30 });
    expect(read.source).toBe('tenant');
    expect(read.data.events.length).toBeGreaterThan(10);
    expect(read.data.columns).toEqual(expect.arrayContaining(['user_name', 'event_time', 'NormalizedUser']));
    const week = Date.now() - 7 * 86_400_000;
    const ofWeek = await call('samples.pastEvents', { tenantId, days: 7 });
    expect(ofWeek.data.events.every(({ at }) => (at ?? 0) >= week)).toBe(true);
    expect(ofWeek.data.events.length).toBeLessThan(read.data.events.length);

    on.desk.signOut();
    expect(await call('samples.cachedEvents', { tenantId })).toMatchObject({ data: ofWeek.data });
    expect(await call('samples.pastEvents', { tenantId, days: 1 })).toMatchObject({
      source: 'cache',
      error: { code: 'signed-out' },
      data: { days: 7 },
    });
    await call('samples.forgetEvents', { tenantId });
    expect(await call('samples.cachedEvents', { tenantId })).toBeUndefined();
    await expect(call('samples.pastEvents', { tenantId, days: 7 })).rejects.toMatchObject({
      code: 'signed-out',
    });
  });

  it('are complete if a sandbox sent them', async () => {
    const { call, tenantId } = on.another({ isSandbox: true });
    await call('sandbox.raiseEvent', {
      tenantId,
      eventType: 'SecurityAlert',
      riskLevel: 'High',
      columns: { reason: 'the "blocked" list', agent_id: null },
    });
    const { data } = await call('samples.pastEvents', { tenantId, days: 1 });
    const [newest] = data.events;
    expect(newest).toMatchObject({ type: 'SecurityAlert', riskLevel: 'High', isWhole: true });
    expect(newest?.values[data.columns.indexOf('reason')]).toBe('the "blocked" list');
  });
});
