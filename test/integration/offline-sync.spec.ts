import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { OfflineStatus } from '../../contract/offline/offline.ts';
import { offlineKinds } from '../../contract/offline/offline-kinds.ts';
import { setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';

/** A tenant that is kept offline: everything that the desk shows of it is on disk. */
const on = useDesk();
const kept = { tenantId: 'acme', freshness: 'cache-first' } as const;
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

async function standing({ call }: DeskOnTenant): Promise<OfflineStatus> {
  const [keeping] = await call('offline.list', undefined);
  if (keeping === undefined) throw new Error('Nothing is kept.');
  return keeping;
}

async function settled(one: DeskOnTenant): Promise<OfflineStatus> {
  await expect
    .poll(async () => (await standing(one)).isRunning, { timeout: 60_000, interval: 50 })
    .toBe(false);
  return await standing(one);
}

const goDown = (): void => on.network.setFaults(() => ({ kind: 'lose-request' }));
const comeBack = (): void => on.network.setFaults(() => ({ kind: 'pass' }));
const kindOf = (keeping: OfflineStatus, kind: string) => keeping.kinds.find((one) => one.kind === kind);

/** Reads everything as views do while nothing answers. */
async function readAll({ call }: DeskOnTenant) {
  const applications = (await call('applications.list', { ...kept, freshness: 'tenant-first' })).data;
  const roles = (await call('roles.list', { ...kept, freshness: 'tenant-first' })).data;
  const reads = [
    call('applications.templates', kept),
    call('roles.memberCounts', kept),
    call('origins.get', kept),
    call('webhooks.list', kept),
    call('webhooks.models', kept),
    ...applications.flatMap(({ id }) => [
      call('applications.get', { ...kept, id }),
      call('scripts.get', { ...kept, applicationId: id }),
    ]),
    ...roles.flatMap(({ id: roleId }) => [
      call('roles.publications', { ...kept, roleId }),
      call('roles.members', { ...kept, roleId }),
    ]),
  ];
  return { applications, roles, answers: await Promise.all(reads) };
}

describe('a tenant that is kept offline', () => {
  it('is read whole, and every list and record answers after a restart without a connection', async () => {
    const folder = aFolder();
    await using first = desk(folder);
    await first.call('offline.keep', { tenantId: 'acme' });
    const keeping = await settled(first);
    expect(keeping).toMatchObject({ isOn: true, isStopped: false, finishedAt: expect.any(Number) });
    expect(keeping.error).toBeUndefined();
    expect(keeping.bytes).toBeGreaterThan(100_000);
    expect(keeping.kinds.map(({ kind }) => kind).toSorted()).toEqual([...offlineKinds].toSorted());
    for (const { done, failed, total, readAt } of keeping.kinds) {
      expect({ done, failed, isRead: readAt !== null }).toEqual({ done: total, failed: 0, isRead: true });
    }
    const icons = (await readAll(first)).applications.map(({ icon }) => icon).filter((icon) => icon !== '');
    await first[Symbol.asyncDispose]();

    goDown();
    await using second = desk(folder);
    expect(await standing(second)).toMatchObject({ isOn: true, finishedAt: keeping.finishedAt });
    const { applications, roles, answers } = await readAll(second);
    expect(applications.length).toBe(kindOf(keeping, 'records')?.total);
    expect(roles.length).toBe(kindOf(keeping, 'role-members')?.total);
    expect(answers.every(({ source, fetchedAt }) => source === 'cache' && fetchedAt > 0)).toBe(true);
    const images = await second.call('applications.icons', { tenantId: 'acme', icons: icons.slice(0, 100) });
    expect(Object.keys(images).length).toBe(new Set(icons.slice(0, 100)).size);
  });

  it('goes on where it was killed, and reads nothing again that it had', async () => {
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
    // What lies on disk at this moment is all that a killed program leaves.
    await first[Symbol.asyncDispose]();

    comeBack();
    const before = on.network.requests.length;
    await using second = desk(folder);
    expect(await standing(second)).toMatchObject({ isOn: true, finishedAt: null, isRunning: false });
    second.tick();
    const keeping = await settled(second);
    expect(keeping.finishedAt).not.toBeNull();
    const again = on.network.requests.slice(before).map(({ path, body }) => `${path} ${body}`);
    // Roles were read before the records, and lists before both.
    expect(again.some((request) => request.includes('from Role ORDER BY'))).toBe(false);
    expect(again.some((request) => request.includes('GetRoleApps'))).toBe(false);
  });

  it('leaves a tenant alone that answers 429, goes on, and waits where it does so again and again', async () => {
    await using one = startDesk({
      baseUrl: on.network.baseUrl,
      accessToken: on.tenant.accessToken,
      pause: async (milliseconds) => void rests.push(milliseconds),
    });
    const rests: number[] = [];
    let refusals = 0;
    const tooMany = { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '0' } } as const;
    on.network.setFaults(({ path }) => {
      if (!path.includes('GetRoleApps') || (refusals += 1) > 9) return { kind: 'pass' };
      return tooMany;
    });
    await one.call('offline.keep', { tenantId: 'acme' });
    const passed = await settled(one);
    expect(passed.error).toBeUndefined();
    expect(kindOf(passed, 'role-applications')).toMatchObject({ failed: 0 });
    expect(rests.length).toBeGreaterThan(0);

    on.network.setFaults(() => tooMany);
    await one.call('offline.refresh', { tenantId: 'acme' });
    const waiting = await settled(one);
    expect(waiting.error?.code).toBe('rate-limited');
    expect(waiting.finishedAt).toBe(passed.finishedAt);
    // All that was there is there.
    expect((await one.call('applications.list', kept)).data.length).toBeGreaterThan(0);
  });

  it('tells which kind is refused, and keeps the others', async () => {
    on.network.setFaults(({ path }) =>
      path.includes('/rules')
        ? { kind: 'answer', status: 403, body: '{}', contentType: 'application/json' }
        : { kind: 'pass' },
    );
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    const keeping = await settled(on.desk);
    expect(keeping.error).toBeUndefined();
    expect(kindOf(keeping, 'webhooks')).toMatchObject({ readAt: null, error: { code: 'forbidden' } });
    expect(kindOf(keeping, 'scripts')).toMatchObject({ failed: 0, readAt: expect.any(Number) });
    expect(keeping.finishedAt).not.toBeNull();
  });

  it('waits for a sign-in where the session ends in the middle, loses nothing, and goes on by itself', async () => {
    let scripts = 0;
    on.network.setFaults(({ path, body }) => {
      if (isScript(body, path) && (scripts += 1) === 5) on.desk.signOut();
      return { kind: 'pass' };
    });
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    const waiting = await settled(on.desk);
    expect(waiting).toMatchObject({ isOn: true, finishedAt: null, error: { code: 'signed-out' } });
    expect(kindOf(waiting, 'applications')).toMatchObject({ failed: 0, readAt: expect.any(Number) });
    on.desk.tick();
    expect((await standing(on.desk)).isRunning).toBe(false);
    comeBack();
    on.desk.signIn();
    on.desk.tick();
    expect(await settled(on.desk)).toMatchObject({ finishedAt: expect.any(Number) });
  });

  it('can be stopped, gone on with, and left with or without what was kept', async () => {
    on.network.setFaults(({ path }) =>
      path.includes('GetApplication') ? { kind: 'hold-request' } : { kind: 'pass' },
    );
    const held = on.network.nextHeld();
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    await held;
    const stopped = await on.desk.call('offline.stop', { tenantId: 'acme' });
    expect(stopped).toMatchObject({ isOn: true, isRunning: false, isStopped: true, finishedAt: null });
    on.desk.tick();
    expect((await standing(on.desk)).isRunning).toBe(false);
    comeBack();
    await on.desk.call('offline.refresh', { tenantId: 'acme' });
    expect(await settled(on.desk)).toMatchObject({ isStopped: false, finishedAt: expect.any(Number) });

    await on.desk.call('offline.leave', { tenantId: 'acme', forgets: false });
    goDown();
    expect((await on.desk.call('roles.list', kept)).data.length).toBeGreaterThan(0);
    const left = await on.desk.call('offline.leave', { tenantId: 'acme', forgets: true });
    expect(left).toMatchObject({ isOn: false, bytes: 0, kinds: [] });
    await expect(on.desk.call('roles.list', kept)).rejects.toMatchObject({ code: 'connection-lost' });
    expect(await on.desk.call('offline.list', undefined)).toEqual([]);
  });

  it('shows what was applied, without a connection', async () => {
    await on.desk.call('offline.keep', { tenantId: 'acme' });
    await settled(on.desk);
    const [application] = (await on.desk.call('applications.list', kept)).data;
    const id = application?.id ?? '';
    await on.desk.apply(setAll('application', [id], { description: 'Applied and kept' }));
    goDown();
    expect((await on.desk.call('applications.get', { ...kept, id })).data.description).toBe(
      'Applied and kept',
    );
  });
});
