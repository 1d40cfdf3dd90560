import type { Database } from '../../platform/storage/database.ts';
import { readItemRowOrStub, type StoredItem } from './plan-record.ts';

/** Actions that plans have run. */
export interface DoneActions {
  /** Actions of a kind that were sent, or may have been, newest first; unreadable ones are skipped. */
  of(tenantId: string, kind: string, limit: number): StoredItem[];
  /** The action that created an item with this ID, or that has this ID itself if the tenant returned none. */
  ofTarget(tenantId: string, kind: string, targetId: string): StoredItem | undefined;
}

export function createDoneActions(database: Database): DoneActions {
  const select = (condition: string) =>
    database.prepare(
      `SELECT i.* FROM plan_items i JOIN plans p ON p.id = i.plan_id
       WHERE p.tenant_id = ? AND i.kind = ? AND i.verb = 'run' AND i.state IN ('verified', 'accepted', 'different', 'unknown') ${condition}
       ORDER BY i.sequence DESC LIMIT ?`,
    );
  const ofKind = select('');
  const ofTarget = select('AND ? IN (i.target_id, i.id)');
  return {
    of: (tenantId, kind, limit) =>
      ofKind
        .all(tenantId, kind, limit)
        .map(readItemRowOrStub)
        .filter((item) => item.kind === kind),
    ofTarget(tenantId, kind, targetId) {
      const row = ofTarget.get(tenantId, kind, targetId, 1);
      const item = row === undefined ? undefined : readItemRowOrStub(row);
      return item?.kind === kind ? item : undefined;
    },
  };
}
