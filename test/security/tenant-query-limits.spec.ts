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
const MOST_BYTES = 768 * MEGABYTE;
const ENDLESS = 'with recursive c(x) as (select 1 union all select x + 1 from c)';

let tenant: TenantProcess;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--admin-token', '--tenants', '1'] });
});
afterAll(async () => void (await tenant.stop()));

async function ask(Script: string, Args: object = {}): Promise<Envelope> {
  const body = { Script, Args: { Caching: -2, ...Args } };
  return (await callManagement(tenant.tenants[0], '/redrock/query', body)).envelope;
}

/** The most bytes that a query process of the tenant holds at this moment. */
function largestQueryProcess(): number {
  const parent = `PPid:\t${tenant.process.pid}\n`;
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8');
        return status.includes(parent) ? Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024 : 0;
      } catch {
        // It has ended meanwhile.
        return 0;
      }
    });
  return Math.max(0, ...sizes);
}

describe('a query that asks for too much', () => {
  it('is ended within 10 s when it never ends, with rows or without', async () => {
    const startedAt = performance.now();
    const answers = await Promise.all([
      ask(`${ENDLESS} select count(*) as n from c`),
      ask(`${ENDLESS} select x from c`, { PageNumber: 1, PageSize: 20 }),
    ]);
    expect(answers.map(({ ErrorID }) => ErrorID)).toEqual(['QueryTimeout', 'QueryTimeout']);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('is told when it returns rows without end', async () => {
    expect((await ask(`${ENDLESS} select x from c`)).ErrorID).toBe('TooManyRows');
  });

  it('is ended when its process holds too much memory, while others are answered', async () => {
    const text = "printf('%.*c', 15000000, 'x')";
    const wide = `select ${Array.from({ length: 100 }, (_, index) => `${text} as c${index}`).join(', ')}`;
    let most = 0;
    const watch = setInterval(() => {
      if (process.platform === 'linux') most = Math.max(most, largestQueryProcess());
    }, 20);
    try {
      const answers = await Promise.all([ask(wide), ask(`${wide} from Role`), ask('select ID from Role')]);
      expect(answers.map(({ ErrorID }) => ErrorID)).toEqual(['QueryTooLarge', 'QueryTooLarge', null]);
    } finally {
      clearInterval(watch);
    }
    expect(most > 0).toBe(process.platform === 'linux');
    expect(most).toBeLessThan(MOST_BYTES);
    expect((await ask('select count(*) as n from Role')).success).toBe(true);
  });

  it('is refused at once when a single value is too large', async () => {
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
