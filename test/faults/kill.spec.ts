import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { killedWhile, runKillRound } from './kill-round.ts';
import { createKillPoints } from './kill-points.ts';

let tenant: FaultyTenant;
beforeAll(async () => {
  tenant = await startFaultyTenant();
});
afterAll(() => tenant[Symbol.asyncDispose]());

/** A few of the rounds of `node test/faults/kill-rounds.ts`, always the same ones. */
const roundsEach = 3;
const killPoints = createKillPoints(7);

describe.each(killedWhile)('an app that is killed while %s', (what) => {
  const rounds = Array.from({ length: roundsEach }, () => killPoints.next());
  it.each(rounds)('loses nothing, repeats nothing, and offers open plans (at $at)', async (killPoint) => {
    expect((await runKillRound(tenant, what, killPoint)).problems).toEqual([]);
  });
});
