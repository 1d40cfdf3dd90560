import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matrix } from './cells.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { runCell } from './run-cell.ts';
import { createTally } from './tally.ts';

const share = process.env['FAULTS'] === 'all' ? 1 : 12;
const isUndo = (operation: string): boolean => /^(undoing|rolling back) /.test(operation);

/**
 * Combines every write operation with every fault and checks that Tenant Desk reports the truth. `half` selects
 * the operations that change something or those that undo it; two files let them run in parallel.
 */
export function proveMatrix(half: 'changing' | 'rolling back'): void {
  let tenant: FaultyTenant;
  const tally = createTally();

  beforeAll(async () => {
    tenant = await startFaultyTenant();
  });
  afterAll(async () => {
    process.stdout.write(tally.text());
    await tenant[Symbol.asyncDispose]();
  });

  for (const { name, cells } of matrix(share)) {
    if (isUndo(name) !== (half === 'rolling back')) continue;
    describe(name, () => {
      for (const { title, row, cell } of cells) {
        it(title, async () => {
          const { observations, problems } = await runCell(tenant, cell);
          tally.add(row, observations[0] ?? 'nothing');
          expect(
            problems,
            `Tenant Desk reported: ${observations.join(', ')}\n${problems.join('\n')}`,
          ).toEqual([]);
        });
      }
    });
  }
}
