import type { Database } from '../../platform/storage/database.ts';
import { transaction } from '../../platform/storage/database.ts';
import type { AppliedDrafts } from './applied-drafts.ts';
import { createAppliedDrafts } from './applied-drafts.ts';
import type { HistoryRecord } from './history-record.ts';
import { historyRecord } from './history-record.ts';
import type { PlanReads } from './plan-reads.ts';
import { createPlanReads } from './plan-reads.ts';
import type { PlanWrites } from './plan-writes.ts';
import { createPlanWrites } from './plan-writes.ts';
import type { TargetSuccessors } from './target-successors.ts';
import { createTargetSuccessors } from './target-successors.ts';

export interface HistoryFilter {
  readonly tenantId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly limit: number;
}

/**
 * Plans through their whole life, on disk at every step: what was requested, what was sent, what may have been sent,
 * and how to undo it.
 */
export interface PlanStore extends PlanReads, PlanWrites, AppliedDrafts, TargetSuccessors {
  /** Newest first; for an item, including what was done to it under earlier IDs. */
  history(filter: HistoryFilter): HistoryRecord[];
  /** What is stored of a plan, readable or not. */
  raw(planId: string): { readonly plan: unknown; readonly items: readonly unknown[] };
  rawItem(itemId: string): unknown;
  /** Runs `work` in one transaction. */
  together<Result>(work: () => Result): Result;
}

/** Plans that may wait to be applied. */
const maxPlanned = 200;

export function createPlanStore(database: Database): PlanStore {
  removeUnfinished(database);
  const successors = createTargetSuccessors(database);
  const selectHistory = database.prepare(
    `SELECT * FROM plans p WHERE state NOT IN ('planning', 'planned')
       AND (:tenant IS NULL OR tenant_id = :tenant)
       AND (:targets IS NULL OR EXISTS (
         SELECT 1 FROM plan_items i
         WHERE i.plan_id = p.id AND i.target_id IN (SELECT value FROM json_each(:targets))))
     ORDER BY applied_at DESC, created_at DESC, rowid DESC LIMIT :limit`,
  );
  const selectPlan = database.prepare('SELECT * FROM plans WHERE id = ?');
  const selectItem = database.prepare('SELECT * FROM plan_items WHERE id = ?');
  const selectRawItems = database.prepare('SELECT * FROM plan_items WHERE plan_id = ? ORDER BY sequence');

  return {
    ...createPlanReads(database),
    ...createPlanWrites(database),
    ...successors,
    ...createAppliedDrafts(database, successors),
    history({ tenantId, targetId, limit }) {
      const tenant = tenantId ?? null;
      const targets = targetId === undefined ? null : JSON.stringify(successors.earlierIds(tenant, targetId));
      return selectHistory.all({ tenant, targets, limit }).map((row) => historyRecord(row));
    },
    raw: (planId) => ({ plan: selectPlan.get(planId), items: selectRawItems.all(planId) }),
    rawItem: (itemId) => selectItem.get(itemId),
    together: (work) => transaction(database, work),
  };
}

function removeUnfinished(database: Database): void {
  // After a crash while a plan was being made it is incomplete, and no one has seen it.
  database.exec(`DELETE FROM plans WHERE state = 'planning'`);
  // An old plan was compared with an outdated state of the tenant; only the newest are stored.
  database.exec(
    `DELETE FROM plans WHERE state = 'planned' AND id NOT IN (
       SELECT id FROM plans WHERE state = 'planned' ORDER BY created_at DESC LIMIT ${maxPlanned})`,
  );
}
