import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { FakeUtilityProcess } from '../fakes/electron/fake-utility-process.ts';
import { useSignedInDesk } from './use-signed-in-desk.ts';

const ENDLESS = 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) as n from c';
const text = "printf('%.*c', 15000000, 'x')";
const TOO_WIDE = `select ${Array.from({ length: 100 }, (_, index) => `${text} as c${index}`).join(', ')}`;

const signedIn = useSignedInDesk();

function running(): FakeUtilityProcess[] {
  return signedIn.started.electron.processes.filter(({ pid }) => pid !== undefined);
}

const run = (query: string) =>
  signedIn.started.desk.queries.run({ tenantId: signedIn.tenantId, text: query });
const rejection = (query: string) => run(query).then(() => undefined, toDeskError);

/** Clock ticks of a process and all its threads so far. */
function workOf(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

describe.runIf(process.platform === 'linux')('a query of the embedded tenant under Electron', () => {
  it('runs in a separate utility process', async () => {
    const before = running().length;
    expect((await run('select count(*) as n from Role')).rows).toHaveLength(1);
    expect(running().length).toBe(before + 1);
    expect(running().at(-1)?.args[0]).toBe('query-process');
  });

  it('that takes too long is ended, with its process, and leaves no core busy', async () => {
    const error = await rejection(ENDLESS);
    expect(error?.message).toContain('longer than');
    await expect.poll(() => running().length).toBe(1);
    const tenant = running()[0]?.pid ?? 0;
    let before = -1000;
    await expect
      .poll(
        () => {
          const now = workOf(tenant);
          const spent = now - before;
          before = now;
          return spent;
        },
        { interval: 1000, timeout: 10_000 },
      )
      .toBeLessThan(5);
    expect((await run('select count(*) as n from Role')).rows).toHaveLength(1);
  });

  it('that takes too much memory is ended, and the next one runs', async () => {
    expect((await rejection(TOO_WIDE))?.message).toContain('memory');
    expect((await run('select count(*) as n from Role')).rows).toHaveLength(1);
  });

  it('leaves no process when the tenant itself has ended', async () => {
    const [tenant, ...runners] = running();
    expect(runners.length).toBeGreaterThan(0);
    const ended = Promise.all(runners.map((runner) => once(runner, 'exit')));
    process.kill(tenant?.pid ?? 0, 'SIGKILL');
    await ended;
  });
});
