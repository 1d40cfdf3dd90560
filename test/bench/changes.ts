import got from 'got';
import { Agent } from 'node:http';
import type { Plan } from '../../contract/changes.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import { startDesk } from '../integration/desk-on-tenant.ts';
import type { TenantProcess } from '../integration/tenant-process.ts';
import { startTenant } from '../integration/tenant-process.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { measureWindowMemory } from './changes/window-memory.ts';

const applications = 2000;
const rounds = 3;

/** One plan over thousands of things, against a bare loop that sends the same requests one after the other. */
const benchmark: Benchmark = {
  name: 'changes',
  async run() {
    const tenant = await startTenant({
      args: ['--tenants', '1', '--apps', String(applications), '--admin-token'],
    });
    try {
      return [...(await measure(tenant)), await measureUndo(tenant), await windowMemory()];
    } finally {
      await tenant.stop();
    }
  },
};

export default benchmark;

async function measure(tenant: TenantProcess): Promise<Figure[]> {
  const [address] = tenant.tenants;
  const accessToken = address.accessToken ?? '';
  const sent = await recordRequests(address.baseUrl, accessToken);
  const times: Times[] = [];
  await using desk = startDesk({ baseUrl: address.baseUrl, accessToken });
  const ids = await applicationIds(desk);
  for (let round = 0; round < rounds; round += 1) {
    const { value: plan, ms: planMs } = await timed(() => planAll(desk, ids, `Round ${round}`));
    const { value: applied, ms: applyMs } = await timed(() =>
      desk.call('changes.apply', { planId: plan.id }),
    );
    if (applied.counts.verified !== ids.length) throw new Error(JSON.stringify(applied.counts));
    const barePlan = await timed(() => sendAll(address.baseUrl, accessToken, sent.planning));
    const bareApply = await timed(() => sendAll(address.baseUrl, accessToken, sent.applying));
    times.push({ planMs, applyMs, barePlanMs: barePlan.ms, bareApplyMs: bareApply.ms });
  }
  return [
    figure('planning 2,000 applications', times, 'planMs', 'barePlanMs', sent.planning.length),
    figure('applying 2,000 applications', times, 'applyMs', 'bareApplyMs', sent.applying.length),
  ];
}

const deletions = 1000;

/**
 * Deletes a thousand applications and undoes it. The reference restores as many as a careful script does: it adds each from its
 * template, reads it, sends it whole with its name, and reads it back.
 */
async function measureUndo({ tenants: [address] }: TenantProcess): Promise<Figure> {
  const { baseUrl } = address;
  const accessToken = address.accessToken ?? '';
  await using desk = startDesk({ baseUrl, accessToken });
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const targetIds = (await applicationIds(desk)).slice(0, deletions);
    const gone = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'targets', kind: 'application', targetIds, set: null },
    });
    await desk.call('changes.apply', { planId: gone.id });
    const undo = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'undo', planId: gone.id },
    });
    const { value: undone, ms } = await timed(() => desk.call('changes.apply', { planId: undo.id }));
    if (undone.counts.verified !== deletions) throw new Error(JSON.stringify(undone.counts));
    const bare = await timed(() => restoreOneByOne(baseUrl, accessToken, deletions));
    ratios.push(ms / bare.ms);
  }
  return {
    figure: `undoing ${deletions.toLocaleString('en')} deletions`,
    ratio: median(ratios),
    unit: 'times as long',
    reference: 'a bare loop that adds, names and reads back as many',
    goal: 'at most 1.3',
    detail: { ratios },
  };
}

async function restoreOneByOne(baseUrl: string, accessToken: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const manage = async (path: string, json: unknown): Promise<unknown> => {
    const { Result } = await got
      .post(new URL(`/SaasManage/${path}`, baseUrl), {
        json,
        headers: { authorization: `Bearer ${accessToken}` },
        agent: { http: agent },
        retry: { limit: 0 },
      })
      .json<{ readonly Result: unknown }>();
    return Result;
  };
  for (let index = 0; index < count; index += 1) {
    const added = await manage('ImportAppFromTemplate', { ID: 'Generic SAML' });
    const [{ _RowKey: id }] = added as [{ readonly _RowKey: string }];
    const record = await manage('GetApplication', { _Rowkey: id });
    await manage('GetScript', { appkey: id });
    await manage('UpdateApplicationDE', { ...(record as object), _RowKey: id, Name: `Restored ${index}` });
    await manage('GetApplication', { _Rowkey: id });
    await manage('GetScript', { appkey: id });
  }
  agent.destroy();
}

const fewApplications = 20;

/** A plan over thousands is paged into the window, never held whole. */
async function windowMemory(): Promise<Figure> {
  const few = await measureWindowMemory(fewApplications);
  const many = await measureWindowMemory(applications);
  return {
    figure: 'memory of the window after applying 2,000 applications',
    ratio: many.afterBytes / few.afterBytes,
    unit: 'times as much',
    reference: `the same after ${fewApplications}`,
    goal: 'at most 1.2',
    detail: { few, many },
  };
}

interface Times {
  readonly planMs: number;
  readonly applyMs: number;
  readonly barePlanMs: number;
  readonly bareApplyMs: number;
}

function figure(
  name: string,
  times: readonly Times[],
  ours: keyof Times,
  bare: keyof Times,
  requests: number,
): Figure {
  const ratios = times.map((each) => each[ours] / each[bare]);
  return {
    figure: name,
    ratio: median(ratios),
    unit: 'times as long',
    reference: `a bare loop of the same ${requests} requests`,
    goal: 'at most 1.3',
    detail: { ratios },
  };
}

/** What the desk sends for such a plan, so that the reference sends the very same. */
async function recordRequests(baseUrl: string, accessToken: string) {
  await using network = await startFaultProxy(baseUrl);
  await using desk = startDesk({ baseUrl: network.baseUrl, accessToken });
  const ids = await applicationIds(desk);
  network.requests.length = 0;
  const plan = await planAll(desk, ids, 'Recorded');
  const planning = network.requests.splice(0);
  await desk.call('changes.apply', { planId: plan.id });
  return { planning, applying: network.requests.splice(0) };
}

async function applicationIds(desk: DeskOnTenant): Promise<string[]> {
  const { data } = await desk.call('applications.list', { tenantId: desk.tenantId });
  return data.map(({ id }) => id);
}

function planAll(desk: DeskOnTenant, targetIds: string[], description: string): Promise<Plan> {
  return desk.call('changes.plan', {
    tenantId: desk.tenantId,
    request: { from: 'targets', kind: 'application', targetIds, set: { description } },
  });
}

async function sendAll(
  baseUrl: string,
  accessToken: string,
  requests: readonly ProxiedRequest[],
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (const { method, path, body } of requests) {
    await got(new URL(path, baseUrl), {
      method: method as 'GET' | 'POST',
      ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      agent: { http: agent },
      retry: { limit: 0 },
    });
  }
  agent.destroy();
}

async function timed<Value>(work: () => Promise<Value>) {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
