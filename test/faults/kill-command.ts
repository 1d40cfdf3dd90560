import { parseArgs } from 'node:util';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { startCommandKills } from './command-kill-round.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { createKillPoints } from './kill-points.ts';
import { createTally } from './tally.ts';

/** Kills `tdesk apply` at random times, round after round, and prints statistics and problems. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [count, seed] = [Number(values.rounds), Number(values.seed)];
console.log(`Seed ${seed}`);
await using tenant = await startFaultyTenant();
await using proxy = await startFaultProxy(tenant.address.baseUrl);
const startedAt = performance.now();
using kills = await startCommandKills(tenant, proxy);
const killPoints = createKillPoints(seed);
const tally = createTally();
let withProblems = 0;
for (let round = 0; round < count; round += 1) {
  const killPoint = killPoints.next();
  const { problems, ended, taken } = await kills.round(killPoint);
  tally.add(ended, `${taken} sent`);
  console.log(`Round ${round + 1} of ${count}: ${ended}, ${taken} requests had taken effect`);
  if (problems.length === 0) continue;
  withProblems += 1;
  console.log(JSON.stringify({ seed, round, killPoint, ended, problems }, undefined, 2));
}
console.log(tally.text());
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ seed, rounds: count, roundsWithProblems: withProblems, seconds }));
if (withProblems > 0) process.exitCode = 1;
