import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { jsonColumn } from '../../platform/storage/database.ts';
import type { ItemWrites } from './item-writes.ts';
import { createItemWrites } from './item-writes.ts';
import type { StoredPlan } from './plan-record.ts';
import { planRecordVersion } from './plan-record.ts';

export type NewPlan = Pick<
  StoredPlan,
  'id' | 'tenantId' | 'tenantName' | 'state' | 'origin' | 'title' | 'createdAt' | 'appliedBy' | 'appliedAt'
>;

/** Each write is durable when it returns. */
export interface PlanWrites extends ItemWrites {
  add(plan: NewPlan): void;
  updatePlan(
    planId: string,
    change: Partial<Pick<StoredPlan, 'state' | 'title' | 'appliedBy' | 'appliedAt'>> & {
      readonly error?: DeskError | null;
    },
  ): void;
  removePlan(planId: string): void;
}

export function createPlanWrites(database: Database): PlanWrites {
  const insertPlan = database.prepare(
    `INSERT INTO plans (id, version, tenant_id, tenant_name, state, origin, title, created_at, applied_by, applied_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updatePlan = database.prepare(
    `UPDATE plans SET state = coalesce(:state, state), title = coalesce(:title, title),
       applied_by = coalesce(:appliedBy, applied_by), applied_at = coalesce(:appliedAt, applied_at),
       error = CASE WHEN :setsError = 1 THEN :error ELSE error END WHERE id = :id`,
  );
  const removePlan = database.prepare('DELETE FROM plans WHERE id = ?');

  return {
    ...createItemWrites(database),
    add(plan) {
      insertPlan.run(
        plan.id,
        planRecordVersion,
        plan.tenantId,
        plan.tenantName,
        plan.state,
        JSON.stringify(plan.origin),
        plan.title,
        plan.createdAt,
        plan.appliedBy,
        plan.appliedAt,
      );
    },
    updatePlan(planId, { state, title, appliedBy, appliedAt, error }) {
      updatePlan.run({
        id: planId,
        state: state ?? null,
        title: title ?? null,
        appliedBy: appliedBy ?? null,
        appliedAt: appliedAt ?? null,
        setsError: error === undefined ? 0 : 1,
        error: jsonColumn(error),
      });
    },
    removePlan: (planId) => void removePlan.run(planId),
  };
}
