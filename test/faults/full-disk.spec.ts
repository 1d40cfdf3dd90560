import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import { startFaultyDesk } from './faulty-desk.ts';
import { saveResultUnderLimit, openUnderLimit, saveUnderLimit } from './under-limit.ts';
import { isWrite } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder, startFaultyTenant } from './faulty-tenant.ts';

let tenant: FaultyTenant;
let network: FaultProxy;
let folder: string;
let desk: FaultyDesk;

beforeAll(async () => {
  tenant = await startFaultyTenant();
});
afterAll(async () => {
  await tenant[Symbol.asyncDispose]();
});
beforeEach(async () => {
  network = await startFaultProxy(tenant.address.baseUrl);
  folder = makeFastFolder();
  desk = open();
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function open(): FaultyDesk {
  const get = async () => tenant.accessToken;
  return startFaultyDesk({
    baseUrl: network.baseUrl,
    folder,
    tokens: { get, replace: get },
    pause: async () => undefined,
  });
}

const long = 'x'.repeat(200_000);
const draftOf = (script: string, targetId = 'payroll', revision: number | null = null) => ({
  tenantId: desk.tenantId,
  kind: 'script',
  targetId,
  base: { application: 'Payroll', script: '' },
  state: { application: 'Payroll', script },
  revision,
});

async function failureOf(call: Promise<unknown>): Promise<DeskFailure['error']> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DeskFailure) return error.error;
  throw new Error('It did not fail.', { cause: error });
}

function loggedEvents(): readonly string[] {
  const file = join(folder, 'log', 'desk.log');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
}

