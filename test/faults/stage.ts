import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import type { Ledger } from './ledger.ts';
import { createLedger } from './ledger.ts';
import type { DeskName, RestartingDesk } from './two-desks.ts';
import { startRestartingDesk } from './two-desks.ts';

/** Two desks on one tenant, through one interleaving after the other; each of these has a ledger of its own. */
export interface Stage {
  readonly tenant: FaultyTenant;
  readonly desks: { readonly A: RestartingDesk; readonly B: RestartingDesk };
  ledger: Ledger;
}

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
