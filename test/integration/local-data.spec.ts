import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocalDataUsage } from '../../contract/local-data/local-data.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const app = useDesk();

const usage = (): Promise<LocalDataUsage> => app.desk.call('localData.usage', undefined);

async function runQuery(place = 'tab:one') {
  const { call, tenantId } = app.desk;
  const { id } = await call('results.start', { tenantId, place, text: 'SELECT * FROM User' });
  await expect.poll(async () => (await call('results.at', { tenantId, place }))?.state).not.toBe('running');
  return id;
}

async function typeDraft(script: string): Promise<void> {
  const { call, tenantId } = app.desk;
  const key = { tenantId, kind: 'script', targetId: 'payroll', base: null, revision: null };
  await call('drafts.save', { ...key, state: { application: 'Payroll', script } });
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

describe('what takes space', () => {
  it('is measured, adds up, and grows by what is stored', async () => {
    const before = await usage();
    await typeDraft('x'.repeat(100_000));
    const after = await usage();
    expect(after.kinds.drafts.count).toBe(1);
    expect(after.kinds.drafts.bytes - before.kinds.drafts.bytes).toBeGreaterThanOrEqual(100_000);
    expect(after.kinds.drafts.bytes - before.kinds.drafts.bytes).toBeLessThan(101_000);
    expect(after.bytes).toBe(bytesIn(app.desk.folder));
    const sum = Object.values(after.kinds).reduce((total, { bytes }) => total + bytes, 0);
    expect(sum).toBe(after.bytes);
    expect(after.tenants).toMatchObject([
      { tenantId: app.desk.tenantId, name: 'Acme', drafts: { count: 1 } },
    ]);
  });

  it('includes cached lists and results by tenant', async () => {
    await app.desk.webhooks();
    await runQuery();
    const { kinds, tenants } = await usage();
    expect(kinds.caches.bytes).toBeGreaterThan(0);
    expect(kinds.results).toMatchObject({ count: 1 });
    expect(tenants[0]?.results.bytes).toBe(kinds.results.bytes);
    expect(tenants[0]?.caches).toEqual(kinds.caches);
  });
});

describe('clearing', () => {
  it('caches deletes cached lists and nothing else', async () => {
    await typeDraft('typed');
    await app.desk.webhooks();
    await app.desk.apply(create('webhook', aWebhook()));
    const before = await usage();
    const { kinds } = await app.desk.call('localData.clear', { kind: 'caches' });
    expect(kinds.caches).toEqual({ bytes: 0, count: 0 });
    expect(kinds.drafts).toEqual(before.kinds.drafts);
    expect(kinds.history).toEqual(before.kinds.history);
  });

  it('results deletes those that no one saved, with their files', async () => {
    const { call, folder } = app.desk;
    const saved = await call('results.saveUnderName', { id: await runQuery('tab:one'), name: 'Monday' });
    await runQuery('tab:two');
    const { kinds } = await call('localData.clear', { kind: 'results' });
    expect(kinds.results).toEqual({ bytes: 0, count: 0 });
    expect(kinds.savedResults.count).toBe(1);
    expect(readdirSync(join(folder, 'results'))).toEqual([`${saved.id}.sqlite`]);
  });

  it('logs deletes all but the current file', async () => {
    const { call, folder } = app.desk;
    const log = join(folder, 'log');
    for (const name of ['desk.log', 'desk.1.log', 'desk.2.log']) {
      mkdirSync(log, { recursive: true });
      writeFileSync(join(log, name), '{}\n', { flag: 'a' });
    }
    const { kinds } = await call('localData.clear', { kind: 'logs' });
    expect(readdirSync(log)).toEqual(['desk.log']);
    expect(kinds.logs.count).toBe(1);
  });

  it('backups deletes those that Tenant Desk made itself', async () => {
    const { call, folder } = app.desk;
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups/before-restore.tdbackup'), 'x'.repeat(500));
    writeFileSync(join(folder, 'desk.sqlite.before-update-2026-01-01T00-00-00'), 'x'.repeat(700));
    expect((await usage()).kinds.backups).toEqual({ bytes: 1200, count: 2 });
    const { kinds } = await call('localData.clear', { kind: 'backups' });
    expect(kinds.backups).toEqual({ bytes: 0, count: 0 });
    expect(existsSync(join(folder, 'desk.sqlite'))).toBe(true);
  });
});

describe('removing the data of a tenant', () => {
  it('removes caches, results and history; drafts, queries and samples stay', async () => {
    const { call, tenantId } = app.desk;
    await typeDraft('typed');
    await app.desk.apply(create('webhook', aWebhook()));
    await app.desk.webhooks();
    await runQuery();
    await call('queryLibrary.add', { name: 'Users', text: 'select 1', tenantId });
    await call('samples.save', { tenantId, sample: { id: 's', name: 'Risky', columns: [] } });
    const { tenants } = await call('localData.removeOfTenant', { tenantId });
    const nothing = { bytes: 0, count: 0 };
    expect(tenants).toMatchObject([
      { caches: nothing, results: nothing, history: nothing, drafts: { count: 1 } },
    ]);
    expect(await app.desk.history()).toEqual([]);
    expect(await call('drafts.list', { tenantId })).toHaveLength(1);
    expect((await call('queryLibrary.list', { tenantId })).queries).toHaveLength(1);
    expect(await call('samples.list', { tenantId })).toHaveLength(1);
  });

  it('doesn’t touch other tenants', async () => {
    const { call, tenantId } = app.desk;
    const other = app.desk.addTenant('Other');
    const key = { kind: 'script', targetId: 'payroll', base: null, revision: null };
    await call('drafts.save', { ...key, tenantId: other, state: { application: 'Payroll', script: 'x' } });
    await call('versions.storeDraft', { tenantId: other, kind: 'script', targetId: 'payroll' });
    const before = (await usage()).tenants.find((each) => each.tenantId === other);
    await call('localData.removeOfTenant', { tenantId });
    expect((await usage()).tenants.find((each) => each.tenantId === other)).toEqual(before);
  });

  it('is rejected while a run of it is open', async () => {
    const { desk, network } = app;
    const names = ['First', 'Second'].map((name) => aWebhook({ name }));
    const planned = await desk.plan(create('webhook', ...names));
    network.setFaults(({ method, body }) =>
      method === 'POST' && body.includes('Second')
        ? { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '3600' } }
        : { kind: 'pass' },
    );
    await desk.applyPlan(planned);
    const removing = desk.call('localData.removeOfTenant', { tenantId: desk.tenantId });
    await expect(removing).rejects.toMatchObject({ code: 'conflict' });
    expect((await desk.open()).map(({ id }) => id)).toEqual([planned.id]);
  });
});
