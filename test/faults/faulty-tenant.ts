import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantAddress } from '../integration/tenant-process.ts';
import { startTenant } from '../integration/tenant-process.ts';
import type { Administrator } from './administrator.ts';
import { createAdministrator } from './administrator.ts';
import type { TenantState } from './tenant-state.ts';
import { openTenantDatabase } from './tenant-state.ts';

/** An embedded tenant in a child process. Its real state can be read at any time. */
export interface FaultyTenant extends AsyncDisposable {
  readonly address: TenantAddress;
  readonly accessToken: string;
  readonly administrator: Administrator;
  /** Its database, for what no request can change. */
  readonly databaseFile: string;
  read(): TenantState;
}

/** In memory if the system supports that, because a fault matrix opens hundreds of profiles. */
export function makeFastFolder(): string {
  const memory = '/dev/shm';
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'tenant-desk-faults-'));
}

export async function startFaultyTenant({ apps = 3 } = {}): Promise<FaultyTenant> {
  const folder = makeFastFolder();
  const tenant = await startTenant({
    args: ['--tenants', '1', '--admin-token', '--apps', String(apps), '--events', '0', '--data', folder],
  });
  const [address] = tenant.tenants;
  const databaseFile = join(folder, 'sandbox-staging', 'tenant.db');
  const database = openTenantDatabase(databaseFile);
  return {
    ...{ address, databaseFile },
    accessToken: address.accessToken ?? '',
    administrator: createAdministrator(address),
    read: () => database.read(),
    async [Symbol.asyncDispose]() {
      database[Symbol.dispose]();
      await tenant.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