describe('with a full disk', () => {
  it('reports that a draft cannot be saved, with the reason and what to do, and never calls it saved', async () => {
    desk.setDiskSpace('full');
    const error = await failureOf(desk.call('drafts.save', draftOf(long)));
    expect(error).toMatchObject({ code: 'storage-full', retryable: true });
    expect(error.message).toContain('The disk is full');
    expect(error.message).toContain('Free up space');
    expect(error.message).not.toMatch(/drafts? (is|are) (kept|saved)/i);
  });

  it('the previous draft stays unchanged, and the next one is saved as soon as there is space', async () => {
    const { revision } = await desk.call('drafts.save', draftOf('first'));
    desk.setDiskSpace('full');
    await failureOf(desk.call('drafts.save', draftOf(long, 'payroll', revision)));
    const key = { tenantId: desk.tenantId, kind: 'script', targetId: 'payroll' };
    expect(await desk.call('drafts.get', key)).toMatchObject({ state: { script: 'first' }, revision });
    desk.setDiskSpace('free');
    await desk.call('drafts.save', draftOf(long, 'payroll', revision));
    expect(await desk.call('drafts.get', key)).toMatchObject({ state: { script: long } });
  });

  it('lists from the tenant are shown although they cannot be cached, and the log reports that once', async () => {
    await desk.call('applications.list', { tenantId: desk.tenantId, freshness: 'tenant-first' });
    desk.setDiskSpace('full');
    for (let time = 0; time < 3; time += 1) {
      const read = { tenantId: desk.tenantId, freshness: 'tenant-first' } as const;
      expect(await desk.call('webhooks.list', read)).toMatchObject({ source: 'tenant' });
      expect(await desk.call('roles.list', read)).toMatchObject({ source: 'tenant' });
      expect(await desk.call('applications.templates', read)).toMatchObject({ source: 'tenant' });
    }
    expect(loggedEvents().filter((event) => event === 'snapshots.not-kept')).toHaveLength(1);
  });

  it('the rows of a query are shown although its history cannot be written', async () => {
    await desk.call('queries.run', {
      tenantId: desk.tenantId,
      text: 'select Name from Application',
      parameters: {},
      arguments: {},
    });
    desk.setDiskSpace('full');
    const text = `select Name from Application -- ${'x'.repeat(60_000)}`;
    const result = await desk.call('queries.run', {
      tenantId: desk.tenantId,
      text,
      parameters: {},
      arguments: {},
    });
    expect(result.rows.length).toBeGreaterThan(0);
  });

  it('nothing is sent before it is in the journal', async () => {
    const [row] = (
      await desk.call('applications.list', { tenantId: desk.tenantId, freshness: 'tenant-first' })
    ).data;
    if (row === undefined) throw new Error('The tenant has no application.');
    const { id, name } = row;
    const read = { tenantId: desk.tenantId, applicationId: id, freshness: 'tenant-first' } as const;
    const { script } = (await desk.call('scripts.get', read)).data;
    const written: string[] = [];
    network.setFaults((request) => {
      if (isWrite(request)) written.push(request.path);
      return { kind: 'pass' };
    });
    await desk.call('drafts.save', {
      ...draftOf('// changed', id),
      base: { application: name, script },
      state: { application: name, script: `// changed\n${long}` },
    });
    const plan = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'drafts', drafts: [{ kind: 'script', targetId: id }] },
    });
    desk.setDiskSpace('full');
    const error = await failureOf(
      desk.call('changes.apply', {
        planId: plan.id,
        ...(plan.confirmation === null ? {} : { confirmation: plan.confirmation }),
      }),
    );
    expect(error.code).toBe('storage-full');
    expect(written).toEqual([]);
    desk.setDiskSpace('free');
    expect(await desk.call('drafts.list', { tenantId: desk.tenantId })).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')(
    'it starts and shows existing data, and reports every failure',
    async () => {
      await desk.call('drafts.save', draftOf('first'));
      desk.crash();
      // No file may grow in that process: a real limit of the system, for which a spec needs no rights.
      const opening = await openUnderLimit(folder, 0);
      expect(opening).toMatchObject({ code: expect.stringMatching(/^storage-(full|unwritable)$/) });
      expect(opening).not.toMatchObject({ message: expect.stringContaining('another Tenant Desk') });
      expect(await openUnderLimit(folder, 100)).toMatchObject({ opened: true, drafts: 1 });
      desk = open();
      expect(await desk.call('drafts.list', {})).toHaveLength(1);
    },
  );

  it.skipIf(process.platform === 'win32').each(['electron', 'browser'] as const)(
    'an export leaves no truncated file, keeps the previous one, and reports the reason: %s',
    async (host) => {
      const exports = join(folder, 'exports');
      mkdirSync(exports);
      writeFileSync(join(exports, 'rules.json'), 'before');
      expect(await saveUnderLimit(host, exports, 100)).toMatchObject({
        code: 'storage-full',
        message: expect.stringMatching(/^rules\.json was not saved: the disk.* is full\./),
      });
      expect(readdirSync(exports)).toEqual(['rules.json']);
      expect(readFileSync(join(exports, 'rules.json'), 'utf8')).toBe('before');
    },
  );

  it('an incomplete export of lines is left under a name that marks it as incomplete', async () => {
    const exports = join(folder, 'exports');
    mkdirSync(exports);
    writeFileSync(join(exports, 'rules.json'), 'before');
    expect(await saveUnderLimit('electron-beginning', exports, 100)).toMatchObject({
      code: 'storage-full',
      message: expect.stringContaining('The part written so far is in “rules (incomplete).json”'),
    });
    expect(readdirSync(exports).toSorted()).toEqual(['rules (incomplete).json', 'rules.json']);
    expect(readFileSync(join(exports, 'rules.json'), 'utf8')).toBe('before');
    expect(readFileSync(join(exports, 'rules (incomplete).json'), 'utf8')).toMatch(/^x{50000,}$/);
  });

  it('the rows of a result that have arrived are saved, each page completely or not at all', async () => {
    const results = join(folder, 'kept');
    mkdirSync(results);
    const outcome = (await saveResultUnderLimit(results, 600)) as Record<string, unknown>;
    // SQLite reports a quota as a failed write, and only a disk without any space as full.
    expect(outcome['error']).toMatchObject({ code: expect.stringMatching(/^storage-(full|unwritable)$/) });
    expect(outcome['savedPages']).toBeGreaterThan(0);
    expect(outcome['rowCount']).toBe(outcome['savedPages']);
    expect(outcome['last']).toEqual([[1999, 'x'.repeat(50)]]);
  });

  it('no half-written file of the profile is left', async () => {
    desk.setDiskSpace('full');
    await failureOf(desk.call('drafts.save', draftOf(long)));
    expect(readdirSync(folder).filter((name) => /\.(new|part|tmp)$/.test(name))).toEqual([]);
  });
});

it('reports that a tenant cannot be synced, keeps existing data, and resumes when there is space', async () => {
  const { tenantId } = desk;
  const offlineStatus = async () => (await desk.call('offline.list', undefined))[0];
  const whenSynced = async () => {
    await expect.poll(async () => (await offlineStatus())?.isRunning, { timeout: 60_000 }).toBe(false);
    return await offlineStatus();
  };
  network.setFaults(({ path }) => {
    if (path.includes('GetApplication')) desk.setDiskSpace('full');
    return { kind: 'pass' };
  });
  await desk.call('offline.keep', { tenantId });
  const full = await whenSynced();
  expect(full).toMatchObject({ isOn: true, finishedAt: null, error: { code: 'storage-full' } });
  const read = { tenantId, freshness: 'cache-first' } as const;
  expect(await desk.call('applications.list', read)).toMatchObject({ source: 'cache' });

  desk.setDiskSpace('free');
  network.setFaults(() => ({ kind: 'pass' }));
  await desk.call('offline.refresh', { tenantId });
  const again = await whenSynced();
  expect(again?.error).toBeUndefined();
  expect(again?.finishedAt).toBeGreaterThan(0);
});
