import PQueue from 'p-queue';
import type { FaultyTenant } from './faulty-tenant.ts';
import { startFaultyTenant } from './faulty-tenant.ts';
import type { Ledger, DeskName } from './ledger.ts';
import { createLedger } from './ledger.ts';
import type { RestartingDesk, WriteInTurn } from './restarting-desk.ts';
import { startRestartingDesk } from './restarting-desk.ts';

/** App instances on one tenant for a series of interleavings; each interleaving has its own ledger. */
export interface Stage {
  readonly tenant: FaultyTenant;
  readonly desks: Readonly<Record<DeskName, RestartingDesk>>;
  ledger: Ledger;
  readonly writeInTurn: WriteInTurn;
}

/** A tenant with app instances, each on its own profile. */
export async function openStage(): Promise<Stage & AsyncDisposable> {
  const tenant = await startFaultyTenant();
  let ledger = createLedger(tenant.read);
  const queue = new PQueue({ concurrency: 1 });
  const writeInTurn: WriteInTurn = (write) => queue.add(write);
  const begin = (name: DeskName) => startRestartingDesk(name, tenant, () => ledger, writeInTurn);
  const desks = { A: await begin('A'), B: await begin('B'), C: await begin('C') };
  return {
    tenant,
    desks,
    writeInTurn,
    get ledger() {
      return ledger;
    },
    set ledger(next) {
      ledger = next;
    },
    async [Symbol.asyncDispose]() {
      for (const desk of Object.values(desks)) await desk[Symbol.asyncDispose]();
      await tenant[Symbol.asyncDispose]();
    },
  };
}
