import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  callManagement,
  nodeBinary,
  startTenant,
  type TenantAddress,
} from '../integration/tenant-process.ts';
import type { Benchmark, Figure } from './benchmark.ts';

const RULES = 8;
const EVENTS = 1_000;
const ROUNDS = 3;
/** More rounds, because a p95 depends on the few slowest. */
const QUERY_ROUNDS = 5;
/** Deliveries of each kind in one round. */
const QUERIES = 300;
/** An event that no built-in webhook of the tenant matches. */
const EVENT_TYPE = 'BenchmarkAlert';

const TEMPLATE = '{"n": "${event.reason}", "user": "${event.user_name}", "risk": "${intel_risk_level}"}';
const BODY = '{"n": "0", "user": "cara.hill@acme.example", "risk": "High"}';

/**
 * The cost of the tenant's queue, compared with a loop that sends the same requests with the same client and
 * stores nothing.
 */
const benchmark: Benchmark = {
  name: 'deliveries',
  async run() {
    const receiver = child('receiver.ts', []);
    const running = await startTenant({ args: ['--tenants', '1', '--apps', '20', '--admin-token'] });
    try {
      const [tenant] = running.tenants;
      const target = `http://127.0.0.1:${await firstMessage<number>(receiver)}`;
      const relay = child('relay.ts', [target, String(RULES), BODY]);
      try {
        const relayUrl = `http://127.0.0.1:${await firstMessage<number>(relay)}/events`;
        await addRules(tenant, target);
        const ours: Raise = (events) => raise(`${tenant.baseUrl}/sandbox/events`, tenant, events);
        const bare: Raise = (events) => raise(relayUrl, tenant, events);
        return [
          await compare('8,000 deliveries of eight rules', receiver, ours, bare, batches),
          await compare('single events, from the request to the receiver', receiver, ours, bare, oneByOne),
          await underLoad(receiver, tenant, ours),
        ];
      } finally {
        relay.kill();
      }
    } finally {
      await running.stop();
      receiver.kill();
    }
  },
};

export default benchmark;

type Raise = (events: readonly unknown[]) => Promise<void>;

const event = (n: number): unknown => ({
  event_type: EVENT_TYPE,
  risk_level: 'High',
  columns: { reason: String(n), user_name: 'cara.hill@acme.example' },
});

async function batches(raise: Raise): Promise<number> {
  await raise(Array.from({ length: EVENTS }, (_, n) => event(n)));
  return EVENTS;
}

/** Like sensors do: each event in its own request, a few at a time. */
async function oneByOne(raise: Raise): Promise<number> {
  let next = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < EVENTS) await raise([event(next++)]);
    }),
  );
  return EVENTS;
}

async function raise(url: string, tenant: TenantAddress, events: readonly unknown[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify(events.length === 1 ? events[0] : events),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Alternates, so that other load on the machine affects both equally. */
async function compare(
  figure: string,
  receiver: ChildProcess,
  ours: Raise,
  bare: Raise,
  work: (raise: Raise) => Promise<number>,
): Promise<Figure> {
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  // The first round of each is discarded: nothing is measured while its code is still being compiled.
  for (let round = -1; round < ROUNDS; round++) {
    rates.bare.push(await rateOf(receiver, () => work(bare), false));
    rates.ours.push(await rateOf(receiver, () => work(ours), work === batches));
    if (round < 0) rates.bare.length = rates.ours.length = 0;
  }
  return {
    figure,
    ratio: median(rates.ours) / median(rates.bare),
    unit: 'times as many deliveries per second',
    reference: 'a loop with the same HTTP client and as many lanes, which keeps nothing',
    goal: 'at least 0.5',
    detail: { ours: rates.ours.map(Math.round), bare: rates.bare.map(Math.round) },
  };
}

async function rateOf(
  receiver: ChildProcess,
  work: () => Promise<number>,
  isOrdered: boolean,
): Promise<number> {
  const count = EVENTS * RULES;
  receiver.send({ count });
  await firstMessage(receiver);
  const all = firstMessage<{ received: number; disorder: number }>(receiver);
  const startedAt = performance.now();
  await work();
  const { disorder } = await all;
  const seconds = (performance.now() - startedAt) / 1000;
  if (isOrdered && disorder > 0)
    throw new Error(`${disorder} deliveries came before an earlier one of their rule.`);
  return count / seconds;
}

/** The duration of a query while 8,000 deliveries are pending, compared with its duration when none is. */
async function underLoad(receiver: ChildProcess, tenant: TenantAddress, ours: Raise): Promise<Figure> {
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < QUERY_ROUNDS; round++) {
    idle.push(...(await queryTimes(tenant, () => false)));
    receiver.send({ count: EVENTS * RULES });
    await firstMessage(receiver);
    let isOver = false;
    const all = firstMessage(receiver).then(() => (isOver = true));
    await batches(ours);
    busy.push(...(await queryTimes(tenant, () => isOver)));
    await all;
  }
  return {
    figure: 'a query while 8,000 deliveries are owed, p95',
    ratio: p95(busy) / p95(idle),
    unit: 'times as long',
    reference: 'the same query when nothing is owed',
    goal: 'at most 3.0',
    detail: { idleMs: p95(idle), busyMs: p95(busy), queries: [idle.length, busy.length] },
  };
}

async function queryTimes(tenant: TenantAddress, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < QUERIES && !isOver()) {
    const startedAt = performance.now();
    const { envelope } = await callManagement(tenant, '/redrock/query', {
      Script: 'select ID, Name, WebAppType from Application order by Name',
      Args: { PageNumber: 1, PageSize: 100, Caching: -1 },
    });
    if (!envelope.success) throw new Error(String(envelope.Message));
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function addRules(tenant: TenantAddress, target: string): Promise<void> {
  const headers = { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' };
  for (let lane = 0; lane < RULES; lane++) {
    const response = await fetch(`${tenant.analyticsUrl}/rules/webhook`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        name: `Lane ${lane}`,
        description: '',
        url: `${target}/${lane}`,
        method: 'POST',
        content_type: 'application/json',
        headers: '',
        request_body: TEMPLATE,
        enabled: true,
        event_type: EVENT_TYPE,
        risk_level: 'Low',
      }),
    });
    if (!response.ok) throw new Error(`The rule was rejected: ${await response.text()}`);
  }
}

const child = (file: string, args: readonly string[]): ChildProcess =>
  fork(new URL(`deliveries/${file}`, import.meta.url), [...args], { execPath: nodeBinary });

async function firstMessage<T>(from: ChildProcess): Promise<T> {
  const [message] = (await once(from, 'message')) as [T];
  return message;
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const p95 = (values: readonly number[]): number => sorted(values)[Math.floor(values.length * 0.95)] ?? 0;
