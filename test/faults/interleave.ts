import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Course } from './interleaving.ts';
import { runInterleaving } from './interleaving.ts';
import { interleavings } from './interleaving-steps.ts';
import { openStage } from './stage.ts';

/** Runs many random interleavings of three app instances and an outside admin, and prints statistics or the shortest failing sequence. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '3000' }, seed: { type: 'string', default: '1' } },
});
const startedAt = performance.now();
const totals = { interleavings: 0, writes: 0, outside: 0, crashes: 0, conflicts: 0, races: 0 };
await using stage = await openStage();

function count({ writes, outside, crashes, conflicts, races }: Course): void {
  totals.interleavings += 1;
  totals.writes += writes;
  totals.outside += outside;
  totals.crashes += crashes;
  totals.conflicts += conflicts;
  totals.races += races;
  if (totals.interleavings % 100 === 0) console.log(JSON.stringify(totals));
}

const seed = Number(values.seed);
const chunk = 50;
const chunks = Math.ceil(Number(values.count) / chunk);
let failures = 0;
// One that fails ends its chunk and not the rest.
for (let index = 0; index < chunks; index += 1) {
  const outcome = await fc.check(
    fc.asyncProperty(interleavings, async (steps) => {
      const course = await runInterleaving(stage, steps);
      count(course);
      if (course.problems.length > 0) throw new Error(course.problems.join('\n'));
    }),
    { numRuns: chunk, seed: seed * 10_000 + index },
  );
  if (!outcome.failed) continue;
  failures += 1;
  console.log(fc.defaultReportMessage(outcome), outcome.errorInstance);
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(JSON.stringify({ ...totals, failures, seconds }));
if (failures > 0) process.exitCode = 1;
