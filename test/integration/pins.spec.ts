import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MethodInput } from '../../contract/bridge/methods.ts';
import { maxPins } from '../../contract/pins/pins.ts';
import { placeOfPin } from '../../contract/queries/result-formats.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

const on = useDesk();

const aPin = (title: string, desk: DeskOnTenant = on.desk): MethodInput<'pins.keep'> => ({
  ...{ tenantId: desk.tenantId, title, filters: [] },
  source: {
    from: 'query',
    text: "SELECT ':' || :name AS Name",
    parameters: [{ name: 'name', type: 'text', text: "O'Hara" }],
  },
  chart: { kind: 'columns', isStacked: true, by: 'Name', bucket: 'none', series: null, sumOf: null },
});

const titles = async (desk: DeskOnTenant = on.desk): Promise<string[]> =>
  (await desk.call('pins.list', { tenantId: desk.tenantId })).map(({ title }) => title);

async function run(pinId: string): Promise<void> {
  const place = placeOfPin(pinId);
  await on.desk.call('results.start', { tenantId: on.desk.tenantId, place, text: 'SELECT 1 AS Name' });
  await expect
    .poll(async () => (await on.desk.call('results.at', { tenantId: on.desk.tenantId, place }))?.state)
    .toBe('complete');
}

const files = (): string[] =>
  readdirSync(join(on.desk.folder, 'results')).filter((name) => name.endsWith('.sqlite'));

describe('charts pinned to the Overview', () => {
  it('have the order that the user chose, also after a restart', async () => {
    const folder = makeTemporaryFolder();
    const first = on.another({ folder });
    const { tenantId } = first;
    await first.call('pins.keep', aPin('one', first));
    const two = await first.call('pins.keep', aPin('two', first));
    const three = await first.call('pins.keep', { ...aPin('three', first), place: 0 });
    await first.call('pins.keep', { ...two, title: 'the second' });
    await first.call('pins.move', { tenantId, id: three.id, place: 1 });
    expect(await titles(first)).toEqual(['one', 'three', 'the second']);
    await first[Symbol.asyncDispose]();
    const again = on.another({ folder });
    expect(await again.call('pins.list', { tenantId: again.tenantId })).toMatchObject([
      {},
      {},
      { ...two, title: 'the second' },
    ]);
  });

  it('send an event to every window', async () => {
    const { id } = await on.desk.call('pins.keep', aPin('one'));
    await on.desk.call('pins.remove', { tenantId: on.desk.tenantId, id });
    const events = on.desk.host.events.flatMap(({ name, payload }) =>
      name === 'pins.changed' ? [(payload as { pins: unknown[] }).pins.length] : [],
    );
    expect(events).toEqual([1, 0]);
  });

  it(`are ${maxPins} at most, and those that are there can still be changed`, async () => {
    for (let at = 0; at < maxPins - 1; at += 1) await on.desk.call('pins.keep', aPin(`chart ${at}`));
    const last = await on.desk.call('pins.keep', aPin('last'));
    await expect(on.desk.call('pins.keep', aPin('one too many'))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('up to 24') },
    });
    await on.desk.call('pins.keep', { ...last, title: 'renamed' });
    expect((await titles()).at(-1)).toBe('renamed');
  });

  it('keep their result, however many others come, until they are listed without it', async () => {
    const { tenantId } = on.desk;
    const { id } = await on.desk.call('pins.keep', aPin('one'));
    await run(id);
    for (let at = 0; at < 42; at += 1) {
      await on.desk.call('results.start', { tenantId, place: `procedure ${at}`, text: 'SELECT 1' });
    }
    await expect.poll(() => files().length).toBeLessThanOrEqual(41);
    const place = placeOfPin(id);
    expect(await on.desk.call('results.at', { tenantId, place })).toMatchObject({ state: 'complete' });
    await on.desk.call('pins.remove', { tenantId, id });
    expect(await on.desk.call('results.at', { tenantId, place })).toBeDefined();
    await on.desk.call('pins.list', { tenantId });
    expect(await on.desk.call('results.at', { tenantId, place })).toBeUndefined();
  });

  it('are not in the query history', async () => {
    const { id } = await on.desk.call('pins.keep', aPin('one'));
    await run(id);
    expect(await on.desk.call('queries.history', { tenantId: on.desk.tenantId })).toEqual([]);
  });

  it('go with their tenant', async () => {
    const other = on.desk.addTenant('Other');
    await on.desk.call('pins.keep', { ...aPin('one'), tenantId: other });
    on.desk.removeTenant(other);
    expect(await on.desk.call('pins.list', { tenantId: other })).toEqual([]);
  });
});
