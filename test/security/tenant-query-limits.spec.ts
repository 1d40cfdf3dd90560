import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callManagement,
  startTenant,
  type Envelope,
  type TenantProcess,
} from '../integration/tenant-process.ts';

const MEGABYTE = 1024 * 1024;
/** Of one query process; the tenant ends it above 512 MB, and a little more is held until it has looked. */
const MAX_BYTES = 768 * MEGABYTE;
const ENDLESS = 'with recursive c(x) as (select 1 union all select x + 1 from c)';

let tenant: TenantProcess;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--admin-token', '--tenants', '2'] });
});
afterAll(async () => void (await tenant.stop()));

async function ask(Script: string, Args: object = {}, at = tenant.tenants[0]): Promise<Envelope> {
  const body = { Script, Args: { Caching: -2, ...Args } };
  return (await callManagement(at, '/redrock/query', body)).envelope;
}

/** The current query processes of the tenant, with the memory of each in bytes. */
function queryProcesses(): { readonly id: number; readonly bytes: number }[] {
  const parent = `PPid:\t${tenant.process.pid}\n`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        const bytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
        return status.includes(parent) ? [{ id: Number(id), bytes }] : [];
      } catch {
        // It has ended in the meantime.
        return [];
      }
    });
}

const largestQueryProcess = (): number => Math.max(0, ...queryProcesses().map(({ bytes }) => bytes));

describe('a query that asks for too much', () => {
  it('is stopped within 10 s if it never ends, with or without rows, with a timeout error', async () => {
    const startedAt = performance.now();
    // Two at once run in each tenant.
    const responses = await Promise.all([
      ask(`${ENDLESS} select count(*) as n from c`),
      ask(`${ENDLESS} select x from c`, { PageNumber: 1, PageSize: 20 }),
      ask(`${ENDLESS} select x from c where x < 0`, {}, tenant.tenants[1]),
      ask(
        `${ENDLESS} select Name from Role where exists (select 1 from c where x < 0)`,
        {},
        tenant.tenants[1],
      ),
    ]);
    for (const { ErrorID, Message } of responses) {
      expect(ErrorID).toBe('QueryTimeout');
      expect(Message).toContain('took longer than 8 seconds');
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it.runIf(process.platform === 'linux')('gets a clear error when its process crashes', async () => {
    const response = ask(`${ENDLESS} select count(*) as n from c`);
    await expect.poll(queryProcesses).not.toEqual([]);
    const isAnswered = response.then(() => true);
    const crash = async (): Promise<boolean> => {
      for (const { id } of queryProcesses()) process.kill(id, 'SIGSEGV');
      return Promise.race([isAnswered, Promise.resolve(false)]);
    };
    await expect.poll(crash).toBe(true);
    const { ErrorID, Message } = await response;
    expect(ErrorID).toBe('QueryProcessEnded');
    expect(Message).toContain('ended unexpectedly (signal SIGSEGV)');
    expect((await ask('select count(*) as n from Role')).success).toBe(true);
  });

  it('gets an error when it returns rows without end', async () => {
    expect((await ask(`${ENDLESS} select x from c`)).ErrorID).toBe('TooManyRows');
  });

  it('is stopped if its process uses too much memory, while others get responses', async () => {
    const text = "printf('%.*c', 15000000, 'x')";
    const wide = `select ${Array.from({ length: 100 }, (_, index) => `${text} as c${index}`).join(', ')}`;
    let max = 0;
    const watch = setInterval(() => {
      if (process.platform === 'linux') max = Math.max(max, largestQueryProcess());
    }, 20);
    try {
      const responses = await Promise.all([ask(wide), ask(`${wide} from Role`), ask('select ID from Role')]);
      expect(responses.map(({ ErrorID }) => ErrorID)).toEqual(['QueryTooLarge', 'QueryTooLarge', null]);
      expect(responses[0].Message).toBe('The query used too much memory and was stopped.');
    } finally {
      clearInterval(watch);
    }
    expect(max > 0).toBe(process.platform === 'linux');
    expect(max).toBeLessThan(MAX_BYTES);
    expect((await ask('select count(*) as n from Role')).success).toBe(true);
  });

  it('is rejected at once when a single value is too large', async () => {
    for (const value of [
      "printf('%.*c', 900000000, 'x')",
      "replace(printf('%.*c', 9000, 'x'), 'x', printf('%.*c', 90000, 'y'))",
    ])
      expect(await ask(`select length(${value}) as n`)).toMatchObject({
        success: false,
        ErrorID: 'QueryTooLarge',
      });
  });
});
