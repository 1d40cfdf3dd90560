import { z } from 'zod';
import type { ItemState, PlanRisk } from '../../../contract/changes/changes.ts';
import { itemStateSchema, planRiskSchema } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import { sendModeSchema } from '../../../contract/changes/send-modes.ts';
import type { DeletedItem } from '../../../contract/changes/history.ts';
import { deletedItemSchema, maxDeleted } from '../../../contract/changes/history.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import type { GroupReads } from './group-reads.ts';
import { createGroupReads } from './group-reads.ts';
import { historyRecord } from './history-record.ts';
import type { StoredItem, StoredPlan } from './plan-record.ts';
import { readItemRowOrStub, readPlanRow } from './plan-record.ts';

export interface ItemFilter {
  readonly groupId?: string | undefined;
  readonly type?: string | undefined;
  readonly isUndecided?: boolean | undefined;
  readonly states?: readonly ItemState[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** How many items of a plan are in which state, and what they would do. */
export interface PlanCounts {
  readonly total: number;
  readonly byState: Partial<Record<ItemState, number>>;
  readonly undecided: number;
  readonly deletes: number;
  readonly undoable: number;
  /** Items not sent yet that there will be no way back from. */
  readonly irreversible: number;
}

export interface PlanRisks {
  readonly first: readonly PlanRisk[];
  readonly total: number;
}

export interface PlanReads extends GroupReads {
  /** Throws `record-unreadable`. */
  plan(planId: string): StoredPlan | undefined;
  /** Those that were begun and are not settled, oldest first; unreadable ones are left out. */
  openPlans(): StoredPlan[];
  counts(planId: string): PlanCounts;
  /** Of what would be sent now: the first ones in the order of the items, and how many there are. */
  risks(planId: string, limit: number): PlanRisks;
  /** How many items not sent yet that offer a choice are sent in which mode; undefined where none does. */
  sendModes(planId: string): Partial<Record<SendMode, number>> | undefined;
  /** Items not sent yet that offer a choice and are sent in one of these modes. */
  idsWithSendMode(planId: string, modes: readonly SendMode[]): string[];
  itemIds(planId: string, states?: readonly ItemState[]): string[];
  /** Of the items whose kind is one of these, in their order. */
  idsOfKinds(planId: string, kinds: readonly string[]): string[];
  items(planId: string, filter: ItemFilter): { readonly items: StoredItem[]; readonly total: number };
  item(itemId: string): StoredItem | undefined;
  /** The first things a plan is about. */
  targets(planId: string, limit: number): Pick<StoredItem, 'kind' | 'targetId' | 'targetName'>[];
  aims(planId: string, states: readonly ItemState[]): Aim[];
  /** What is known to be there of what a plan creates. */
  createdBy(planId: string): Pick<StoredItem, 'id' | 'targetId'>[];
  /** How far the items of a plan are that together take back one item. */
  statesUndoing(planId: string, itemId: string): ItemState[];
  /** Items of open or planned plans that take back this one. */
  takingBack(itemId: string): { readonly planId: string; readonly state: StoredPlan['state'] }[];
  /** Something that this plan would take back, and that was taken back already or is being so by another. */
  takenBackMeanwhile(planId: string): { readonly title: string; readonly targetName: string } | undefined;
  /**
   * A thing of the plan of which another open plan does not know yet what became of it, or which that one still has to
   * create; undefined where there is none.
   */
  heldByAnother(planId: string): { readonly title: string; readonly targetName: string } | undefined;
  /** Things of a kind that were deleted, are kept whole and were not brought back, the last first. */
  deleted(tenantId: string, kind: string): DeletedItem[];
  /** Items of finished plans that were left as they are before it was known what became of them. */
  unresolvedItems(tenantId: string): Aim[];
}

const countRow = z.object({ state: z.string(), count: z.number().int() });
const riskRow = z.object({ risk: z.string(), total: z.number().int() });
const numberRow = z.object({ count: z.number().int() });
const pendingRow = z.object({
  undecided: z.number().int(),
  deletes: z.number().int(),
  irreversible: z.number().int(),
});
const sendModeRow = z.object({ mode: sendModeSchema, count: z.number().int() });
const idRow = z.object({ id: z.string() });
const targetRow = z.object({ kind: z.string(), targetId: z.string(), targetName: z.string() });
const aimRow = z.object({
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
const aimColumns = `id, plan_id AS planId, kind, verb, planned_target_id AS plannedTargetId, target_name AS targetName,
  CASE WHEN json_valid(draft) THEN CAST(draft ->> '$.targetId' AS TEXT) END AS draftTargetId,
  CASE WHEN json_valid(draft) THEN CAST(draft ->> '$.revision' AS INTEGER) END AS draftRevision, undoes`;
/** What an item does to which thing, without the states of the thing. */
export type Aim = z.infer<typeof aimRow>;
const takingBackRow = z.object({
  planId: z.string(),
  state: z.enum(['planning', 'planned', 'open', 'finished']),
});

const stateRow = z.object({ state: itemStateSchema.catch('unknown') });
const createdRow = z.object({ id: z.string(), targetId: z.string() });
const heldRow = z.object({ title: z.string(), targetName: z.string() });

/** Of an item `i`: it took effect, was not taken back, and can be. */
const isUndoable = `i.undone_by IS NULL AND i.state IN ('verified', 'accepted') AND i.words NOT LIKE '%"irreversible":%'`;

const listOf = (states: readonly ItemState[]): string => JSON.stringify(states);
const countOf = (row: unknown): number => parseRow(numberRow, row).count;

export function createPlanReads(database: Database): PlanReads {
  const selectPlan = database.prepare('SELECT * FROM plans WHERE id = ?');
  const selectOpen = database.prepare(
    `SELECT * FROM plans WHERE state = 'open' ORDER BY applied_at, created_at`,
  );
  const countStates = database.prepare(
    'SELECT state, COUNT(*) AS count FROM plan_items WHERE plan_id = ? GROUP BY state',
  );
  const countUndoable = database.prepare(
    `SELECT COUNT(*) AS count FROM plan_items i WHERE plan_id = ? AND ${isUndoable}`,
  );
  // At once: of a large plan each look through its items takes milliseconds.
  const countPending = database.prepare(
    `SELECT COUNT(*) FILTER (WHERE decision IS NOT NULL) AS undecided,
       COUNT(*) FILTER (WHERE verb = 'delete') AS deletes,
       COUNT(*) FILTER (WHERE words LIKE '%"irreversible":%') AS irreversible
     FROM plan_items WHERE plan_id = ? AND state = 'pending'`,
  );
  const selectRisks = database.prepare(
    `SELECT r.value AS risk, COUNT(*) OVER () AS total
     FROM plan_items i, json_each(CASE WHEN json_valid(i.words) THEN i.words END, '$.risks') r
     WHERE i.plan_id = ? AND i.state = 'pending' AND i.decision IS NULL AND i.words LIKE '%"risks":%'
     ORDER BY i.sequence, r.key LIMIT ?`,
  );
  const withSendMode = `(SELECT id, sequence, CASE WHEN json_valid(words) THEN words ->> '$.sendMode' END AS mode FROM plan_items
     WHERE plan_id = ? AND state = 'pending' AND decision IS NULL AND words LIKE '%"sendMode":%')`;
  const countSendModes = database.prepare(
    `SELECT mode, COUNT(*) AS count FROM ${withSendMode} WHERE mode IS NOT NULL GROUP BY mode`,
  );
  const selectIdsWithSendMode = database.prepare(
    `SELECT id FROM ${withSendMode} WHERE mode IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectIds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectAllIds = database.prepare('SELECT id FROM plan_items WHERE plan_id = ? ORDER BY sequence');
  const selectIdsOfKinds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const itemCondition = `plan_id = :plan AND (:group IS NULL OR group_id = :group)
     AND (:type IS NULL OR type_name = :type)
     AND (:undecided IS NULL OR (decision IS NOT NULL AND state = 'pending') = :undecided)
     AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))`;
  const selectItems = database.prepare(
    `SELECT * FROM plan_items WHERE ${itemCondition}
     ORDER BY decision IS NULL, sequence LIMIT :limit OFFSET :offset`,
  );
  const countItems = database.prepare(`SELECT COUNT(*) AS count FROM plan_items WHERE ${itemCondition}`);
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
  const selectUndoing = database.prepare('SELECT state FROM plan_items WHERE plan_id = ? AND undoes = ?');
  const selectTakingBack = database.prepare(
    `SELECT p.id AS planId, p.state FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE i.undoes = ? AND p.state IN ('planned', 'open')`,
  );

  const selectTakenBack = database.prepare(
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
    plan(planId) {
      const row = selectPlan.get(planId);
      return row === undefined ? undefined : readPlanRow(row);
    },
    openPlans: () => selectOpen.all().flatMap(readableOnly),
    counts(planId) {
      const byState: Partial<Record<ItemState, number>> = {};
      let total = 0;
      for (const row of countStates.all(planId)) {
        const { state, count } = parseRow(countRow, row);
        const known = itemStateSchema.safeParse(state);
        if (known.success) byState[known.data] = count;
        total += count;
      }
      return {
        total,
        byState,
        ...parseRow(pendingRow, countPending.get(planId)),
        undoable: countOf(countUndoable.get(planId)),
      };
    },
    sendModes(planId) {
      const rows = countSendModes.all(planId).map((row) => parseRow(sendModeRow, row));
      return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ mode, count }) => [mode, count]));
    },
    idsWithSendMode: (planId, modes) =>
      selectIdsWithSendMode.all(planId, JSON.stringify(modes)).map((row) => parseRow(idRow, row).id),
    itemIds: (planId, states) =>
      (states === undefined ? selectAllIds.all(planId) : selectIds.all(planId, listOf(states))).map(
        (row) => parseRow(idRow, row).id,
      ),
    idsOfKinds: (planId, names) =>
      selectIdsOfKinds.all(planId, JSON.stringify(names)).map((row) => parseRow(idRow, row).id),
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
        total: countOf(countItems.get(condition)),
      };
    },
    item(itemId) {
      const row = selectItem.get(itemId);
      return row === undefined ? undefined : readItemRowOrStub(row);
    },
    risks(planId, limit) {
      const rows = selectRisks.all(planId, limit).map((row) => parseRow(riskRow, row));
      return {
        first: rows.map(({ risk }) => parseJsonColumn(planRiskSchema, risk)),
        total: rows[0]?.total ?? 0,
      };
    },
    targets: (planId, limit) => selectTargets.all(planId, limit).map((row) => parseRow(targetRow, row)),
    aims: (planId, states) => selectAims.all(planId, listOf(states)).map((row) => parseRow(aimRow, row)),
    createdBy: (planId) => selectCreated.all(planId).map((row) => parseRow(createdRow, row)),
    statesUndoing: (planId, itemId) =>
      selectUndoing.all(planId, itemId).map((row) => parseRow(stateRow, row).state),
    takingBack: (itemId) => selectTakingBack.all(itemId).map((row) => parseRow(takingBackRow, row)),
    takenBackMeanwhile(planId) {
      const row = selectTakenBack.get(planId);
      return row === undefined ? undefined : parseRow(heldRow, row);
    },
    heldByAnother(planId) {
      const row = selectHeld.get(planId);
      return row === undefined ? undefined : parseRow(heldRow, row);
    },
    deleted: (tenantId, kind) =>
      selectDeleted.all(tenantId, kind, maxDeleted).map((row) => parseRow(deletedItemSchema, row)),
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
