import { parseArgs } from 'node:util';
import { fuzzers } from './fuzzers.ts';

/** `npm run fuzz -- [--only NAME] [--count N] [--seed S]`: tests Tenant Desk with malicious input, and prints the outcome. */
const { values } = parseArgs({
  options: { only: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const chosen = Object.entries(fuzzers).filter(([name]) => values.only === undefined || values.only === name);
if (chosen.length === 0) {
  console.error(`There is no fuzzer ${values.only}. There are: ${Object.keys(fuzzers).join(', ')}.`);
  process.exit(2);
}
for (const [name, { full, run }] of chosen) {
  const startedAt = performance.now();
  const count = values.count === undefined ? full : Number(values.count);
  const { cases, outcomes, failures } = await run({
    count,
    seed: Number(values.seed),
    report: (line) => console.error(`${name}: ${line}`),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    JSON.stringify({ fuzzer: name, cases, failures: failures.length, seconds, outcomes }, undefined, 2),
  );
  if (failures.length > 0) process.exitCode = 1;
}
