import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ApplicationSummary } from '../../../contract/applications/application-summary.ts';
import type { Role, RoleApplication } from '../../../contract/roles/roles.ts';
import { databaseFileName } from '../../../main/platform/storage/database-file.ts';
import { createSnapshotStore } from '../../../main/platform/storage/snapshot-store.ts';
import { roleApplicationsKey } from '../../../main/roles/offline-assignments.ts';
import { memberCountsKey } from '../../../main/roles/handlers.ts';
import { rolesKey } from '../../../main/tenants/endpoints/role-rows.ts';
import type { OwnTenant } from '../../e2e/own-tenant.ts';
import { startOwnTenant } from '../../e2e/own-tenant.ts';
import { makeProfileFolder, startDesk } from '../../e2e/running-desk.ts';
import type { RunningDesk } from '../../e2e/running-desk.ts';

/**
 * Tenant Desk on a profile that has loaded a tenant's applications before, and is signed out: it shows only
 * local data.
 */
export interface PreparedDesk {
  readonly running: RunningDesk;
  stop(): Promise<void>;
}

export interface PreparedTenant {
  readonly applications: number;
  /** In addition to its own roles; their assignments are loaded as well. */
  readonly roles?: number;
}

export async function prepareDesk({ applications, roles = 0 }: PreparedTenant): Promise<PreparedDesk> {
  const own = await startOwnTenant({ applications });
  const profile = makeProfileFolder();
  const { tenantId, read } = await readOnce(own, profile.path);
  if (read.length !== applications) throw new Error(`The tenant has ${read.length} applications.`);
  await own.stop();
  if (roles > 0) keepRoles(join(profile.path, databaseFileName), { tenantId, applications: read, roles });
  const running = await startDesk(profile.path);
  return {
    running,
    async stop() {
      await running.stop();
      profile.remove();
    },
  };
}

/** Lets Tenant Desk load the list on that profile, so that it is cached. */
async function readOnce(
  own: OwnTenant,
  folder: string,
): Promise<{ readonly tenantId: string; readonly read: readonly ApplicationSummary[] }> {
  await using reader = own.colleague({ folder, isSandbox: false });
  const { tenantId } = reader;
  const { data: read } = await reader.call('applications.list', { tenantId });
  return { tenantId, read };
}

/** Each application is assigned to five of two hundred roles, and no two neighbors to the same ones. */
const publishedTo = 40;

/** Tenants have no request that creates a role: writes such roles directly to the cache. */
function keepRoles(
  databaseFile: string,
  of: {
    readonly tenantId: string;
    readonly applications: readonly ApplicationSummary[];
    readonly roles: number;
  },
): void {
  const database = new DatabaseSync(databaseFile);
  const snapshots = createSnapshotStore(database, { write: () => undefined });
  const now = Date.now();
  const roles = Array.from({ length: of.roles }, (_, index): Role => ({
    id: `role-${index}`,
    name: `Role ${String(index + 1).padStart(3, '0')}`,
    description: '',
    type: 'PrincipalList',
    isReadOnly: false,
  }));
  snapshots.write(of.tenantId, rolesKey, roles, now);
  snapshots.write(of.tenantId, memberCountsKey, { isKnown: true, counts: {} }, now);
  for (const [index, { id }] of roles.entries()) {
    const published = of.applications
      .filter((_, at) => (at + index * 7) % publishedTo === 0)
      .map((application): RoleApplication => ({
        id: application.id,
        name: application.name,
        isAutomatic: false,
      }));
    snapshots.write(of.tenantId, roleApplicationsKey(id), published, now);
  }
  database.close();
}
