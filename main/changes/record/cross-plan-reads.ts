import { z } from 'zod';
import type { ItemState } from '../../../contract/changes/changes.ts';
import { itemStateSchema } from '../../../contract/changes/changes.ts';
import type { DeletedItem } from '../../../contract/changes/history.ts';
import { deletedItemSchema, maxDeleted } from '../../../contract/changes/history.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import { isUndoable } from './plan-counts.ts';
import type { StoredPlan } from './plan-record.ts';

/** How items of one plan relate to those of other plans. */
export interface CrossPlanReads {
  /** States of the items of a plan that together undo one item. */
  statesUndoing(planId: string, itemId: string): ItemState[];
  /** Items of open or planned plans that undo this one. */
  undoing(itemId: string): { readonly planId: string; readonly state: StoredPlan['state'] }[];
  /** An item that this plan would undo, and that another plan has undone or is undoing. */
  undoneByAnother(planId: string): { readonly title: string; readonly targetName: string } | undefined;
  /**
   * An item of the plan whose result in another open plan isn't known yet, or that the other plan still has to create;
   * undefined if there is none.
   */
  heldByAnother(planId: string): { readonly title: string; readonly targetName: string } | undefined;
  /** Items of a kind that were deleted, are stored completely and weren't restored, the last deleted first. */
  deleted(tenantId: string, kind: string): DeletedItem[];
}

const undoingRow = z.object({
  planId: z.string(),
  state: z.enum(['planning', 'planned', 'open', 'finished']),
});

const stateRow = z.object({ state: itemStateSchema.catch('unknown') });
const heldRow = z.object({ title: z.string(), targetName: z.string() });

export function createCrossPlanReads(database: Database): CrossPlanReads {
  const selectStatesUndoing = database.prepare(
    'SELECT state FROM plan_items WHERE plan_id = ? AND undoes = ?',
  );
  const selectUndoing = database.prepare(
    `SELECT p.id AS planId, p.state FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE i.undoes = ? AND p.state IN ('planned', 'open')`,
  );

  const selectUndoneByAnother = database.prepare(
    `SELECT original.title, original.target_name AS targetName FROM plan_items mine
     JOIN plan_items original ON original.id = mine.undoes
     WHERE mine.plan_id = ?1 AND mine.state = 'pending' AND (original.undone_by IS NOT NULL OR EXISTS (
       SELECT 1 FROM plan_items theirs JOIN plans p ON p.id = theirs.plan_id
       WHERE theirs.undoes = mine.undoes AND p.state = 'open' AND p.id <> ?1))
     LIMIT 1`,
  );
  const selectHeld = database.prepare(
    `SELECT p.title, mine.target_name AS targetName FROM plan_items mine
     JOIN plans own ON own.id = mine.plan_id
     JOIN plan_items theirs ON theirs.kind = mine.kind AND theirs.plan_id <> mine.plan_id
     JOIN plans p ON p.id = theirs.plan_id AND p.state = 'open' AND p.tenant_id = own.tenant_id
     WHERE mine.plan_id = ? AND mine.state IN ('pending', 'unchanged') AND (
       (theirs.state IN ('applying', 'unknown', 'incomplete') AND mine.target_id <> ''
         AND mine.target_id IN (theirs.target_id, theirs.planned_target_id))
       OR (theirs.state IN ('pending', 'applying', 'unknown', 'incomplete') AND theirs.verb = 'create'
         AND mine.draft ->> '$.targetId' = theirs.draft ->> '$.targetId'))
     LIMIT 1`,
  );
  const selectDeleted = database.prepare(
    `SELECT i.id AS itemId, p.id AS planId, i.target_name AS name, i.type_name AS type, p.applied_by AS deletedBy,
       coalesce(i.settled_at, p.applied_at, p.created_at) AS deletedAt
     FROM plans p JOIN plan_items i ON i.plan_id = p.id
     WHERE p.tenant_id = ? AND i.kind = ? AND i.verb = 'delete' AND ${isUndoable}
     ORDER BY deletedAt DESC, i.sequence DESC LIMIT ?`,
  );

  return {
    statesUndoing: (planId, itemId) =>
      selectStatesUndoing.all(planId, itemId).map((row) => parseRow(stateRow, row).state),
    undoing: (itemId) => selectUndoing.all(itemId).map((row) => parseRow(undoingRow, row)),
    undoneByAnother(planId) {
      const row = selectUndoneByAnother.get(planId);
      return row === undefined ? undefined : parseRow(heldRow, row);
    },
    heldByAnother(planId) {
      const row = selectHeld.get(planId);
      return row === undefined ? undefined : parseRow(heldRow, row);
    },
    deleted: (tenantId, kind) =>
      selectDeleted.all(tenantId, kind, maxDeleted).map((row) => parseRow(deletedItemSchema, row)),
  };
}
