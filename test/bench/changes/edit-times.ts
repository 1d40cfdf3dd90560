import got from 'got';
import { Agent } from 'node:http';
import type { Plan } from '../../../contract/changes/changes.ts';
import type { ProxiedRequest } from '../../fakes/fault-proxy.ts';
import { startFaultProxy } from '../../fakes/fault-proxy.ts';
import type { DeskOnTenant } from '../../integration/desk-on-tenant.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { TenantProcess } from '../../integration/tenant-process.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from './benchmark-size.ts';
import { countOf, median, timed } from './timed.ts';

/** One plan over all applications, against a bare loop that sends the same requests one after the other. */
export async function measureEdits({ tenants: [address] }: TenantProcess): Promise<Figure[]> {
  const { baseUrl } = address;
  const accessToken = address.accessToken ?? '';
  const sent = await recordRequests(baseUrl, accessToken);
  const times: Times[] = [];
  await using desk = startDesk({ baseUrl, accessToken });
  const ids = await applicationIds(desk);
  for (let round = 0; round < benchmarkSize.rounds; round += 1) {
    const { value: plan, ms: planMs } = await timed(() => planAll(desk, ids, `Round ${round}`));
    const { value: applied, ms: applyMs } = await timed(() =>
      desk.call('changes.apply', { planId: plan.id }),
    );
    if (applied.counts.verified !== ids.length) throw new Error(JSON.stringify(applied.counts));
    const barePlan = await timed(() => sendAll(baseUrl, accessToken, sent.planning));
    const bareApply = await timed(() => sendAll(baseUrl, accessToken, sent.applying));
    times.push({ planMs, applyMs, barePlanMs: barePlan.ms, bareApplyMs: bareApply.ms });
  }
  const count = countOf(ids.length);
  return [
    figure(`planning ${count} applications`, times, 'planMs', 'barePlanMs', sent.planning.length),
    figure(`applying ${count} applications`, times, 'applyMs', 'bareApplyMs', sent.applying.length),
  ];
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
    reference: `a bare loop of the same ${countOf(requests)} requests`,
    goal: 'at most 1.3',
    detail: { ratios, times },
  };
}

/** The requests that Tenant Desk sends for such a plan, so that the reference sends the same. */
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
      ...(body === '' ? {} : { body }),
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      agent: { http: agent },
      retry: { limit: 0 },
    });
  }
  agent.destroy();
}
