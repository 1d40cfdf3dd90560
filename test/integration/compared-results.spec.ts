import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { StoredResult } from '../../contract/queries/results.ts';
import { useDesk } from '../builders/use-desk.ts';
import { respondToQueries, pageOf } from '../fakes/query-results.ts';

const on = useDesk();
const rowCount = 100_000;
/** The number of rows that only the left side has, and of those that only the right side has. */
const moved = 50;

afterEach(() => {
  on.network.setFaults(() => ({ kind: 'pass' }));
});

/** A row as it was, and as it is: every thousandth has another state. */
const before = (id: number) => ({ ID: id, Name: `user ${id}`, State: 'active' });
const after = (id: number) => ({ ...before(id), State: id % 1000 === 0 ? 'locked' : 'active' });

async function ran(place: string, row: (number: number) => object): Promise<StoredResult> {
  const { tenantId } = on.desk;
  respondToQueries(on.network, (args) => ({ FullCount: rowCount, Results: pageOf(args, rowCount, row) }));
  await on.desk.call('results.start', { tenantId, place, text: 'Select ID, Name, State from User' });
  const at = () => on.desk.call('results.at', { tenantId, place });
  await expect.poll(async () => (await at())?.state, { timeout: 60_000 }).toBe('complete');
  const result = await at();
  if (result === undefined) throw new Error('Nothing is kept.');
  return result;
}

it('100,000 rows are compared with 100,000 in another order, and every difference is shown', async () => {
  const left = await ran('left', before);
  // 7,919 and 100,000 have no divisor in common, so that each row comes once.
  const right = await ran('right', (number) => after(((number * 7_919) % rowCount) + 1 + moved));
  const heapBefore = process.memoryUsage().heapUsed;
  const compared = await on.desk.call('results.compare', {
    ...{ left: left.id, right: right.id, key: ['ID'], isStrict: true },
  });
  // The rows stay in the result's thread, which has its own memory limit: none of the 200,000 is sent here.
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(64 * 1024 * 1024);
  if (compared.outcome !== 'compared') throw new Error('The key tells all rows apart.');
  expect(compared).toMatchObject({
    ...{ onlyLeft: moved, onlyRight: moved, different: 100, same: rowCount - moved - 100 },
    columns: [
      { name: 'Name', different: 0 },
      { name: 'State', different: 100 },
    ],
  });

  const { rows } = await on.desk.call('results.window', { id: compared.result.id, first: 0, count: 1000 });
  const idsOf = (kind: string) =>
    rows
      .filter(([first]) => first === kind)
      .map(([, , id]) => Number(id))
      .sort((one, other) => one - other);
  const upFrom = (first: number, count: number, step = 1) =>
    Array.from({ length: count }, (_, at) => first + at * step);
  expect(idsOf('only left')).toEqual(upFrom(1, moved));
  expect(idsOf('only right')).toEqual(upFrom(rowCount + 1, moved));
  expect(idsOf('different')).toEqual(upFrom(1000, 100, 1000));
  expect(rows).toHaveLength(compared.result.rowCount);

  const folder = join(on.desk.folder, 'results');
  expect(existsSync(folder) && readdirSync(folder).filter((name) => name.includes('keys'))).toEqual([]);
});
