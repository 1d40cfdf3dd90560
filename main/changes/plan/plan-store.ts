import { z } from 'zod';
import type { ItemState } from '../../../contract/changes.ts';
import { itemStateSchema, openItemStates } from '../../../contract/changes.ts';
import type { DeskError } from '../../../contract/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';
import type { ItemWords, StoredItem, StoredPlan } from './plan-record.ts';
import { planRecordVersion, readItemRow, readPlanRow } from './plan-record.ts';

export type NewItem = Pick<
  StoredItem,
  | 'id'
  | 'state'
  | 'kind'
  | 'kindVersion'
  | 'verb'
  | 'targetId'
  | 'targetName'
  | 'title'
  | 'summary'
  | 'groupId'
  | 'decision'
  | 'base'
  | 'wanted'
  | 'before'
  | 'after'
  | 'words'
  | 'draft'
  | 'undoes'
  | 'revives'
  | 'error'
>;

export type NewPlan = Pick<
  StoredPlan,
  'id' | 'tenantId' | 'tenantName' | 'state' | 'origin' | 'title' | 'createdAt' | 'appliedBy' | 'appliedAt'
>;

export interface ItemFilter {
  readonly groupId?: string | undefined;
  readonly states?: readonly ItemState[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly count: number;
  readonly decision: StoredItem['decision'];
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

export interface HistoryFilter {
  readonly tenantId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly limit: number;
}

/** A record of the history, or why it cannot be read. */
export type HistoryRecord =
  | { readonly isReadable: true; readonly plan: StoredPlan }
  | {
      readonly isReadable: false;
      readonly id: string;
      readonly tenantId: string;
      readonly appliedAt: number;
      readonly reason: string;
    };

/**
 * Plans through their whole life, on disk at every step: what was asked for, what was sent, what may have been sent,
 * and how to take it back. Each write is durable when it returns.
 */
export interface PlanStore {
  add(plan: NewPlan): void;
  addItems(planId: string, items: readonly NewItem[]): void;
  updatePlan(
    planId: string,
    change: Partial<Pick<StoredPlan, 'state' | 'title' | 'appliedBy' | 'appliedAt'>> & {
      readonly error?: DeskError | null;
    },
  ): void;
  /** Takes the place of a planned item, keeping its order. */
  replaceItem(item: NewItem): void;
  removePlan(planId: string): void;
  /** Throws `record-unreadable`. */
  plan(planId: string): StoredPlan | undefined;
  /** Those that were begun and are not settled, oldest first; unreadable ones are left out. */
  openPlans(): StoredPlan[];
  counts(planId: string): PlanCounts;
  groups(planId: string, limit: number): Group[];
  itemIds(planId: string, states?: readonly ItemState[]): string[];
  items(planId: string, filter: ItemFilter): { readonly items: StoredItem[]; readonly total: number };
  item(itemId: string): StoredItem | undefined;
  /** The first things a plan is about. */
  targets(planId: string, limit: number): Pick<StoredItem, 'kind' | 'targetId' | 'targetName'>[];
  /** Before the first request: the item is under way, between these two states. */
  begin(
    itemId: string,
    begun: Pick<StoredItem, 'before' | 'after' | 'notes' | 'targetName' | 'words'> & { readonly at: number },
  ): void;
  noteOutcome(itemId: string, outcome: unknown, targetId: string): void;
  settle(itemId: string, state: ItemState, at: number, error?: DeskError): void;
  /** An item that another one took back. */
  markTakenBack(itemId: string, byPlanId: string): void;
  leaveOut(planId: string, which: 'pending' | 'undecided', at: number): void;
  /** The items of a plan that together take back one item. */
  itemsUndoing(planId: string, itemId: string): StoredItem[];
  /** Items of open or planned plans that take back this one. */
  takingBack(itemId: string): { readonly planId: string; readonly state: StoredPlan['state'] }[];
  noteSuccessor(tenantId: string, oldId: string, newId: string): void;
  /** The identifier under which a thing is known now; the same when it was never replaced. */
  currentId(tenantId: string, id: string): string;
  /** Newest first; of a thing, what was done to it under earlier identifiers as well. */
  history(filter: HistoryFilter): HistoryRecord[];
  /** What is stored of a plan, readable or not. */
  raw(planId: string): { readonly plan: unknown; readonly items: readonly unknown[] };
  rawItem(itemId: string): unknown;
  /** Runs `work` in one transaction. */
  together<Result>(work: () => Result): Result;
}

const columns = [
  'id',
  'plan_id',
  'state',
  'kind',
  'kind_version',
  'verb',
  'target_id',
  'planned_target_id',
  'target_name',
  'title',
  'summary',
  'group_id',
  'decision',
  'base',
  'wanted',
  'before',
  'after',
  'words',
  'draft',
  'undoes',
  'revives',
  'error',
] as const;

const countRow = z.object({ state: z.string(), count: z.number().int() });
const numberRow = z.object({ count: z.number().int() });
const groupRow = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  count: z.number().int(),
  decision: z.enum(['merge', 'changed-before-delete', 'gone']).nullable(),
});
const idRow = z.object({ id: z.string() });
const targetRow = z.object({ kind: z.string(), targetId: z.string(), targetName: z.string() });
const badRow = z.object({ id: z.string(), tenant_id: z.string(), at: z.number().int() });
const takingBackRow = z.object({
  planId: z.string(),
  state: z.enum(['planning', 'planned', 'open', 'finished']),
});

