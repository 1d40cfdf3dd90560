import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import type { CommandKills } from './command-kill-round.ts';
import { startCommandKills } from './command-kill-round.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { createKillPoints } from './kill-points.ts';

let tenant: FaultyTenant;
let proxy: FaultProxy;
let kills: CommandKills;
beforeAll(async () => {
  tenant = await startFaultyTenant();
  proxy = await startFaultProxy(tenant.address.baseUrl);
  kills = await startCommandKills(tenant, proxy);
});
afterAll(async () => {
  kills[Symbol.dispose]();
  await proxy[Symbol.asyncDispose]();
  await tenant[Symbol.asyncDispose]();
});

/** A few of the rounds of `npm run faults:kill-command`, always the same ones. */
const killPoints = createKillPoints(36);
const rounds = Array.from({ length: 6 }, () => killPoints.next());

describe('tdesk apply that is killed', { timeout: 240_000 }, () => {
  it.each(rounds)('is resumed to exactly its plan, and undone (at $at)', async (killPoint) => {
    expect((await kills.round(killPoint)).problems).toEqual([]);
  });
});
