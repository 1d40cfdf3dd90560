import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../contract/changes.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { Fault, FaultProxy, ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { nodeBinary, startTenant } from './tenant-process.ts';

let tenant: TenantProcess;
let network: FaultProxy;
let folder: string;
let accessToken: string;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
  accessToken = tenant.tenants[0].accessToken ?? '';
});
afterAll(() => tenant.stop());
beforeEach(async () => {
  network = await startFaultProxy(tenant.tenants[0].baseUrl);
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const crashNames = ['crash-1', 'crash-2', 'crash-3', 'crash-4'];

function webhook(name: string, changes: Partial<WebhookDefinition> = {}): WebhookDefinition {
  return {
    name,
    description: '',
    url: 'https://hooks.acme.example/crash',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: `{"from": "${name}"}`,
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
    ...changes,
  };
}

const crashPlan: Intent[] = crashNames.map((name) => ({
  kind: 'webhook.create',
  definition: webhook(name),
}));

const child = fileURLToPath(new URL('./apply-in-child.ts', import.meta.url));
const isCreateOf =
  (name: string) =>
  ({ method, path, body }: ProxiedRequest): boolean =>
    method === 'POST' && path.endsWith('/rules/webhook') && body.includes(name);

/** Has a process of its own apply the intents and kills it while the request that `matches` is under way. */
async function dieWhile(
  intents: readonly Intent[],
  matches: (request: ProxiedRequest) => boolean,
  fault: Fault,
): Promise<void> {
  network.setFaults((request) => (matches(request) ? fault : { kind: 'pass' }));
  const held = network.nextHeld();
  const process = spawn(nodeBinary, [child, folder, network.baseUrl, accessToken, JSON.stringify(intents)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(process, 'exit');
  await Promise.race([held, ended.then(() => Promise.reject(new Error('It ended by itself.')))]);
  process.kill('SIGKILL');
  await ended;
  network.setFaults(() => ({ kind: 'pass' }));
}

async function withDesk(work: (desk: DeskOnTenant) => Promise<void>): Promise<void> {
  await using desk = startDesk({ folder, baseUrl: network.baseUrl, accessToken });
  await work(desk);
}

async function listed(desk: DeskOnTenant): Promise<string[]> {
  const { data } = await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' });
  return data.map(({ name }) => name).filter((name) => name.startsWith('crash-'));
}

const createsSent = (name: string): number => network.requests.filter(isCreateOf(name)).length;

async function removeAll(desk: DeskOnTenant): Promise<void> {
  const { data } = await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' });
  const rest = data.filter(({ name }) => name.startsWith('crash-'));
  if (rest.length === 0) return;
  const plan = await desk.plan(...rest.map(({ id }) => ({ kind: 'webhook.delete', webhookId: id }) as const));
  await desk.call('changes.apply', { planId: plan.id });
}

describe.each([
  ['after the tenant took it', 'hold-answer', 1],
  ['before the tenant had it', 'hold-request', 2],
] as const)('a desk killed in the middle of the second of four changes, %s', (_when, fault, timesSent) => {
  it('finds the run on its next start and resumes it: every change is made once', async () => {
    await dieWhile(crashPlan, isCreateOf('crash-2'), { kind: fault });
    await withDesk(async (desk) => {
      const [run, ...others] = await desk.call('changes.interrupted', undefined);
      expect(others).toEqual([]);
      expect(run).toMatchObject({
        tenantId: desk.tenantId,
        done: 1,
        total: 4,
        items: [{ state: 'verified' }, { state: 'applying' }, { state: 'pending' }, { state: 'pending' }],
      });
      const { receipts } = await desk.call('changes.resume', { runId: run?.runId ?? '' });
      expect(receipts.map(({ result }) => result)).toEqual(['verified', 'verified', 'verified', 'verified']);
      expect(await listed(desk)).toEqual(crashNames);
      expect(createsSent('crash-1')).toBe(1);
      expect(createsSent('crash-2')).toBe(timesSent);
      expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
      expect(
        (await desk.history()).every(({ result, isUndoable }) => result === 'verified' && isUndoable),
      ).toBe(true);
      await removeAll(desk);
    });
  });

  it('finds the run on its next start and rolls it back: the tenant is as it was', async () => {
    await dieWhile(crashPlan, isCreateOf('crash-2'), { kind: fault });
    await withDesk(async (desk) => {
      const [run] = await desk.call('changes.interrupted', undefined);
      const { receipts } = await desk.call('changes.rollBack', { runId: run?.runId ?? '' });
      expect(receipts.map(({ targetName, result }) => [targetName, result])).toEqual([
        ['crash-4', 'skipped'],
        ['crash-3', 'skipped'],
        ['crash-2', timesSent === 1 ? 'rolled-back' : 'skipped'],
        ['crash-1', 'rolled-back'],
      ]);
      expect(await listed(desk)).toEqual([]);
      expect(await desk.call('changes.interrupted', undefined)).toEqual([]);
    });
    await withDesk(async (desk) => {
      const entries = await desk.history();
      expect(
        entries.filter(({ result }) => result === 'rolled-back').map(({ target }) => target.name),
      ).toEqual(timesSent === 1 ? ['crash-2', 'crash-1'] : ['crash-1']);
      expect(entries.filter(({ undoes }) => undoes !== null)).toHaveLength(timesSent === 1 ? 2 : 1);
    });
  });
});

describe('a desk killed in the middle of replacing a webhook, with the new one made and the old one still there', () => {
  const isDelete = ({ method }: ProxiedRequest): boolean => method === 'DELETE';
  const find = async (desk: DeskOnTenant) =>
    (await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' })).data.filter(
      ({ name }) => name === 'crash-replaced',
    );

  async function dieBetween(): Promise<string> {
    let id = '';
    await withDesk(async (desk) => {
      const plan = await desk.plan({ kind: 'webhook.create', definition: webhook('crash-replaced') });
      await desk.call('changes.apply', { planId: plan.id });
      id = (await find(desk))[0]?.id ?? '';
    });
    const definition = webhook('crash-replaced', { riskLevel: 'High' });
    await dieWhile([{ kind: 'webhook.replace', webhookId: id, definition }], isDelete, {
      kind: 'hold-request',
    });
    await withDesk(async (desk) => expect(await find(desk)).toHaveLength(2));
    return id;
  }

  it('deletes the old one when it is resumed, and makes no third', async () => {
    const oldId = await dieBetween();
    await withDesk(async (desk) => {
      const [run] = await desk.call('changes.interrupted', undefined);
      const { receipts } = await desk.call('changes.resume', { runId: run?.runId ?? '' });
      expect(receipts.map(({ result }) => result)).toEqual(['verified']);
      const left = await find(desk);
      expect(left).toMatchObject([{ riskLevel: 'High' }]);
      expect(left[0]?.id).not.toBe(oldId);
      await removeAll(desk);
    });
  });

  it('deletes the new one when it is rolled back', async () => {
    const oldId = await dieBetween();
    await withDesk(async (desk) => {
      const [run] = await desk.call('changes.interrupted', undefined);
      const { receipts } = await desk.call('changes.rollBack', { runId: run?.runId ?? '' });
      expect(receipts.map(({ result }) => result)).toEqual(['rolled-back']);
      expect(await find(desk)).toMatchObject([{ id: oldId, riskLevel: 'Low' }]);
      await removeAll(desk);
    });
  });
});
