import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import { offlineKinds } from '../../contract/offline/offline-kinds.ts';
import { setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

/** A tenant that is available offline: everything that Tenant Desk shows is on disk. */
const on = useDesk();
const cacheFirst = { tenantId: 'acme', freshness: 'cache-first' } as const;
const folders: string[] = [];
const isScript = (body: string, path: string): boolean =>
  /GetAppScript|UserPassScript|Script/i.test(path + body);

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function desk(folder: string): DeskOnTenant {
  return startDesk({ baseUrl: on.network.baseUrl, accessToken: on.tenant.accessToken, folder });
}

function aFolder(): string {
  const folder = makeTemporaryFolder();
  folders.push(folder);
  return folder;
}

async function statusOf({ call }: DeskOnTenant): Promise<OfflineStatus> {
  const [syncStatus] = await call('offline.list', undefined);
  if (syncStatus === undefined) throw new Error('Nothing is kept.');
  return syncStatus;
}

async function whenSynced(one: DeskOnTenant): Promise<OfflineStatus> {
  await expect
    .poll(async () => (await statusOf(one)).isRunning, { timeout: 60_000, interval: 50 })
    .toBe(false);
  return await statusOf(one);
}

const goDown = (): void => on.network.setFaults(() => ({ kind: 'lose-request' }));
const comeBack = (): void => on.network.setFaults(() => ({ kind: 'pass' }));
const kindOf = (syncStatus: OfflineStatus, kind: string) => syncStatus.kinds.find((one) => one.kind === kind);

/** Reads everything as views do while nothing answers. */
async function readAll({ call }: DeskOnTenant) {
  const applications = (await call('applications.list', { ...cacheFirst, freshness: 'tenant-first' })).data;
  const roles = (await call('roles.list', { ...cacheFirst, freshness: 'tenant-first' })).data;
  const reads = [
    call('applications.templates', cacheFirst),
    call('roles.memberCounts', cacheFirst),
    call('origins.get', cacheFirst),
    call('webhooks.list', cacheFirst),
    call('webhooks.models', cacheFirst),
    ...applications.flatMap(({ id }) => [
      call('applications.get', { ...cacheFirst, id }),
      call('scripts.get', { ...cacheFirst, applicationId: id }),
    ]),
    ...roles.flatMap(({ id: roleId }) => [
      call('roles.publications', { ...cacheFirst, roleId }),
      call('roles.members', { ...cacheFirst, roleId }),
    ]),
  ];
  return { applications, roles, responses: await Promise.all(reads) };
}

describe('a tenant that is available offline', () => {
  it('is read completely, and every list and record is available after a restart without a connection', async () => {
    const folder = aFolder();
    await using first = desk(folder);
    await first.call('offline.keep', { tenantId: 'acme' });
    const syncStatus = await whenSynced(first);
    expect(syncStatus).toMatchObject({ isOn: true, isStopped: false, finishedAt: expect.any(Number) });
    expect(syncStatus.error).toBeUndefined();
    expect(syncStatus.bytes).toBeGreaterThan(100_000);
    expect(syncStatus.kinds.map(({ kind }) => kind).toSorted()).toEqual([...offlineKinds].toSorted());
    for (const { done, failed, total, readAt } of syncStatus.kinds) {
      expect({ done, failed, isRead: readAt !== null }).toEqual({ done: total, failed: 0, isRead: true });
    }
    const icons = (await readAll(first)).applications.map(({ icon }) => icon).filter((icon) => icon !== '');
    await first[Symbol.asyncDispose]();

    goDown();
    await using second = desk(folder);
    expect(await statusOf(second)).toMatchObject({ isOn: true, finishedAt: syncStatus.finishedAt });
    const { applications, roles, responses } = await readAll(second);
    expect(applications.length).toBe(kindOf(syncStatus, 'records')?.total);
    expect(roles.length).toBe(kindOf(syncStatus, 'role-members')?.total);
    expect(responses.every(({ source, fetchedAt }) => source === 'cache' && fetchedAt > 0)).toBe(true);
    const images = await second.call('applications.icons', { tenantId: 'acme', icons: icons.slice(0, 100) });
    expect(Object.keys(images).length).toBe(new Set(icons.slice(0, 100)).size);
  });

  it('resumes after a kill without reloading data that it had', async () => {
    const folder = aFolder();
    await using first = desk(folder);
    let records = 0;
    on.network.setFaults(({ path }) => {
      if (path.includes('GetApplication') && (records += 1) > 12) return { kind: 'hold-request' };
      return { kind: 'pass' };
    });
    const held = on.network.nextHeld();
    await first.call('offline.keep', { tenantId: 'acme' });
    await held;
    // Only the data that is on disk now is left by a killed program.
    await first[Symbol.asyncDispose]();

    comeBack();
    const before = on.network.requests.length;
    await using second = desk(folder);
    expect(await statusOf(second)).toMatchObject({ isOn: true, finishedAt: null, isRunning: false });
    second.tick();
    const syncStatus = await whenSynced(second);
    expect(syncStatus.finishedAt).not.toBeNull();
    const again = on.network.requests.slice(before).map(({ path, body }) => `${path} ${body}`);
    // Roles were read before the records, and lists before both.
    expect(again.some((request) => request.includes('from Role ORDER BY'))).toBe(false);
    expect(again.some((request) => request.includes('GetRoleApps'))).toBe(false);
  });

  it('pauses for a tenant that responds with 429, resumes, and waits if that repeats', async () => {
    await using one = startDesk({
      baseUrl: on.network.baseUrl,
      accessToken: on.tenant.accessToken,
      pause: async (milliseconds) => void rests.push(milliseconds),
    });
    const rests: number[] = [];
    let rejections = 0;
    const tooMany = { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '0' } } as const;
    on.network.setFaults(({ path }) => {
      if (!path.includes('GetRoleApps') || (rejections += 1) > 9) return { kind: 'pass' };
      return tooMany;
    });
    await one.call('offline.keep', { tenantId: 'acme' });
    const passed = await whenSynced(one);
    expect(passed.error).toBeUndefined();
    expect(kindOf(passed, 'role-applications')).toMatchObject({ failed: 0 });
    expect(rests.length).toBeGreaterThan(0);

    on.network.setFaults(() => tooMany);
    await one.call('offline.refresh', { tenantId: 'acme' });
    const waiting = await whenSynced(one);
    expect(waiting.error?.code).toBe('rate-limited');
    expect(waiting.finishedAt).toBe(passed.finishedAt);
    // All that was there is there.
    expect((await one.call('applications.list', cacheFirst)).data.length).toBeGreaterThan(0);
  });

  it('reports the rejected kind, and caches the others', async () => {
    on.network.setFaults(({ path }) =>
      path.includes('/rules')
        ? { kind: 'answer', status: 403, body: '{}', contentType: 'application/json' }
        : { kind: 'pass' },
    );
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    const syncStatus = await whenSynced(on.desk);
    expect(syncStatus.error).toBeUndefined();
    expect(kindOf(syncStatus, 'webhooks')).toMatchObject({ readAt: null, error: { code: 'forbidden' } });
    expect(kindOf(syncStatus, 'scripts')).toMatchObject({ failed: 0, readAt: expect.any(Number) });
    expect(syncStatus.finishedAt).not.toBeNull();
  });

  it('waits for a sign-in if the session expires during a sync, loses nothing, and resumes automatically', async () => {
    let scripts = 0;
    on.network.setFaults(({ path, body }) => {
      if (isScript(body, path) && (scripts += 1) === 5) on.desk.signOut();
      return { kind: 'pass' };
    });
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    const waiting = await whenSynced(on.desk);
    expect(waiting).toMatchObject({ isOn: true, finishedAt: null, error: { code: 'signed-out' } });
    expect(kindOf(waiting, 'applications')).toMatchObject({ failed: 0, readAt: expect.any(Number) });
    on.desk.tick();
    expect((await statusOf(on.desk)).isRunning).toBe(false);
    comeBack();
    on.desk.signIn();
    on.desk.tick();
    expect(await whenSynced(on.desk)).toMatchObject({ finishedAt: expect.any(Number) });
  });

  it('can be stopped, resumed, and turned off with or without deleting the cached data', async () => {
    on.network.setFaults(({ path }) =>
      path.includes('GetApplication') ? { kind: 'hold-request' } : { kind: 'pass' },
    );
    const held = on.network.nextHeld();
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    await held;
    const stopped = await on.desk.call('offline.stop', { tenantId: 'acme' });
    expect(stopped).toMatchObject({ isOn: true, isRunning: false, isStopped: true, finishedAt: null });
    on.desk.tick();
    expect((await statusOf(on.desk)).isRunning).toBe(false);
    comeBack();
    await on.desk.call('offline.refresh', { tenantId: 'acme' });
    expect(await whenSynced(on.desk)).toMatchObject({ isStopped: false, finishedAt: expect.any(Number) });

    await on.desk.call('offline.leave', { tenantId: 'acme', forgets: false });
    goDown();
    expect((await on.desk.call('roles.list', cacheFirst)).data.length).toBeGreaterThan(0);
    const left = await on.desk.call('offline.leave', { tenantId: 'acme', forgets: true });
    expect(left).toMatchObject({ isOn: false, bytes: 0, kinds: [] });
    await expect(on.desk.call('roles.list', cacheFirst)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(await on.desk.call('offline.list', undefined)).toEqual([]);
  });

  it('shows applied changes without a connection', async () => {
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    await whenSynced(on.desk);
    const [application] = (await on.desk.call('applications.list', cacheFirst)).data;
    const id = application?.id ?? '';
    await on.desk.apply(setAll('application', [id], { description: 'Applied and kept' }));
    goDown();
    expect((await on.desk.call('applications.get', { ...cacheFirst, id })).data.description).toBe(
      'Applied and kept',
    );
  });
});
