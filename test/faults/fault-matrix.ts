import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matrix } from './cells.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { runCell } from './run-cell.ts';
import { createTally } from './tally.ts';

const share = process.env['FAULTS'] === 'all' ? 1 : 4;
const isUndo = (operation: string): boolean => /^(undoing|taking back) /.test(operation);

/**
 * Every operation that writes, and everything that can happen on its way: what the desk says of it is true. `half` is that of
 * the operations that change something, or of those that take it back; in two files they run side by side.
 */
export function proveMatrix(half: 'changing' | 'taking back'): void {
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
    if (isUndo(name) !== (half === 'taking back')) continue;
    describe(name, () => {
      for (const { title, row, cell } of cells) {
        it(title, async () => {
          const { observations, problems } = await runCell(tenant, cell);
          tally.add(row, observations[0] ?? 'nothing');
          expect(problems, `The desk said: ${observations.join(', ')}\n${problems.join('\n')}`).toEqual([]);
        });
      }
    });
  }
}
