import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';

/** The earlier and current IDs of items: a replaced or restored item continues under another one. */
export interface TargetSuccessors {
  noteSuccessor(tenantId: string, oldId: string, newId: string): void;
  /** The current ID of an item; the same if it was never replaced. */
  currentId(tenantId: string, id: string): string;
  /** All IDs that an item has had, newest first, including this one: at most a thousand. */
  earlierIds(tenantId: string | null, id: string): string[];
}

const idRow = z.object({ id: z.string() });

/** The IDs that the item `:id` has had, including this one; of any tenant if `:tenant` is null. */
export const selectEarlierIds = `WITH RECURSIVE earlier (id) AS (
    SELECT :id
    UNION SELECT s.old_id FROM earlier e JOIN change_successors s ON s.new_id = e.id
    WHERE :tenant IS NULL OR s.tenant_id = :tenant)
  SELECT id FROM earlier LIMIT 1000`;

export function createTargetSuccessors(database: Database): TargetSuccessors {
  const upsertSuccessor = database.prepare(
    `INSERT INTO change_successors (tenant_id, old_id, new_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET new_id = excluded.new_id`,
  );
  const dropSuccessor = database.prepare('DELETE FROM change_successors WHERE tenant_id = ? AND old_id = ?');
  const selectCurrent = database.prepare(
    `WITH RECURSIVE chain (id, step) AS (
       SELECT :id, 0
       UNION SELECT s.new_id, c.step + 1 FROM chain c
       JOIN change_successors s ON s.tenant_id = :tenant AND s.old_id = c.id WHERE c.step < 1000)
     SELECT id FROM chain ORDER BY step DESC LIMIT 1`,
  );
  const selectEarlier = database.prepare(selectEarlierIds);

  return {
    noteSuccessor(tenantId, oldId, newId) {
      if (oldId === newId) return;
      transaction(database, () => {
        // The newest ID must not be an earlier one as well, or the chain would have a cycle.
        dropSuccessor.run(tenantId, newId);
        upsertSuccessor.run(tenantId, oldId, newId);
      });
    },
    currentId: (tenantId, id) => parseRow(idRow, selectCurrent.get({ tenant: tenantId, id })).id,
    earlierIds: (tenant, id) => selectEarlier.all({ tenant, id }).map((row) => parseRow(idRow, row).id),
  };
}

/** Whether Tenant Desk assigned this ID to an item that isn't on the tenant yet. */
export const isNewTarget = (targetId: string): boolean => targetId.startsWith('new:');
