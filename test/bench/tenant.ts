import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  nodeBinary,
  startTenant,
  type TenantAddress,
  type TenantProcess,
} from '../integration/tenant-process.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { requestRate, type RepeatedRequest } from './tenant/request-rate.ts';

const SIZE = ['--tenants', '1', '--apps', '10000', '--events', '1000000', '--admin-token'];
const ROUNDS = 5;
const ROUND_MS = 1500;

/**
 * The embedded tenant at the size of a large one, against its framework, against SQLite, and against its
 * limits.
 */
const benchmark: Benchmark = {
  name: 'tenant',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'tenant-bench-'));
    try {
      const args = [...SIZE, '--data', folder];
      const seeding = await timed(() => startTenant({ args }));
      await seeding.value.stop();
      const opening = await timed(() => startTenant({ args }));
      try {
        const figures = await measure(opening.value, folder);
        return [
          limit('seeding 10,000 applications and 1,000,000 events', seeding.seconds, 60, 's'),
          limit('opening that tenant afterwards', opening.seconds, 2, 's'),
          ...figures,
          limit('memory of that tenant', residentMegabytes(opening.value), 400, 'MB'),
        ];
      } finally {
        await opening.value.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default benchmark;

async function measure(running: TenantProcess, folder: string): Promise<Figure[]> {
  const [tenant] = running.tenants;
  const applicationId = await firstApplication(tenant);
  const page = { Script: 'select * from Event', Args: { PageNumber: 1, PageSize: 100, Caching: 10 } };
  return [
    await compareRates(
      'GetApplication',
      tenant,
      '/SaasManage/GetApplication',
      { _RowKey: applicationId },
      folder,
    ),
    await compareRates('a 100-row query page from the cache', tenant, '/RedRock/Query', page, folder),
    await compareWithSqlite(tenant, folder),
  ];
}

/** Alternates short rounds, so that other load on the machine affects both equally. */
async function compareRates(
  figure: string,
  tenant: TenantAddress,
  path: string,
  body: unknown,
  folder: string,
): Promise<Figure> {
  const request: RepeatedRequest = {
    port: Number(new URL(tenant.baseUrl).port),
    path,
    headers: { authorization: `Bearer ${tenant.accessToken ?? ''}` },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: request.body,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const file = join(folder, 'answer.json');
  writeFileSync(file, bytes);
  const bare = fork(new URL('./tenant/bare-server.ts', import.meta.url), [file], { execPath: nodeBinary });
  try {
    const [port] = (await once(bare, 'message')) as [number];
    const bareRequest = { ...request, port, path: '/' };
    await requestRate(request, ROUND_MS);
    await requestRate(bareRequest, ROUND_MS);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await requestRate(request, ROUND_MS));
      theirs.push(await requestRate(bareRequest, ROUND_MS));
    }
    return {
      figure,
      ratio: median(ours) / median(theirs),
      unit: 'times as many requests per second',
      reference: 'a bare server of the same framework with the same bytes',
      goal: 'at least 0.5',
      detail: { bytes: bytes.length, tenant: Math.round(median(ours)), bare: Math.round(median(theirs)) },
    };
  } finally {
    bare.kill();
  }
}

const FROM = "from Event where Level = 'Info'";
const SELECT = `select ID, WhenOccurred, EventType, NormalizedUser, Message ${FROM} order by WhenOccurred desc`;

/**
 * One page of a hundred rows with its FullCount, against the two statements that SQLite has to run for it.
 */
async function compareWithSqlite(tenant: TenantAddress, folder: string): Promise<Figure> {
  const database = new DatabaseSync(join(folder, 'sandbox-staging', 'tenant.db'), { readOnly: true });
  database.exec('PRAGMA cache_size = -16000');
  const count = database.prepare(`select count(*) ${FROM}`);
  const rows = database.prepare(`${SELECT} limit 100`);
  const body = JSON.stringify({
    Script: SELECT,
    Args: { PageNumber: 1, PageSize: 100, Caching: -2 },
  });
  const ask = async (): Promise<void> => {
    const response = await fetch(`${tenant.baseUrl}/RedRock/Query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' },
      body,
    });
    const { Result } = (await response.json()) as { Result: { FullCount: number; Count: number } | null };
    if (Result?.FullCount !== Number(Object.values(count.get() ?? {})[0]) || Result.Count !== 100)
      throw new Error('The page and SQLite disagree.');
  };
  await ask();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const response = await timed(() =>
      fetch(`${tenant.baseUrl}/RedRock/Query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' },
        body,
      }).then((response) => response.text()),
    );
    ours.push(response.seconds);
    const direct = await timed(async () => [count.get(), rows.all()]);
    theirs.push(direct.seconds);
  }
  database.close();
  return {
    figure: 'an uncached page with FullCount over 1,000,000 events',
    ratio: median(ours) / median(theirs),
    unit: 'times as long',
    reference: 'SQLite itself for the two statements',
    goal: 'at most 1.5',
    detail: { tenantSeconds: median(ours), sqliteSeconds: median(theirs) },
  };
}

function limit(figure: string, value: number, allowed: number, unit: 's' | 'MB'): Figure {
  return {
    figure,
    ratio: value / allowed,
    unit: `of the ${allowed} ${unit} allowed`,
    reference: `the limit of ${allowed} ${unit}`,
    goal: 'at most 1.0',
    detail: { [unit]: value },
  };
}

async function firstApplication(tenant: TenantAddress): Promise<string> {
  const response = await fetch(`${tenant.baseUrl}/RedRock/Query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.accessToken ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Script: "select ID from Application where Name = 'Salesforce'" }),
  });
  const { Result } = (await response.json()) as { Result: { Results: [{ Row: { ID: string } }] } };
  return Result.Results[0].Row.ID;
}

/** Resident memory of the tenant and its query processes, as counted by Linux. */
function residentMegabytes({ process: { pid } }: TenantProcess): number {
  if (pid === undefined) throw new Error('The tenant has no process.');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((text) => text !== '');
  const kilobytes = [String(pid), ...children].map((id) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly seconds: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - startedAt) / 1000 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
