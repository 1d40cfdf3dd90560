import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noPolicy } from '../../main/platform/policy/managed-policy.ts';
import type { Handlers, MethodInput } from '../../contract/bridge/methods.ts';
import type { Services } from '../../main/app/services.ts';
import { createServices } from '../../main/app/services.ts';
import type { RecordingHost } from '../fakes/recording-host.ts';
import { createRecordingHost } from '../fakes/recording-host.ts';
import { findInFolder } from '../security/find-in-folder.ts';
import { callContext, makeTemporaryFolder } from './desk-foundation.ts';
import { createTestVault } from './desk-on-tenant.ts';
import { spawnScript } from './spawn-script.ts';

let folder: string;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface OpenedServices extends AsyncDisposable {
  readonly handlers: Handlers;
  readonly host: RecordingHost;
}

async function open(now: () => number = Date.now): Promise<OpenedServices> {
  const host = createRecordingHost();
  const services: Services = await createServices({
    host,
    profileFolder: folder,
    version: '0.0.0-test',
    policy: noPolicy,
    openVault: async () => createTestVault(),
    now,
  });
  return { handlers: services.handlers, host, [Symbol.asyncDispose]: services.stop };
}

const key = { tenantId: 'acme', kind: 'script', targetId: 'payroll' };
const state = (script: string) => ({ application: 'Payroll', script });
const payroll: MethodInput<'drafts.save'> = {
  ...key,
  state: state('typed'),
  base: state('before'),
  revision: null,
};

describe('a draft', () => {
  it('is there after a restart, with the state it began from', async () => {
    {
      await using desk = await open(() => 7);
      await desk.handlers['drafts.save'](payroll, callContext());
    }
    await using desk = await open();
    expect(await desk.handlers['drafts.get'](key, callContext())).toEqual({
      ...payroll,
      title: 'Payroll',
      savedAt: 7,
      revision: expect.any(Number),
    });
  });

  it('sends an event when saved and when discarded, without its text', async () => {
    await using desk = await open(() => 7);
    await desk.handlers['drafts.save'](payroll, callContext());
    const saved = { ...key, title: 'Payroll', savedAt: 7, revision: expect.any(Number) };
    expect(await desk.handlers['drafts.list']({}, callContext())).toEqual([saved]);
    await desk.handlers['drafts.discard'](key, callContext());
    expect(desk.host.events.filter(({ name }) => name === 'drafts.changed')).toEqual([
      { name: 'drafts.changed', payload: { changed: [saved], removed: [] } },
      { name: 'drafts.changed', payload: { changed: [], removed: [key] } },
    ]);
  });

  it('that was discarded can be restored with its base, also after a restart', async () => {
    {
      await using desk = await open();
      await desk.handlers['drafts.save'](payroll, callContext());
      await desk.handlers['drafts.discard'](key, callContext());
    }
    await using desk = await open();
    expect(await desk.handlers['drafts.get'](key, callContext())).toBeUndefined();
    await desk.handlers['drafts.restore'](key, callContext());
    const { state: typed, base } = payroll;
    expect(await desk.handlers['drafts.get'](key, callContext())).toMatchObject({ state: typed, base });
  });

  it('leaves nothing of the typed text once it is discarded', async () => {
    await using desk = await open();
    const typedOver = 'typed-over-7f3c';
    const { revision } = await desk.handlers['drafts.save'](
      { ...payroll, state: state(typedOver) },
      callContext(),
    );
    await desk.handlers['drafts.save']({ ...payroll, revision }, callContext());
    await desk.handlers['drafts.discard'](key, callContext());
    expect(findInFolder(folder, [typedOver])).toEqual([]);
    expect(findInFolder(folder, ['Payroll']).length).toBeGreaterThan(0);
  });

  it('is listed newest first, and by tenant', async () => {
    let time = 0;
    await using desk = await open(() => (time += 1));
    const { handlers } = desk;
    await handlers['drafts.save'](payroll, callContext());
    await handlers['drafts.save']({ ...payroll, tenantId: 'other' }, callContext());
    await handlers['drafts.save']({ ...payroll, targetId: 'wiki' }, callContext());
    const all = await handlers['drafts.list']({}, callContext());
    expect(all.map(({ tenantId, targetId }) => [tenantId, targetId])).toEqual([
      ['acme', 'wiki'],
      ['other', 'payroll'],
      ['acme', 'payroll'],
    ]);
    expect(all.map(({ savedAt }) => savedAt)).toEqual(
      all.map(({ savedAt }) => savedAt).toSorted((a, b) => b - a),
    );
    expect(await handlers['drafts.list']({ tenantId: 'other' }, callContext())).toHaveLength(1);
  });

  it.each([1, 7, 23, 60])(
    'outlives kill -9 while being typed: what was saved (%i times) is there, and at most 250 ms of typing is lost',
    async (saves) => {
      const typist = spawnScript('type-drafts.ts', [folder]);
      let line = '';
      while (!line.startsWith('saved') || Number(line.split(' ')[2]) < saves) line = await typist.nextLine();
      await typist.kill();
      const lines = [line, ...(await typist.restOfLines())].map((text) => {
        const [event = '', time, letters] = text.split(' ');
        return { event, time: Number(time), letters: Number(letters) };
      });
      const lastTime = lines.at(-1)?.time ?? 0;
      const lastSaved = lines.findLast(({ event }) => event === 'saved')?.letters ?? 0;

      await using desk = await open();
      expect(await desk.handlers['drafts.list']({ tenantId: 'acme' }, callContext())).toHaveLength(1);
      const draft = await desk.handlers['drafts.get'](key, callContext());
      const { length } = (draft?.state as { script: string }).script;
      expect(length).toBeGreaterThanOrEqual(lastSaved);
      const firstLost = lines.find(({ event, letters }) => event === 'typed' && letters > length);
      expect(lastTime - (firstLost?.time ?? lastTime)).toBeLessThanOrEqual(250);
    },
  );

  it('of local data in this profile is saved like any other', async () => {
    await using desk = await open();
    const query = { tenantId: 'acme', kind: 'query', targetId: randomUUID() };
    await desk.handlers['drafts.save'](
      { ...query, state: { text: 'Select 1' }, base: null, revision: null },
      callContext(),
    );
    expect(await desk.handlers['drafts.get'](query, callContext())).toMatchObject({
      state: { text: 'Select 1' },
      base: null,
    });
  });
});

describe('services that end', () => {
  it('leave no listener on the process, however many of them it had', async () => {
    const before = process.listenerCount('exit');
    for (let count = 0; count < 3; count += 1) {
      await using _services = await open();
    }
    expect(process.listenerCount('exit')).toBe(before);
  });
});
