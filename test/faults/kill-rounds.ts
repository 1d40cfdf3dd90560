import { parseArgs } from 'node:util';
import { startFaultyTenant } from './faulty-tenant.ts';
import { killedWhile, runKillRound } from './kill-round.ts';
import { createKillPoints } from './kill-points.ts';
import { createTally } from './tally.ts';

/** Kills the app at random times, round after round, and prints statistics and problems. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const startedAt = performance.now();
await using tenant = await startFaultyTenant();
const killPoints = createKillPoints(Number(values.seed));
const tally = createTally();
let [acknowledged, problems] = [0, 0];
for (let round = 0; round < Number(values.rounds); round += 1) {
  const what = killedWhile[round % killedWhile.length] ?? 'typing';
  const killPoint = killPoints.next();
  const result = await runKillRound(tenant, what, killPoint);
  acknowledged += result.acknowledged;
  tally.add(what, `${result.wasOpen ? 'open, ' : ''}${result.ended}`);
  if (result.problems.length === 0) continue;
  problems += 1;
  console.log(JSON.stringify({ round, what, killPoint, problems: result.problems }, undefined, 2));
}
console.log(tally.text());
console.log(
  JSON.stringify({
    rounds: Number(values.rounds),
    acknowledged,
    roundsWithProblems: problems,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  }),
);
if (problems > 0) process.exitCode = 1;
