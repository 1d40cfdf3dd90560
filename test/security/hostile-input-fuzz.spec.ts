import { expect, it } from 'vitest';
import { fuzzers } from './fuzz/fuzzers.ts';

/**
 * A share of what `npm run fuzz` does. What fails prints its seed and the smallest case that fails;
 * `npm run fuzz -- --only NAME --seed S` goes on from another.
 */
const seed = 20_261;

it.each([
  ['hostile arguments of every call of a page', 'arguments', 3],
  ['mutated answers of a tenant', 'answers', 40],
  ['mutated files, of which nothing is sent when they are refused,', 'files', 120],
] as const)('%s have a typed error or a correct reading, and nothing is lost', async (_what, name, count) => {
  const { cases, failures } = await fuzzers[name].run({ count, seed });
  expect(failures).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(count);
});
