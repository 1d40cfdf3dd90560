import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import { scriptKey } from '../script-kind.ts';

/** The same store, which tells whenever a script of a tenant becomes known, whoever has read or applied it. */
export function tellingOfScripts(snapshots: SnapshotStore, tell: (tenantId: string) => void): SnapshotStore {
  return {
    ...snapshots,
    write(tenantId, key, data, fetchedAt) {
      snapshots.write(tenantId, key, data, fetchedAt);
      if (key.startsWith(scriptKey(''))) tell(tenantId);
    },
  };
}
