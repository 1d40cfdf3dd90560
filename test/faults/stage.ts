import type { Stage } from './interleaving.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import { createLedger } from './ledger.ts';
import type { DeskName } from './two-desks.ts';
import { startRestartingDesk } from './two-desks.ts';

/** A tenant with two desks, each on a profile of its own. */
export async function openStage(): Promise<Stage & AsyncDisposable> {
  const tenant = await startFaultyTenant();
  let ledger = createLedger(tenant.read);
  const begin = (name: DeskName) => startRestartingDesk(name, tenant, () => ledger);
  const desks = { A: await begin('A'), B: await begin('B') };
  return {
    tenant,
    desks,
    get ledger() {
      return ledger;
    },
    set ledger(next) {
      ledger = next;
    },
    async [Symbol.asyncDispose]() {
      await desks.A[Symbol.asyncDispose]();
      await desks.B[Symbol.asyncDispose]();
      await tenant[Symbol.asyncDispose]();
    },
  };
}
