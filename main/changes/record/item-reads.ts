import { z } from 'zod';
import type { ItemState } from '../../../contract/changes/changes.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { StoredItem } from './plan-record.ts';
import { readItemRowOrStub } from './plan-record.ts';

export interface ItemFilter {
  readonly groupId?: string | undefined;
  readonly type?: string | undefined;
  readonly isUndecided?: boolean | undefined;
  readonly states?: readonly ItemState[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The items of one plan. */
export interface ItemReads {
  itemIds(planId: string, states?: readonly ItemState[]): string[];
  /** Items whose kind is one of these, in order. */
  idsOfKinds(planId: string, kinds: readonly string[]): string[];
  /** A page of IDs, in the order of `items`. */
  pageOfIds(planId: string, page: Pick<ItemFilter, 'offset' | 'limit'>): string[];
  items(planId: string, filter: ItemFilter): { readonly items: StoredItem[]; readonly total: number };
  item(itemId: string): StoredItem | undefined;
  /** The targets of the first items of a plan. */
  targets(planId: string, limit: number): Pick<StoredItem, 'kind' | 'targetId' | 'targetName'>[];
  aims(planId: string, states: readonly ItemState[]): Aim[];
  /** The items that a plan is known to have created. */
  createdBy(planId: string): Pick<StoredItem, 'id' | 'targetId'>[];
}

const idRow = z.object({ id: z.string() });
const targetRow = z.object({ kind: z.string(), targetId: z.string(), targetName: z.string() });
export const aimRow = z.object({
  id: z.string(),
  planId: z.string(),
  kind: z.string(),
  verb: z.string(),
  plannedTargetId: z.string(),
  targetName: z.string(),
  draftTargetId: z.string().nullable(),
  draftRevision: z.number().int().nullable(),
  undoes: z.string().nullable(),
});
export const aimColumns = `id, plan_id AS planId, kind, verb, planned_target_id AS plannedTargetId, target_name AS targetName,
  CASE WHEN json_valid(draft) THEN CAST(draft ->> '$.targetId' AS TEXT) END AS draftTargetId,
  CASE WHEN json_valid(draft) THEN CAST(draft ->> '$.revision' AS INTEGER) END AS draftRevision, undoes`;
/** The target and effect of an item, without states. */
export type Aim = z.infer<typeof aimRow>;
const createdRow = z.object({ id: z.string(), targetId: z.string() });
const totalRow = z.object({ total: z.number().int() });

const listOf = (states: readonly ItemState[]): string => JSON.stringify(states);

export function createItemReads(database: Database): ItemReads {
  const selectIds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectAllIds = database.prepare('SELECT id FROM plan_items WHERE plan_id = ? ORDER BY sequence');
  const selectIdsOfKinds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectPageOfIds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? ORDER BY decision IS NULL, sequence LIMIT ? OFFSET ?`,
  );
  const itemCondition = `plan_id = :plan AND (:group IS NULL OR group_id = :group)
     AND (:type IS NULL OR type_name = :type)
     AND (:undecided IS NULL OR (decision IS NOT NULL AND state = 'pending') = :undecided)
     AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))`;
  const selectItems = database.prepare(
    `SELECT * FROM plan_items WHERE ${itemCondition}
     ORDER BY decision IS NULL, sequence LIMIT :limit OFFSET :offset`,
  );
  const countItems = database.prepare(`SELECT COUNT(*) AS total FROM plan_items WHERE ${itemCondition}`);
  const selectItem = database.prepare('SELECT * FROM plan_items WHERE id = ?');
  const selectTargets = database.prepare(
    `SELECT kind, target_id AS targetId, target_name AS targetName FROM plan_items
     WHERE plan_id = ? ORDER BY sequence LIMIT ?`,
  );
  const selectAims = database.prepare(
    `SELECT ${aimColumns} FROM plan_items
     WHERE plan_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectCreated = database.prepare(
    `SELECT id, target_id AS targetId FROM plan_items
     WHERE plan_id = ? AND verb = 'create' AND outcome IS NOT NULL AND target_id <> ''`,
  );

  return {
    itemIds: (planId, states) =>
      (states === undefined ? selectAllIds.all(planId) : selectIds.all(planId, listOf(states))).map(
        (row) => parseRow(idRow, row).id,
      ),
    idsOfKinds: (planId, names) =>
      selectIdsOfKinds.all(planId, JSON.stringify(names)).map((row) => parseRow(idRow, row).id),
    pageOfIds: (planId, { offset, limit }) =>
      selectPageOfIds.all(planId, limit, offset).map((row) => parseRow(idRow, row).id),
    items(planId, { groupId, type, isUndecided, states, offset, limit }) {
      const condition = {
        plan: planId,
        group: groupId ?? null,
        type: type ?? null,
        undecided: isUndecided === undefined ? null : Number(isUndecided),
        states: states === undefined ? null : listOf(states),
      };
      return {
        items: selectItems.all({ ...condition, limit, offset }).map(readItemRowOrStub),
        total: parseRow(totalRow, countItems.get(condition)).total,
      };
    },
    item(itemId) {
      const row = selectItem.get(itemId);
      return row === undefined ? undefined : readItemRowOrStub(row);
    },
    targets: (planId, limit) => selectTargets.all(planId, limit).map((row) => parseRow(targetRow, row)),
    aims: (planId, states) => selectAims.all(planId, listOf(states)).map((row) => parseRow(aimRow, row)),
    createdBy: (planId) => selectCreated.all(planId).map((row) => parseRow(createdRow, row)),
  };
}
