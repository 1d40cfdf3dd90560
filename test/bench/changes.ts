import { startTenant } from '../integration/tenant-process.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { benchmarkSize, isMeasured } from './changes/benchmark-size.ts';
import { measureEdits } from './changes/edit-times.ts';
import { countOf } from './changes/timed.ts';
import { measureMigration } from './changes/migration-times.ts';
import { measureUndo } from './changes/undo-times.ts';
import { measureWindowMemory } from './changes/window-memory.ts';

/**
 * A plan over thousands of items, against a bare loop that does the same. The numbers are in
 * `changes/benchmark-size.ts`.
 */
const benchmark: Benchmark = {
  name: 'changes',
  async run() {
    const apps = String(benchmarkSize.applications);
    const tenant = await startTenant({ args: ['--tenants', '1', '--apps', apps, '--admin-token'] });
    try {
      return [
        ...(isMeasured('edit') ? await measureEdits(tenant) : []),
        ...(isMeasured('undo') ? [await measureUndo(tenant)] : []),
        ...(isMeasured('migration') ? await measureMigration() : []),
        ...(isMeasured('memory') ? [await windowMemory()] : []),
      ];
    } finally {
      await tenant.stop();
    }
  },
};

export default benchmark;

const fewApplications = 20;

/** A large plan is paged into the window, never loaded as a whole. */
async function windowMemory(): Promise<Figure> {
  const few = await measureWindowMemory(fewApplications);
  const many = await measureWindowMemory(benchmarkSize.applications);
  return {
    figure: `memory of the window after applying ${countOf(benchmarkSize.applications)} applications`,
    ratio: many.afterBytes / few.afterBytes,
    unit: 'times as much',
    reference: `the same after ${fewApplications}`,
    goal: 'at most 1.2',
    detail: { few, many },
  };
}
