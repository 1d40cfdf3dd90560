import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

/** More applications than are read in one look: the rest is read in the background, page by page. */
const count = 340;
const on = useDesk({ applications: count });
const freshness = 'tenant-first';

const read = async (of: 'tenant-first' | 'cache-first' = freshness) =>
  (await on.desk.call('overview.drift', { tenantId: on.desk.tenantId, freshness: of })).data;
const waitingOf = ({ kinds }: Awaited<ReturnType<typeof read>>): number =>
  kinds.find(({ kind }) => kind === 'application')?.notCompared ?? -1;
const untilWhole = () =>
  expect.poll(async () => waitingOf(await read('cache-first')), { timeout: 60_000 }).toBe(0);

/** The events of the tenant name no users and no items. */
const withoutEvents = () =>
  on.network.setFaults(({ path, body }) =>
    /\/redrock\/query/i.test(path) && body.includes('FROM Event')
      ? { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result: { Results: [] } }) }
      : { kind: 'pass' },
  );

const ids = async () => {
  const { data } = await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness });
  return data.map(({ id, name }) => ({ id, name }));
};
const describeAs = (id: string, text: string) =>
  on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, Description: text });

it('shows changes in any of them, although no event names the item', { timeout: 120_000 }, async () => {
  withoutEvents();
  const first = await read();
  expect(waitingOf(first)).toBe(count - 150);
  expect(first.isReading).toBe(true);
  await untilWhole();
  expect((await read('cache-first')).items).toEqual([]);
  const all = await ids();
  const [near, far] = [all[3], all.at(-5)];
  await describeAs(near?.id ?? '', 'Near');
  await describeAs(far?.id ?? '', 'Far');
  await read();
  await untilWhole();
  const found = await read('cache-first');
  expect(new Set(found.items.map(({ name, summary }) => `${name}: ${summary}`))).toEqual(
    new Set([`${near?.name}: description`, `${far?.name}: description`]),
  );
  // What one page has found stays while another look reads its first page.
  expect(new Set((await read()).items.map(({ name }) => name))).toEqual(new Set([near?.name, far?.name]));
  await on.desk.call('overview.markSeen', { tenantId: on.desk.tenantId });
  await read();
  await untilWhole();
  expect((await read('cache-first')).items).toEqual([]);
});

it('reads first what events name', { timeout: 120_000 }, async () => {
  await read();
  await untilWhole();
  const last = (await ids()).at(-1);
  await describeAs(last?.id ?? '', `Named, ${Date.now()}`);
  const { items } = await read();
  expect(items.map(({ name }) => name)).toEqual([last?.name]);
});

it('reports unread data if the tenant becomes unreachable in between', { timeout: 120_000 }, async () => {
  let reads = 0;
  on.network.setFaults(({ path }) => {
    if (!/GetApplication/i.test(path)) return { kind: 'pass' };
    reads += 1;
    return reads > 200 ? { kind: 'lose-request' } : { kind: 'pass' };
  });
  const first = await read();
  expect(waitingOf(first)).toBe(count - 150);
  await expect.poll(async () => (await read('cache-first')).isReading, { timeout: 60_000 }).toBe(false);
  expect(waitingOf(await read('cache-first'))).toBe(count - 150);
  on.network.setFaults(() => ({ kind: 'pass' }));
  await read();
  await untilWhole();
});

it('writes no data of a tenant that was removed during the read', { timeout: 120_000 }, async () => {
  const folder = makeTemporaryFolder();
  const desk = on.another({ folder });
  const { tenantId } = desk;
  let reads = 0;
  on.network.setFaults(({ path }) => {
    if (/GetApplication/i.test(path) && (reads += 1) === 200) desk.removeTenant(tenantId);
    return { kind: 'pass' };
  });
  await desk.call('overview.drift', { tenantId, freshness });
  const rows = () => {
    const database = new DatabaseSync(join(folder, 'desk.sqlite'), { readOnly: true });
    try {
      return ['seen_things', 'drift_looks'].map(
        (table) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'],
      );
    } finally {
      database.close();
    }
  };
  await expect.poll(() => reads, { timeout: 60_000 }).toBeGreaterThanOrEqual(200);
  // Active work has ended once Tenant Desk has.
  await desk[Symbol.asyncDispose]();
  expect(rows()).toEqual([0, 0]);
});
