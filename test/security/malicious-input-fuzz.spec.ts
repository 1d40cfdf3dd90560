import { expect, it } from 'vitest';
import { fuzzers } from './fuzz/fuzzers.ts';

/**
 * A share of what `npm run fuzz` does. What fails prints its seed and the smallest case that fails;
 * `npm run fuzz -- --only NAME --seed S` continues with another seed.
 */
const seed = 20_261;

it.each([
  ['malicious arguments of every call of a page', 'arguments', 3],
  ['mutated responses of a tenant', 'responses', 40],
  ['mutated files, which send nothing if they are rejected,', 'files', 120],
] as const)('%s lead to a typed error or a correct result, without data loss', async (_what, name, count) => {
  const { cases, failures } = await fuzzers[name].run({ count, seed });
  expect(failures).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(count);
});
