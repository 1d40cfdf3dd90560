import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { ClearableKind } from '../../contract/local-data/data-kinds.ts';
import { failure } from '../platform/errors/failure.ts';
import { removeOlderLogs } from '../platform/log/file-log.ts';
import type { Log } from '../platform/log/log.ts';
import type { Database } from '../platform/storage/database.ts';
import { emptyWriteAheadLog, transaction } from '../platform/storage/database.ts';
import { removeBackups } from '../platform/storage/profile-backups.ts';
import { tenantsIn } from './measure-tables.ts';
import type { MeasureParts } from './measure-usage.ts';
import { measureUsage } from './measure-usage.ts';

export interface LocalDataParts extends MeasureParts {
  /** Removes results that no one saved and that are complete; of one tenant, or of all. */
  readonly clearResults: (tenantId?: string) => Promise<void>;
  /** Removes what was cached of a tenant. */
  readonly clearCache: (tenantId: string) => Promise<void>;
  /** True for a tenant with a run that isn't resolved. */
  readonly hasOpenRun: (tenantId: string) => boolean;
  /** Called after the history of a tenant was removed. */
  readonly onremoved: (tenantId: string) => void;
  readonly log: Log;
}

/** What takes space in the profile folder, and removing what isn't needed. */
export function createLocalDataHandlers(parts: LocalDataParts): HandlersOf<'localData'> {
  const { database, folder, nouns } = parts;
  const space = nouns.flatMap((noun) => noun.space ?? []);
  const clear: Readonly<Record<ClearableKind, () => Promise<void>>> = {
    async caches() {
      const caches = space.filter(({ kind }) => kind === 'caches');
      for (const tenantId of tenantsIn(database, caches)) await parts.clearCache(tenantId);
    },
    results: () => parts.clearResults(),
    async backups() {
      removeBackups(folder);
      await rm(join(folder, 'backups'), { recursive: true, force: true });
    },
    logs: async () => removeOlderLogs(folder),
  };

  return {
    'localData.usage': () => measureUsage(parts),
    async 'localData.clear'({ kind }) {
      await clear[kind]();
      compact(parts);
      return await measureUsage(parts);
    },
    async 'localData.removeOfTenant'({ tenantId }) {
      if (parts.hasOpenRun(tenantId))
        throw failure('conflict', 'A run of this tenant is open. Resume it or roll it back first.');
      await parts.clearCache(tenantId);
      await parts.clearResults(tenantId);
      removeRows(database, space, tenantId);
      compact(parts);
      parts.onremoved(tenantId);
      return await measureUsage(parts);
    },
  };
}

function removeRows(
  database: Database,
  space: NonNullable<MeasureParts['nouns'][number]['space']>,
  tenantId: string,
): void {
  transaction(database, () => {
    for (const { table, tenant = 'tenant_id', removable } of space)
      if (removable !== undefined)
        database.prepare(`DELETE FROM ${table} WHERE ${tenant} = ? AND ${removable}`).run(tenantId);
  });
}

/** Returns the space to the system. Without space for it, what was removed is overwritten and reused. */
function compact({ database, log }: Pick<LocalDataParts, 'database' | 'log'>): void {
  try {
    database.exec('VACUUM');
    emptyWriteAheadLog(database);
  } catch (error) {
    log.write('warning', 'local-data.not-compacted', { error });
  }
}
