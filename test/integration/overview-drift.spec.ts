import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originsTargetId } from '../../contract/origins/origins.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';

async function look() {
  const { data } = await on.desk.call('overview.drift', { tenantId: on.desk.tenantId, freshness });
  return data.items.map(({ kind, name, difference, summary, changedBy }) => ({
    ...{ kind, name, difference, summary },
    isNamed: changedBy !== '',
  }));
}

async function firstApplication(): Promise<{ readonly id: string; readonly name: string }> {
  const { data } = await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness });
  const [first] = data;
  if (first === undefined) throw new Error('The tenant has no application.');
  return first;
}

const change = (id: string, members: Readonly<Record<string, unknown>>) =>
  on.tenant.manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members });

describe('changes made by others', () => {
  it('starts with the first check, and is empty while there are no changes', async () => {
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([]);
  });

  it('is found for a window that waits for the check of another one that closed', async () => {
    const { tenantId, openWindow } = on.desk;
    const [closed, open] = [openWindow(), openWindow()];
    let isStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (isStarted = resolve));
    const controller = new AbortController();
    on.network.setFaults(async () => {
      isStarted();
      return controller.signal.aborted ? { kind: 'pass' } : { kind: 'hold-request' };
    });
    const first = closed('overview.drift', { tenantId, freshness }, controller.signal);
    await started;
    const second = open('overview.drift', { tenantId, freshness });
    controller.abort();
    await expect(first).rejects.toMatchObject({ error: { code: 'canceled' } });
    expect((await second).data.items).toEqual([]);
  });

  it('names the user for each part if the events do, until it is marked as seen', async () => {
    const { tenantId, call } = on.desk;
    const { id, name } = await firstApplication();
    await look();
    await change(id, { Description: 'By a colleague', Script: "setAttribute('A', 'b');" });
    expect(await look()).toEqual([
      { kind: 'application', name, difference: 'changed', summary: 'description', isNamed: true },
      expect.objectContaining({ kind: 'script', name, difference: 'changed', isNamed: true }),
    ]);
    const parts = await call('overview.driftParts', { tenantId, kind: 'application', targetId: id });
    expect(parts.filter(({ isChanged }) => isChanged)).toEqual([
      expect.objectContaining({ name: 'description', after: 'By a colleague' }),
    ]);
    await call('overview.markSeen', { tenantId, items: [{ kind: 'application', targetId: id }] });
    expect((await look()).map(({ kind }) => kind)).toEqual(['script']);
    await call('overview.markSeen', { tenantId });
    expect(await look()).toEqual([]);
    await expect(
      call('overview.driftParts', { tenantId, kind: 'application', targetId: id }),
    ).rejects.toMatchObject({ error: { code: 'not-found' } });
  });

  it('excludes changes applied from here, and includes another admin’s part of the same item', async () => {
    const { id, name } = await firstApplication();
    await look();
    const set = { description: 'By me' };
    await on.desk.apply({ from: 'targets', kind: 'application', targetIds: [id], set });
    expect(await look()).toEqual([]);
    await change(id, { Name: `${name} 2` });
    await on.desk.apply({
      from: 'targets',
      kind: 'application',
      targetIds: [id],
      set: { description: 'Mine' },
    });
    const found = await look();
    expect(found).toEqual([
      // The tenant has its display name follow.
      expect.objectContaining({ name: `${name} 2`, difference: 'changed', summary: 'name, 1 other member' }),
    ]);
    await on.desk.call('overview.markSeen', { tenantId: on.desk.tenantId });
    await change(id, { Name: name });
    expect((await look()).map(({ summary }) => summary)).toEqual(['name, 1 other member']);
  });

  it('includes origins and added and deleted items, with related changes listed once', async () => {
    const { tenantId, call } = on.desk;
    await look();
    const { data: templates } = await call('applications.templates', { tenantId, freshness });
    const [template] = templates;
    const imported = (await on.tenant.manage('/SaasManage/ImportAppFromTemplate', {
      ID: [template?.id],
    })) as readonly { readonly _RowKey: string }[];
    const id = imported[0]?._RowKey ?? '';
    await on.tenant.manage('/SaasManage/PublishApplication', { _RowKey: id, Roles: ['Everybody'] });
    const { AllowCors } = (await on.tenant.manage('/TenantConfig/GetCustomerConfig', {})) as {
      readonly AllowCors: readonly string[];
    };
    await on.tenant.manage('/TenantConfig/SetCustomerConfig', {
      AllowCors: [...AllowCors, 'build.acme.example'],
    });
    const found = await look();
    expect(found.map(({ kind, difference, isNamed }) => [kind, difference, isNamed])).toEqual(
      expect.arrayContaining([
        ['application', 'added', true],
        ['origins', 'changed', true],
      ]),
    );
    expect(found).toHaveLength(2);
    const parts = await call('overview.driftParts', { tenantId, kind: 'origins', targetId: originsTargetId });
    expect(JSON.stringify(parts)).toContain('build.acme.example');
    await call('overview.markSeen', { tenantId });
    await on.tenant.manage('/SaasManage/DeleteApplication', { _RowKey: [id] });
    expect(await look()).toEqual([expect.objectContaining({ kind: 'application', difference: 'removed' })]);
    await call('overview.markSeen', { tenantId });
    expect(await look()).toEqual([]);
  });

  it('is shown offline with its age, and can be marked as seen', async () => {
    const { tenantId, call } = on.desk;
    const { id } = await firstApplication();
    await look();
    await change(id, { Description: `At ${Date.now()}` });
    await look();
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    const { data, source, error, fetchedAt } = await call('overview.drift', { tenantId, freshness });
    expect([source, error?.code, data.items.length]).toEqual(['cache', 'connection-lost', 1]);
    expect(fetchedAt).toBeGreaterThan(0);
    await call('overview.markSeen', { tenantId });
    expect((await call('overview.drift', { tenantId, freshness: 'cache-first' })).data.items).toEqual([]);
  });

  it('stores no credential of a webhook on disk', async () => {
    const { call, tenantId, folder } = on.desk;
    const secret = 'bearer-of-the-overview-8f2c';
    await on.colleague.apply({
      from: 'edits',
      edits: [
        {
          kind: 'webhook',
          targetId: null,
          base: null,
          wanted: {
            ...{
              name: 'With a secret',
              description: '',
              url: 'https://hooks.acme.example/x',
              method: 'POST',
            },
            ...{
              contentType: 'application/json',
              headers: `Authorization: Bearer ${secret}`,
              requestBody: '{}',
            },
            ...{ enabled: false, eventType: 'SecurityAlert', riskLevel: 'Low' },
          },
        },
      ],
    });
    await look();
    const database = new DatabaseSync(join(folder, 'desk.sqlite'), { readOnly: true });
    const rows = database.prepare('SELECT * FROM seen_things WHERE kind = ?').all('webhook');
    database.close();
    expect(JSON.stringify(rows)).toContain('With a secret');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await call('overview.drift', { tenantId, freshness })).data.items).toEqual([]);
  });
});

