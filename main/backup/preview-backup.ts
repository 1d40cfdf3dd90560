import type { BackupSection } from '../../contract/backup/backup-sections.ts';
import { backupSections } from '../../contract/backup/backup-sections.ts';
import type { BackupPreview, SectionCount } from '../../contract/backup/backup.ts';
import type { BackupTable } from '../platform/storage/backup-table.ts';
import type { Database } from '../platform/storage/database.ts';
import { createYielder } from '../platform/timing/yielder.ts';
import { compareRows } from './compare-rows.ts';
import type { StagedBackup } from './staged-backup.ts';
import type { TenantMapping } from './tenant-mapping.ts';

interface SectionTotals {
  total: number;
  added: number;
  differing: number;
}

type Counts = Map<BackupSection, SectionTotals>;

/** What restoring would do, counted by tenant. */
export async function previewBackup(
  staged: StagedBackup,
  mapping: TenantMapping,
  {
    database,
    tables,
    signal,
  }: { readonly database: Database; readonly tables: readonly BackupTable[]; readonly signal: AbortSignal },
): Promise<Pick<BackupPreview, 'tenants' | 'others'>> {
  const byTenant = new Map<unknown, Counts>();
  const known = new Set<unknown>(mapping.tenants.map(({ localId }) => localId));
  const yielder = createYielder();
  for (const { table, row, state } of compareRows(staged, mapping, database, tables)) {
    if (yielder.isOver()) {
      await yielder.rest();
      signal.throwIfAborted();
    }
    if (table.isUncounted === true) continue;
    const tenantId = table.tenant === undefined ? null : (row[table.tenant] ?? null);
    const owner = known.has(tenantId) ? tenantId : null;
    const counts: Counts = byTenant.get(owner) ?? new Map<BackupSection, SectionTotals>();
    byTenant.set(owner, counts);
    const count = counts.get(table.section) ?? { total: 0, added: 0, differing: 0 };
    counts.set(table.section, count);
    count.total += 1;
    if (state !== 'same') count[state] += 1;
  }
  return {
    tenants: mapping.tenants.map(({ profile, localId, state }) => ({
      ...{ id: profile.id, name: profile.name, baseUrl: profile.baseUrl },
      ...{ environment: profile.environment, color: profile.color, state },
      counts: listed(byTenant.get(localId)),
    })),
    others: listed(byTenant.get(null)),
  };
}

const listed = (counts: Counts | undefined): SectionCount[] =>
  backupSections.flatMap((section) => {
    const count = counts?.get(section);
    return count === undefined ? [] : [{ section, ...count }];
  });
