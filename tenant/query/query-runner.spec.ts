import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../store/open-database.ts';
import { createQueryPool, type QueryPool } from './query-pool.ts';
import { forkQueryRunners } from './forked-query-runner.ts';
import type { QueryReply } from './query-request.ts';

const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
const page = { sortBy: [], ascending: true };
const ENDLESS =
  'with recursive c(x) as (select 1 union all select x + 1 from c limit 20000000) select count(*) as n from c';

let folder: string;
let pool: QueryPool;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'query-runner-'));
  const database = openDatabase(join(folder, 'tenant.db'));
  database.exec("CREATE TABLE User (ID TEXT, Name TEXT); INSERT INTO User VALUES ('1', 'one'), ('2', 'two')");
  database.close();
});
afterEach(() => {
  pool.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('queries in processes', () => {
  const open = (timeLimitMs: number): void => {
    const startRunner = forkQueryRunners(entry);
    pool = createQueryPool({
      startRunner: () => startRunner(join(folder, 'tenant.db')),
      timeLimitMs,
      size: 2,
      tookTooMuchMemory: () => false,
    });
  };

  /** A new runner loads its modules within the same limit, or is replaced by the next one. */
  const answered = async (sql: string): Promise<QueryReply> => {
    const reply = await pool.run({ scope: 'public', sql, parameters: {}, page });
    return !reply.ok && reply.errorId === 'QueryTimeout' ? await answered(sql) : reply;
  };

  it('are answered in request order, with more requests than runners', { timeout: 30_000 }, async () => {
    open(20_000);
    const replies = await Promise.all(
      ['one', 'two', 'one', 'none'].map((name) =>
        pool.run({
          scope: 'public',
          sql: 'select ID from User where Name = @name',
          parameters: { name },
          page,
        }),
      ),
    );
    expect(
      replies.map((reply) =>
        reply.ok ? (JSON.parse(reply.json) as { FullCount: number }).FullCount : reply.message,
      ),
    ).toEqual([1, 1, 1, 0]);
  });

  it('are stopped when they take too long, and the next one is answered', { timeout: 30_000 }, async () => {
    open(1500);
    expect((await answered('select 1 as n')).ok).toBe(true);
    expect(await pool.run({ scope: 'public', sql: ENDLESS, parameters: {}, page })).toMatchObject({
      ok: false,
      errorId: 'QueryTimeout',
    });
    expect((await answered('select ID from User')).ok).toBe(true);
  });
});
