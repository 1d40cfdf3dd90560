import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunDocument } from '../builders/pulled-folder.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { makeCommandFolder } from './command-plan.ts';
import type { FaultCase } from './faults.ts';
import { faults } from './faults.ts';
import { createFaultyNetwork } from './faulty-network.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { completeContentsOf, differenceOf } from './tenant-state.ts';
import { createVirtualClock } from './virtual-clock.ts';

let tenant: FaultyTenant;
let proxy: FaultProxy;
beforeAll(async () => {
  tenant = await startFaultyTenant();
  proxy = await startFaultProxy(tenant.address.baseUrl);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await tenant[Symbol.asyncDispose]();
});

/** Those of the matrix in which a response is lost, or isn’t what happened. The others need a clock that a process doesn’t share. */
const lost = faults.filter(
  ({ name, patience }) =>
    patience === undefined && /^(arrives|never arrives|is carried out|fails|is stopped)/.test(name),
);
/** Of the plan, with a change of every kind. */
const writes = 8;
const share = process.env['FAULTS'] === 'all' ? 1 : 12;
const cells = Array.from({ length: writes }, (_none, write) =>
  lost.map((fault) => ({ fault, write, name: fault.name })),
)
  .flat()
  .filter((_cell, index) => index % share === 0);

async function applied(fault: FaultCase, write: number, suffix: string) {
  using folder = await makeCommandFolder(tenant, proxy, suffix);
  const plan = await folder.plan();
  const { accessToken, address } = tenant;
  const network = createFaultyNetwork(proxy, createVirtualClock(), { accessToken, baseUrl: address.baseUrl });
  network.begin();
  fault.install(network, write);
  const { tdesk } = plan;
  const { code, stdout } = await tdesk.run([...plan.apply, '--json'], plan.secrets);
  const run = JSON.parse(stdout) as RunDocument & { items: readonly { state: string; name: string }[] };
  await network.heal();
  const open = run.state === 'open';
  const end = open ? await tdesk.json(['resume', run.run]) : run;
  const differences = differenceOf(completeContentsOf(plan.wanted), completeContentsOf(tenant.read()));
  return { plan, code, open, run, end, differences };
}

describe('tdesk apply that loses responses', { timeout: 240_000 }, () => {
  it.each(cells)(
    'reports the truth, and ends with exactly its plan (write $write $name)',
    async ({ fault, write }) => {
      const suffix = `${process.pid}-${write}-${lost.indexOf(fault)}`;
      const { plan, code, open, run, end, differences } = await applied(fault, write, suffix);
      expect(code).toBe(open ? 7 : 0);
      const { verified = 0 } = run.summary;
      expect(open ? verified < plan.total : verified === plan.total).toBe(true);
      expect(end, JSON.stringify([run, end])).toMatchObject({
        state: 'finished',
        summary: { verified: plan.total },
      });
      expect(differences).toEqual([]);
    },
  );
});
