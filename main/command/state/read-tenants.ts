import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createTenantStore } from '../../tenants/directory/tenant-store.ts';
import { databaseFileName } from '../../platform/storage/database-file.ts';

/**
 * The tenants of a profile folder, read beside whatever has it open and without starting the services: listing and completing
 * names take milliseconds. None where there is no profile yet.
 */
export function readTenants(folder: string): readonly TenantProfile[] {
  const file = join(folder, databaseFileName);
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return createTenantStore(database).list();
  } finally {
    database.close();
  }
}