it('shows recent activity, webhook health, and the known data of each tenant', async () => {
  // Where the records of the tenant say that its metadata are.
  const { call, tenantId } = on.another({ baseUrl: on.tenant.baseUrl });
  const { data: activity } = await call('overview.activity', { tenantId, days: 14, freshness });
  expect(activity.signIns).toHaveLength(14);
  expect(activity.signIns.reduce((sum, { signedIn }) => sum + signedIn, 0)).toBeGreaterThan(0);
  expect(activity.launches.length).toBeGreaterThan(0);
  const { data: certificates } = await call('overview.certificates', { tenantId, freshness });
  expect(certificates.total).toBeGreaterThan(0);
  expect(certificates.read).toBeGreaterThan(0);
  const { data: deliveries } = await call('overview.deliveries', { tenantId, freshness });
  expect(deliveries.webhooks).toBeGreaterThan(0);
  expect(await call('overview.tenants', undefined)).toEqual([
    expect.objectContaining({ tenantId, webhooks: deliveries.webhooks, drifted: 0 }),
  ]);
});

it('counts the users and launches of an application, and none of an unknown one', async () => {
  const { call, tenantId } = on.another({ baseUrl: on.tenant.baseUrl });
  const { data: activity } = await call('overview.activity', { tenantId, days: 14, freshness });
  const [busiest] = activity.launches;
  if (busiest === undefined) throw new Error('The tenant has no launches.');
  const { data: used } = await call('overview.applicationUsage', { tenantId, id: busiest.id, freshness });
  expect(used.days).toHaveLength(14);
  const launches = used.days.reduce((sum, day) => sum + day.launches, 0);
  expect(launches).toBeGreaterThan(0);
  expect(launches).toBeLessThanOrEqual(busiest.count + 1);
  expect(used.users).toBeGreaterThan(0);
  expect(used.users).toBeLessThanOrEqual(busiest.count);
  const unknown = { tenantId, id: "o'none", freshness } as const;
  const { data: none } = await call('overview.applicationUsage', unknown);
  expect(none.users).toBe(0);
  expect(none.days.every((day) => day.launches === 0)).toBe(true);
});