/** Plans that may wait to be applied. */
const mostPlanned = 200;
const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
const listOf = (states: readonly ItemState[]): string => JSON.stringify(states);

export function createPlanStore(database: Database): PlanStore {
  const insertPlan = database.prepare(
    `INSERT INTO plans (id, version, tenant_id, tenant_name, state, origin, title, created_at, applied_by, applied_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertItem = database.prepare(
    `INSERT INTO plan_items (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const replaceItem = database.prepare(
    `UPDATE plan_items SET ${columns
      .slice(2)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE id = ?`,
  );
  const updatePlan = database.prepare(
    `UPDATE plans SET state = coalesce(:state, state), title = coalesce(:title, title),
       applied_by = coalesce(:appliedBy, applied_by), applied_at = coalesce(:appliedAt, applied_at),
       error = CASE WHEN :setsError = 1 THEN :error ELSE error END WHERE id = :id`,
  );
  const removePlan = database.prepare('DELETE FROM plans WHERE id = ?');
  const selectPlan = database.prepare('SELECT * FROM plans WHERE id = ?');
  const selectOpen = database.prepare(
    `SELECT * FROM plans WHERE state = 'open' ORDER BY applied_at, created_at`,
  );
  const countStates = database.prepare(
    'SELECT state, COUNT(*) AS count FROM plan_items WHERE plan_id = ? GROUP BY state',
  );
  const countWhere = (condition: string) =>
    database.prepare(`SELECT COUNT(*) AS count FROM plan_items WHERE plan_id = ? AND ${condition}`);
  const countUndecided = countWhere(`decision IS NOT NULL AND state = 'pending'`);
  const countDeletes = countWhere(`verb = 'delete' AND state = 'pending'`);
  const countUndoable = countWhere(
    `undone_by IS NULL AND state = 'verified' AND words NOT LIKE '%"irreversible":%'`,
  );
  const countIrreversible = countWhere(`state = 'pending' AND words LIKE '%"irreversible":%'`);
  const selectGroups = database.prepare(
    `SELECT group_id AS id, min(title) AS title, min(summary) AS summary, COUNT(*) AS count, decision
     FROM plan_items WHERE plan_id = ? GROUP BY group_id, decision
     ORDER BY decision IS NULL, min(sequence) LIMIT ?`,
  );
  const selectIds = database.prepare(
    `SELECT id FROM plan_items WHERE plan_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
  );
  const selectAllIds = database.prepare('SELECT id FROM plan_items WHERE plan_id = ? ORDER BY sequence');
  const itemCondition = `plan_id = :plan AND (:group IS NULL OR group_id = :group)
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
  const beginItem = database.prepare(
    `UPDATE plan_items SET state = 'applying', before = ?, after = ?, notes = ?, target_name = ?, words = ?,
       error = NULL, settled_at = ? WHERE id = ?`,
  );
  const noteOutcome = database.prepare(
    `UPDATE plan_items SET outcome = ?, target_id = CASE WHEN ? = '' THEN target_id ELSE ? END WHERE id = ?`,
  );
  const settleItem = database.prepare(
    'UPDATE plan_items SET state = ?, error = ?, settled_at = ? WHERE id = ?',
  );
  const markTakenBack = database.prepare(
    `UPDATE plan_items SET state = 'taken-back', undone_by = ?, error = NULL WHERE id = ?`,
  );
  const leaveOut = {
    pending: database.prepare(
      `UPDATE plan_items SET state = 'left-out', settled_at = ? WHERE plan_id = ? AND state = 'pending'`,
    ),
    undecided: database.prepare(
      `UPDATE plan_items SET state = 'left-out', settled_at = ?
       WHERE plan_id = ? AND state = 'pending' AND decision IS NOT NULL`,
    ),
  };
  const selectUndoing = database.prepare('SELECT * FROM plan_items WHERE plan_id = ? AND undoes = ?');
  const selectTakingBack = database.prepare(
    `SELECT p.id AS planId, p.state FROM plan_items i JOIN plans p ON p.id = i.plan_id
     WHERE i.undoes = ? AND p.state IN ('planned', 'open')`,
  );
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
  const selectEarlierIds = database.prepare(
    `WITH RECURSIVE earlier (id) AS (
       SELECT :id
       UNION SELECT s.old_id FROM earlier e JOIN change_successors s ON s.new_id = e.id
       WHERE :tenant IS NULL OR s.tenant_id = :tenant)
     SELECT id FROM earlier`,
  );
  const selectHistory = database.prepare(
    `SELECT * FROM plans p WHERE state NOT IN ('planning', 'planned')
       AND (:tenant IS NULL OR tenant_id = :tenant)
       AND (:targets IS NULL OR EXISTS (
         SELECT 1 FROM plan_items i
         WHERE i.plan_id = p.id AND i.target_id IN (SELECT value FROM json_each(:targets))))
     ORDER BY applied_at DESC, created_at DESC, rowid DESC LIMIT :limit`,
  );
  const selectRawItems = database.prepare('SELECT * FROM plan_items WHERE plan_id = ? ORDER BY sequence');

  /** The identifiers that a thing has had, this one included. */
  const earlierIds = (tenant: string | null, id: string): string[] =>
    selectEarlierIds.all({ tenant, id }).map((row) => parseRow(idRow, row).id);
  const countOf = (row: unknown): number => parseRow(numberRow, row).count;
  const valuesOf = (item: NewItem) => [
    item.state,
    item.kind,
    item.kindVersion,
    item.verb,
    item.targetId,
    item.targetId,
    item.targetName,
    item.title,
    item.summary,
    item.groupId,
    item.decision,
    json(item.base),
    json(item.wanted),
    json(item.before),
    json(item.after),
    JSON.stringify(item.words satisfies ItemWords),
    json(item.draft),
    item.undoes,
    item.revives,
    json(item.error),
  ];

  // A crash while a plan was being made left it unfinished: nobody has seen it.
  database.exec(`DELETE FROM plans WHERE state = 'planning'`);
  // A plan that nobody came back to is compared with a tenant of long ago; the newest are kept.
  database.exec(
    `DELETE FROM plans WHERE state = 'planned' AND id NOT IN (
       SELECT id FROM plans WHERE state = 'planned' ORDER BY created_at DESC LIMIT ${mostPlanned})`,
  );

  return {
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
    addItems(planId, items) {
      transaction(database, () => {
        for (const item of items) insertItem.run(item.id, planId, ...valuesOf(item));
      });
    },
    updatePlan(planId, { state, title, appliedBy, appliedAt, error }) {
      updatePlan.run({
        id: planId,
        state: state ?? null,
        title: title ?? null,
        appliedBy: appliedBy ?? null,
        appliedAt: appliedAt ?? null,
        setsError: error === undefined ? 0 : 1,
        error: json(error),
      });
    },
    replaceItem: (item) => void replaceItem.run(...valuesOf(item), item.id),
    removePlan: (planId) => void removePlan.run(planId),
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
        undecided: countOf(countUndecided.get(planId)),
        deletes: countOf(countDeletes.get(planId)),
        undoable: countOf(countUndoable.get(planId)),
        irreversible: countOf(countIrreversible.get(planId)),
      };
    },
    groups: (planId, limit) => selectGroups.all(planId, limit).map((row) => parseRow(groupRow, row)),
    itemIds: (planId, states) =>
      (states === undefined ? selectAllIds.all(planId) : selectIds.all(planId, listOf(states))).map(
        (row) => parseRow(idRow, row).id,
      ),
    items(planId, { groupId, states, offset, limit }) {
      const condition = {
        plan: planId,
        group: groupId ?? null,
        states: states === undefined ? null : listOf(states),
      };
      return {
        items: selectItems.all({ ...condition, limit, offset }).map(readItemRow),
        total: countOf(countItems.get(condition)),
      };
    },
    item(itemId) {
      const row = selectItem.get(itemId);
      return row === undefined ? undefined : readItemRow(row);
    },
    targets: (planId, limit) => selectTargets.all(planId, limit).map((row) => parseRow(targetRow, row)),
    begin(itemId, { before, after, notes, targetName, words, at }) {
      beginItem.run(json(before), json(after), json(notes), targetName, JSON.stringify(words), at, itemId);
    },
    noteOutcome: (itemId, outcome, targetId) =>
      void noteOutcome.run(JSON.stringify(outcome), targetId, targetId, itemId),
    settle: (itemId, state, at, error) => void settleItem.run(state, json(error), at, itemId),
    markTakenBack: (itemId, byPlanId) => void markTakenBack.run(byPlanId, itemId),
    leaveOut: (planId, which, at) => void leaveOut[which].run(at, planId),
    itemsUndoing: (planId, itemId) => selectUndoing.all(planId, itemId).map(readItemRow),
    takingBack: (itemId) => selectTakingBack.all(itemId).map((row) => parseRow(takingBackRow, row)),
    noteSuccessor(tenantId, oldId, newId) {
      if (oldId === newId) return;
      transaction(database, () => {
        // The newest identifier is nobody's past, or the chain would be a circle.
        dropSuccessor.run(tenantId, newId);
        upsertSuccessor.run(tenantId, oldId, newId);
      });
    },
    currentId: (tenantId, id) => parseRow(idRow, selectCurrent.get({ tenant: tenantId, id })).id,
    history({ tenantId, targetId, limit }) {
      const tenant = tenantId ?? null;
      const targets = targetId === undefined ? null : JSON.stringify(earlierIds(tenant, targetId));
      return selectHistory.all({ tenant, targets, limit }).map((row) => historyRecord(row));
    },
    raw: (planId) => ({ plan: selectPlan.get(planId), items: selectRawItems.all(planId) }),
    rawItem: (itemId) => selectItem.get(itemId),
    together: (work) => transaction(database, work),
  };
}

export const openStates = openItemStates;

function readableOnly(row: unknown): StoredPlan[] {
  const record = historyRecord(row);
  return record.isReadable ? [record.plan] : [];
}

function historyRecord(row: unknown): HistoryRecord {
  try {
    return { isReadable: true, plan: readPlanRow(row) };
  } catch (error) {
    const { id, tenant_id, at } = parseRow(badRow, { ...(row as object), at: appliedAtOf(row) });
    return {
      isReadable: false,
      id,
      tenantId: tenant_id,
      appliedAt: at,
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}

function appliedAtOf(row: unknown): number {
  const parsed = z
    .object({ applied_at: z.number().nullable().catch(null), created_at: z.number().catch(0) })
    .safeParse(row);
  return parsed.success ? (parsed.data.applied_at ?? parsed.data.created_at) : 0;
}
