import type { Arrival, ItemState } from '../../../contract/changes/changes.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { OutcomeBase } from '../kind/change-context.ts';
import type { Database } from '../../platform/storage/database.ts';
import { transaction } from '../../platform/storage/database.ts';
import type { ItemDetails, StoredItem, StoredPlan } from './plan-record.ts';
import { planRecordVersion, readItemRowOrStub } from './plan-record.ts';

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
  | 'typeName'
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

/** Each write is durable when it returns. */
export interface PlanWrites {
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
  /** Before the first request: the item is under way, between these two states. */
  begin(
    itemId: string,
    begun: Pick<StoredItem, 'before' | 'after' | 'notes' | 'targetName' | 'words'> & { readonly at: number },
  ): void;
  /** Undefined: what had been noted is no longer there. */
  noteOutcome(itemId: string, outcome: unknown, targetId: string): void;
  /** What a person said of its arrivals. */
  noteClaim(
    itemId: string,
    claim: { readonly notes: unknown; readonly outcome?: OutcomeBase | undefined },
  ): void;
  /** Answers the item as it is then. Without an outcome the one that was noted stays. */
  settle(
    itemId: string,
    state: ItemState,
    at: number,
    end?: {
      readonly error?: DeskError | undefined;
      readonly outcome?: OutcomeBase | undefined;
      readonly arrivals?: readonly Arrival[] | undefined;
    },
  ): StoredItem | undefined;
  /** An item that another one took back. */
  markTakenBack(itemId: string, byPlanId: string): void;
  leaveOut(planId: string, which: 'pending' | 'undecided', at: number): void;
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
  'type_name',
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

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export function createPlanWrites(database: Database): PlanWrites {
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
  const beginItem = database.prepare(
    `UPDATE plan_items SET state = 'applying', before = ?, after = ?, notes = ?, target_name = ?, words = ?,
       error = NULL, settled_at = ? WHERE id = ?`,
  );
  const noteOutcome = database.prepare(
    `UPDATE plan_items SET outcome = ?, target_id = CASE WHEN ? = '' THEN target_id ELSE ? END WHERE id = ?`,
  );
  const noteClaim = database.prepare(
    `UPDATE plan_items SET notes = :notes, outcome = coalesce(:outcome, outcome), arrivals = NULL,
       target_id = coalesce(nullif(:target, ''), target_id) WHERE id = :id`,
  );
  const settleItem = database.prepare(
    `UPDATE plan_items SET state = :state, error = :error, settled_at = :at, arrivals = :arrivals, outcome = coalesce(:outcome, outcome),
       target_id = coalesce(nullif(:target, ''), target_id) WHERE id = :id RETURNING *`,
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
    begin(itemId, { before, after, notes, targetName, words, at }) {
      beginItem.run(json(before), json(after), json(notes), targetName, JSON.stringify(words), at, itemId);
    },
    noteOutcome: (itemId, outcome, targetId) =>
      void noteOutcome.run(json(outcome), targetId, targetId, itemId),
    noteClaim: (itemId, { notes, outcome }) =>
      void noteClaim.run({
        id: itemId,
        notes: json(notes),
        outcome: json(outcome),
        target: outcome?.targetId ?? '',
      }),
    settle(id, state, at, { error, outcome, arrivals } = {}) {
      const target = outcome?.targetId ?? '';
      const row = settleItem.get({
        ...{ id, state, at, target },
        error: json(error),
        outcome: json(outcome),
        arrivals: json(arrivals),
      });
      return row === undefined ? undefined : readItemRowOrStub(row);
    },
    markTakenBack: (itemId, byPlanId) => void markTakenBack.run(byPlanId, itemId),
    leaveOut: (planId, which, at) => void leaveOut[which].run(at, planId),
  };
}

/** In the order of `columns`, from the third on. */
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
  item.typeName,
  item.decision,
  json(item.base),
  json(item.wanted),
  json(item.before),
  json(item.after),
  JSON.stringify(item.words satisfies ItemDetails),
  json(item.draft),
  item.undoes,
  item.revives,
  json(item.error),
];
