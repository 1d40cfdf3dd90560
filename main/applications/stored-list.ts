import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ApplicationTable } from '../../contract/applications/application-table.ts';
import { rowsOf, tableOf } from '../../contract/applications/application-table.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import { applicationTableSchema } from '../../contract/applications/applications.ts';
import { applicationSummarySchema } from '../../contract/applications/application-summary.ts';
import type { SnapshotStore, StoredSnapshot } from '../platform/storage/snapshot-store.ts';

/** Cache key of the application list. */
export const applicationsKey = 'applications';

/** Earlier versions stored a row for each application. */
export const storedListSchema = z.union([
  applicationTableSchema,
  z.array(applicationSummarySchema).transform(tableOf),
]);

/** Undefined when it was never read. */
export function readStoredList(
  snapshots: Pick<SnapshotStore, 'read'>,
  tenantId: string,
): StoredSnapshot<readonly ApplicationSummary[]> | undefined {
  const cached = snapshots.read(tenantId, applicationsKey, storedListSchema);
  return cached && { data: rowsOf(cached.data), fetchedAt: cached.fetchedAt };
}

export function writeStoredList(
  snapshots: Pick<SnapshotStore, 'write'>,
  tenantId: string,
  { data, fetchedAt }: StoredSnapshot<readonly ApplicationSummary[]>,
): void {
  snapshots.write(tenantId, applicationsKey, tableOf(data), fetchedAt);
}

const versions = new WeakMap<ApplicationTable, string>();

/** Equal for lists with the same content, however they were read. */
export function versionOf(table: ApplicationTable): string {
  const known = versions.get(table);
  if (known !== undefined) return known;
  const version = createHash('sha256').update(JSON.stringify(table)).digest('base64url');
  versions.set(table, version);
  return version;
}
