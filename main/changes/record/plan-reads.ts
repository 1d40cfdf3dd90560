import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { CrossPlanReads } from './cross-plan-reads.ts';
import { createCrossPlanReads } from './cross-plan-reads.ts';
import type { GroupReads } from './group-reads.ts';
import { createGroupReads } from './group-reads.ts';
import { historyRecord } from './history-record.ts';
import type { Aim, ItemReads } from './item-reads.ts';
import { aimColumns, aimRow, createItemReads } from './item-reads.ts';
import type { CountReads } from './plan-counts.ts';
import { createCountReads } from './plan-counts.ts';
import type { StoredPlan } from './plan-record.ts';
import { readPlanRow } from './plan-record.ts';

export interface PlanReads extends GroupReads, CountReads, ItemReads, CrossPlanReads {
  /** Throws `record-unreadable`. */
  plan(planId: string): StoredPlan | undefined;
  /** Started plans that aren't resolved, oldest first; unreadable ones are skipped. */
  openPlans(): StoredPlan[];
  /** Items of finished plans that were closed before their result was known. */
  unresolvedItems(tenantId: string): Aim[];
}

export function createPlanReads(database: Database): PlanReads {
  const selectPlan = database.prepare('SELECT * FROM plans WHERE id = ?');
  const selectOpen = database.prepare(
    `SELECT * FROM plans WHERE state = 'open' ORDER BY applied_at, created_at`,
  );
  const isLeft = `state IN ('unknown', 'incomplete', 'different') AND undone_by IS NULL`;
  const selectLeftPlans = database.prepare(
    `SELECT * FROM plans p WHERE state = 'finished' AND tenant_id = ?
       AND EXISTS (SELECT 1 FROM plan_items WHERE plan_id = p.id AND ${isLeft}) ORDER BY applied_at`,
  );
  const selectLeft = database.prepare(
    `SELECT ${aimColumns} FROM plan_items WHERE plan_id = ? AND ${isLeft} ORDER BY sequence`,
  );

  return {
    ...createGroupReads(database),
    ...createCountReads(database),
    ...createItemReads(database),
    ...createCrossPlanReads(database),
    plan(planId) {
      const row = selectPlan.get(planId);
      return row === undefined ? undefined : readPlanRow(row);
    },
    openPlans: () => selectOpen.all().flatMap(readableOnly),
    unresolvedItems: (tenantId) =>
      selectLeftPlans
        .all(tenantId)
        .flatMap(readableOnly)
        .flatMap(({ id }) => selectLeft.all(id).map((row) => parseRow(aimRow, row))),
  };
}

function readableOnly(row: unknown): StoredPlan[] {
  const record = historyRecord(row);
  return record.isReadable ? [record.plan] : [];
}
