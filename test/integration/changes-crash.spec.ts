import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, fromDrafts, setAll } from '../builders/requests.ts';
import { openDraft } from '../builders/use-desk.ts';
import type { Fault, FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import { nodeBinary } from './tenant-process.ts';

let tenant: TestTenant;
let network: FaultProxy;
let folder: string;

beforeAll(async () => {
  tenant = await aTenant();
});
afterAll(() => tenant[Symbol.asyncDispose]());
beforeEach(async () => {
  network = await startFaultProxy(tenant.baseUrl);
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const crashNames = ['crash-1', 'crash-2', 'crash-3', 'crash-4'];
const crashPlan = create('webhook', ...crashNames.map((name) => aWebhook({ name })));
const child = fileURLToPath(new URL('./apply-in-child.ts', import.meta.url));
const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
const isCreateOf =
  (name: string) =>
  ({ method, path, body }: ProxiedRequest): boolean =>
    method === 'POST' && path.endsWith('/rules/webhook') && body.includes(name);

/** Runs the work in a child process and kills it during the request that `matches`. */
async function dieWhile(
  work: ChangeRequest | { readonly undo: string },
  matches: (request: ProxiedRequest) => boolean,
  fault: Fault,
): Promise<void> {
  network.setFaults((request) => (matches(request) ? fault : { kind: 'pass' }));
  const held = network.nextHeld();
  const what = 'undo' in work ? ['take-back', work.undo] : [JSON.stringify(work)];
  const process = spawn(nodeBinary, [child, folder, network.baseUrl, tenant.accessToken, ...what], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(process, 'exit');
  await Promise.race([held, ended.then(() => Promise.reject(new Error('It ended by itself.')))]);
  process.kill('SIGKILL');
  await ended;
  network.setFaults(() => ({ kind: 'pass' }));
}

async function withDesk(work: (desk: DeskOnTenant) => Promise<void>): Promise<void> {
  await using desk = startDesk({ folder, baseUrl: network.baseUrl, accessToken: tenant.accessToken });
  await work(desk);
}

const listed = async (): Promise<string[]> =>
  (await tenant.rules()).map(({ name }) => name).filter((name) => name.startsWith('crash-'));
const createsSent = (name: string): number => network.requests.filter(isCreateOf(name)).length;

/** The one plan that the killed process left open. */
async function onlyOpen(desk: DeskOnTenant) {
  const [plan, ...others] = await desk.open();
  if (plan === undefined || others.length > 0) throw new Error(`${others.length + 1} plans are open.`);
  return plan;
}

async function removeAll(desk: DeskOnTenant): Promise<void> {
  const rest = (await desk.webhooks()).filter(({ name }) => name.startsWith('crash-'));
  if (rest.length === 0) return;
  await desk.apply(
    setAll(
      'webhook',
      rest.map(({ id }) => id),
      null,
    ),
  );
}

describe.each([
  ['after the tenant took it', 'hold-answer', 1],
  ['before the tenant had it', 'hold-request', 2],
] as const)('an app killed during the second of four changes, %s', (_when, fault, timesSent) => {
  it('finds the plan on its next start and resumes it: every change is applied once', async () => {
    await dieWhile(crashPlan, isCreateOf('crash-2'), { kind: fault });
    await withDesk(async (desk) => {
      const plan = await onlyOpen(desk);
      expect(plan).toMatchObject({ tenantId: desk.tenantId, total: 4, isRunning: false });
      expect(await desk.statesOf(plan.id)).toEqual(['verified', 'applying', 'pending', 'pending']);
      const resumed = await desk.call('changes.resume', { planId: plan.id });
      expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 4 }, isUndoable: true });
      expect(await listed()).toEqual(crashNames);
      expect(createsSent('crash-1')).toBe(1);
      expect(createsSent('crash-2')).toBe(timesSent);
      expect(await desk.open()).toEqual([]);
      expect((await desk.itemsOf(plan.id)).every(({ isUndoable }) => isUndoable)).toBe(true);
      await removeAll(desk);
    });
  });

  it('finds the plan on its next start and rolls it back: the tenant is as before', async () => {
    await dieWhile(crashPlan, isCreateOf('crash-2'), { kind: fault });
    let planId = '';
    const states = ['taken-back', 'taken-back', 'left-out', 'left-out'];
    await withDesk(async (desk) => {
      ({ id: planId } = await onlyOpen(desk));
      const undone = await desk.call('changes.takeBack', { planId });
      expect(undone).toMatchObject({ state: 'finished', counts: { verified: timesSent === 1 ? 2 : 1 } });
      const names = timesSent === 1 ? ['crash-2', 'crash-1'] : ['crash-1'];
      expect((await desk.itemsOf(undone.id)).map(({ target }) => target.name)).toEqual(names);
      expect(await listed()).toEqual([]);
      expect(await desk.open()).toEqual([]);
      expect(await desk.statesOf(planId)).toEqual(states);
    });
    await withDesk(async (desk) => {
      expect(await desk.statesOf(planId)).toEqual(states);
      expect((await desk.history()).map(({ origin }) => origin)).toEqual([
        { type: 'take-back', planId },
        { type: 'edit' },
      ]);
    });
  });
});

describe('an app killed while replacing a webhook, with the new one created and the old one still there', () => {
  const find = async (desk: DeskOnTenant) =>
    (await desk.webhooks()).filter(({ name }) => name === 'crash-replaced');

  async function dieBetween(): Promise<string> {
    let id = '';
    let request: ChangeRequest | undefined;
    await withDesk(async (desk) => {
      await desk.apply(create('webhook', aWebhook({ name: 'crash-replaced' })));
      const [made] = await find(desk);
      if (made === undefined) throw new Error('The webhook is not listed.');
      ({ id } = made);
      const base = webhookStateOf(made);
      request = change('webhook', id, base, { ...base, riskLevel: 'High' });
    });
    if (request === undefined) throw new Error('There is nothing to die in.');
    await dieWhile(request, isDelete, { kind: 'hold-request' });
    await withDesk(async (desk) => expect(await find(desk)).toHaveLength(2));
    return id;
  }

  it('deletes the old one when it is resumed, and makes no third', async () => {
    const oldId = await dieBetween();
    await withDesk(async (desk) => {
      const { id } = await onlyOpen(desk);
      const resumed = await desk.call('changes.resume', { planId: id });
      expect(resumed).toMatchObject({ state: 'finished', counts: { verified: 1 } });
      const left = await find(desk);
      expect(left).toMatchObject([{ riskLevel: 'High' }]);
      expect(left[0]?.id).not.toBe(oldId);
      await removeAll(desk);
    });
  });

  it('deletes the new one when it is rolled back', async () => {
    const oldId = await dieBetween();
    await withDesk(async (desk) => {
      const { id } = await onlyOpen(desk);
      const undone = await desk.call('changes.takeBack', { planId: id });
      expect(undone).toMatchObject({ state: 'finished', counts: { verified: 1 } });
      expect(await desk.statesOf(id)).toEqual(['taken-back']);
      expect(await find(desk)).toMatchObject([{ id: oldId, riskLevel: 'Low' }]);
      await removeAll(desk);
    });
  });
});

describe('an app killed during an undo', () => {
  it('offers the rest of the undo on its next start, and resuming completes it', async () => {
    let planId = '';
    await withDesk(async (desk) => {
      network.setFaults((request) =>
        isCreateOf('crash-4')(request) ? { kind: 'answer', status: 401, body: '' } : { kind: 'pass' },
      );
      ({
        plan: { id: planId },
      } = await desk.apply(crashPlan));
    });
    expect(await listed()).toEqual(['crash-1', 'crash-2', 'crash-3']);
    let deletes = 0;
    await dieWhile({ undo: planId }, (request) => isDelete(request) && (deletes += 1) === 2, {
      kind: 'hold-answer',
    });
    expect(await listed()).toEqual(['crash-1']);
    await withDesk(async (desk) => {
      const rest = await onlyOpen(desk);
      expect(rest).toMatchObject({ origin: { type: 'take-back', planId }, counts: { verified: 1 } });
      expect(await desk.call('changes.resume', { planId: rest.id })).toMatchObject({
        state: 'finished',
        counts: { verified: 3 },
      });
      expect(await listed()).toEqual([]);
      expect(await desk.statesOf(planId)).toEqual(['taken-back', 'taken-back', 'taken-back', 'left-out']);
      expect(await desk.open()).toEqual([]);
    });
    // Each webhook was deleted with one request, the one that the crash cut short included.
    expect(network.requests.filter(isDelete)).toHaveLength(3);
  });
});

describe('an app killed while it applies a draft', () => {
  it('closes the draft when the plan is resumed', async () => {
    const draft = { kind: 'webhook', targetId: 'new:crash' };
    await withDesk(async (desk) => {
      await openDraft(desk, { ...draft, base: null }).type(aWebhook({ name: 'crash-draft' }));
    });
    await dieWhile(fromDrafts(draft), isCreateOf('crash-draft'), { kind: 'hold-answer' });
    await withDesk(async (desk) => {
      expect(await desk.call('drafts.list', {})).toHaveLength(1);
      const { id } = await onlyOpen(desk);
      expect(await desk.call('changes.resume', { planId: id })).toMatchObject({ counts: { verified: 1 } });
      expect(await desk.call('drafts.list', {})).toEqual([]);
      expect(await listed()).toEqual(['crash-draft']);
      await removeAll(desk);
    });
  });
});
