import type { Arrival, ItemState } from '../../../contract/changes/changes.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { OutcomeBase } from '../kind/change-context.ts';
import type { Database } from '../../platform/storage/database.ts';
import { jsonColumn, transaction } from '../../platform/storage/database.ts';
import type { ItemDetails, StoredItem } from './plan-record.ts';
import { readItemRowOrStub } from './plan-record.ts';

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
  | 'details'
  | 'draft'
  | 'undoes'
  | 'revives'
  | 'error'
>;

/** Writes of items. Each is durable when it returns. */
export interface ItemWrites {
  addItems(planId: string, items: readonly NewItem[]): void;
  /** Replaces a planned item, keeping its place. */
  replaceItem(item: NewItem): void;
  /** Before the first request: the item is being applied, from `before` to `after`. */
  begin(
    itemId: string,
    begun: Pick<StoredItem, 'before' | 'after' | 'notes' | 'targetName' | 'details'> & {
      readonly at: number;
    },
  ): void;
  /** Undefined: what was noted no longer exists. */
  noteOutcome(itemId: string, outcome: unknown, targetId: string): void;
  /** A person's decision about its arrivals. */
  noteClaim(
    itemId: string,
    claim: { readonly notes: unknown; readonly outcome?: OutcomeBase | undefined },
  ): void;
  /** Returns the updated item. Without an outcome the noted one stays. */
  resolve(
    itemId: string,
    state: ItemState,
    at: number,
    end?: {
      readonly error?: DeskError | undefined;
      readonly outcome?: OutcomeBase | undefined;
      readonly arrivals?: readonly Arrival[] | undefined;
    },
  ): StoredItem | undefined;
  /** Marks an item as undone by another one. */
  markUndone(itemId: string, byPlanId: string): void;
  skip(planId: string, which: 'pending' | 'undecided', at: number): void;
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

export function createItemWrites(database: Database): ItemWrites {
  const insertItem = database.prepare(
    `INSERT INTO plan_items (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const replaceItem = database.prepare(
    `UPDATE plan_items SET ${columns
      .slice(2)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE id = ?`,
  );
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
  const resolveItem = database.prepare(
    `UPDATE plan_items SET state = :state, error = :error, settled_at = :at, arrivals = :arrivals, outcome = coalesce(:outcome, outcome),
       target_id = coalesce(nullif(:target, ''), target_id) WHERE id = :id RETURNING *`,
  );
  const markUndone = database.prepare(
    `UPDATE plan_items SET state = 'taken-back', undone_by = ?, error = NULL WHERE id = ?`,
  );
  const skip = {
    pending: database.prepare(
      `UPDATE plan_items SET state = 'left-out', settled_at = ? WHERE plan_id = ? AND state = 'pending'`,
    ),
    undecided: database.prepare(
      `UPDATE plan_items SET state = 'left-out', settled_at = ?
       WHERE plan_id = ? AND state = 'pending' AND decision IS NOT NULL`,
    ),
  };

  return {
    addItems(planId, items) {
      transaction(database, () => {
        for (const item of items) insertItem.run(item.id, planId, ...valuesOf(item));
      });
    },
    replaceItem: (item) => void replaceItem.run(...valuesOf(item), item.id),
    begin(itemId, { before, after, notes, targetName, details, at }) {
      beginItem.run(
        jsonColumn(before),
        jsonColumn(after),
        jsonColumn(notes),
        targetName,
        JSON.stringify(details),
        at,
        itemId,
      );
    },
    noteOutcome: (itemId, outcome, targetId) =>
      void noteOutcome.run(jsonColumn(outcome), targetId, targetId, itemId),
    noteClaim: (itemId, { notes, outcome }) =>
      void noteClaim.run({
        id: itemId,
        notes: jsonColumn(notes),
        outcome: jsonColumn(outcome),
        target: outcome?.targetId ?? '',
      }),
    resolve(id, state, at, { error, outcome, arrivals } = {}) {
      const target = outcome?.targetId ?? '';
      const row = resolveItem.get({
        ...{ id, state, at, target },
        error: jsonColumn(error),
        outcome: jsonColumn(outcome),
        arrivals: jsonColumn(arrivals),
      });
      return row === undefined ? undefined : readItemRowOrStub(row);
    },
    markUndone: (itemId, byPlanId) => void markUndone.run(byPlanId, itemId),
    skip: (planId, which, at) => void skip[which].run(at, planId),
  };
}

/** In the order of `columns`, starting with the third. */
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
  jsonColumn(item.base),
  jsonColumn(item.wanted),
  jsonColumn(item.before),
  jsonColumn(item.after),
  JSON.stringify(item.details satisfies ItemDetails),
  jsonColumn(item.draft),
  item.undoes,
  item.revives,
  jsonColumn(item.error),
];
