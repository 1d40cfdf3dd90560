import { z } from 'zod';
import type { PlanItem } from '../../contract/changes.ts';
import type { DeskError } from '../../contract/errors.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseRow, transaction } from '../platform/storage/database.ts';
import type { Inverse } from './change-kind.ts';
import type { ItemState, StoredItem, StoredRun } from './journal-record.ts';
import { readItemRow, readRunRow } from './journal-record.ts';

export interface NewRun extends Omit<StoredRun, 'isOpen'> {
  readonly items: readonly { readonly item: PlanItem; readonly work: unknown }[];
}

export interface EntryFilter {
  readonly tenantId?: string | undefined;
  readonly targetId?: string | undefined;
  /** How many at most; the newest. */
  readonly limit: number;
}

/** A history entry: an item that was sent, with its run. */
export interface Entry {
  readonly run: StoredRun;
  readonly item: StoredItem;
}

/**
 * The durable record of every change. Each step of an item is on disk before the next request goes out, so
 * that after a crash it is known what was sent, what may have been sent, and how to take it back.
 */
export interface Journal {
  openRun(run: NewRun): void;
  /** Before the first request: the item is under way, and this is how to undo it. */
  begin(
    itemId: string,
    begun: { readonly work: unknown; readonly inverse: Inverse; readonly at: number },
  ): void;
  /** The tenant has answered; not verified yet. */
  noteOutcome(
    itemId: string,
    answered: { readonly item: PlanItem; readonly outcome: unknown; readonly inverse: Inverse },
  ): void;
  settle(itemId: string, state: ItemState, at: number, error?: DeskError): void;
  closeRun(runId: string): void;
  markUndone(entryId: string, by: string): void;
  /** A thing goes on under another identifier: a replaced webhook, a deleted application that was brought back. */
  noteSuccessor(tenantId: string, oldId: string, newId: string): void;
  /** The identifier under which a thing is known now; the same when it was never replaced. */
  currentId(tenantId: string, id: string): string;
  /** Runs that were not closed, oldest first, without those that take another back. */
  openRuns(): StoredRun[];
  run(runId: string): StoredRun | undefined;
  /** Runs under way that take back this one. */
  openRollBacks(runId: string): StoredRun[];
  items(runId: string): StoredItem[];
  item(itemId: string): StoredItem | undefined;
  /** Newest first. */
  entries(filter: EntryFilter): Entry[];
  entry(id: string): Entry | undefined;
}

/** Items that reached the tenant, or were meant to and failed. */
const isEntry = `i.state IN ('verified', 'failed', 'rolled-back')`;

export function createJournal(database: Database): Journal {
  const insertRun = database.prepare(
    `INSERT INTO change_runs (id, plan_id, tenant_id, tenant_name, applied_by, started_at, is_open, undoes, rolls_back)
     VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const insertItem = database.prepare(
    `INSERT INTO change_items (id, run_id, state, item, target_id, work) VALUES (?, ?, 'pending', ?, ?, ?)`,
  );
  const beginItem = database.prepare(
    `UPDATE change_items SET state = 'applying', work = ?, inverse = ?, applied_at = ? WHERE id = ?`,
  );
  const noteOutcome = database.prepare(
    'UPDATE change_items SET item = ?, target_id = ?, outcome = ?, inverse = ? WHERE id = ?',
  );
  const settleItem = database.prepare(
    'UPDATE change_items SET state = ?, error = ?, applied_at = coalesce(applied_at, ?) WHERE id = ?',
  );
  const closeRun = database.prepare('UPDATE change_runs SET is_open = 0 WHERE id = ?');
  const markUndone = database.prepare('UPDATE change_items SET undone_by = ? WHERE id = ?');
  const upsertSuccessor = database.prepare(
    `INSERT INTO change_successors (tenant_id, old_id, new_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET new_id = excluded.new_id`,
  );
  const selectCurrent = database.prepare(
    `WITH RECURSIVE chain (id, step) AS (
       SELECT :id, 0
       UNION SELECT s.new_id, c.step + 1 FROM chain c
       JOIN change_successors s ON s.tenant_id = :tenant AND s.old_id = c.id WHERE c.step < 1000)
     SELECT id FROM chain ORDER BY step DESC LIMIT 1`,
  );
  const selectOpenRuns = database.prepare(
    'SELECT * FROM change_runs WHERE is_open = 1 AND rolls_back IS NULL ORDER BY started_at',
  );
  const selectRollBacks = database.prepare('SELECT * FROM change_runs WHERE is_open = 1 AND rolls_back = ?');
  const selectRun = database.prepare('SELECT * FROM change_runs WHERE id = ?');
  const selectItems = database.prepare('SELECT * FROM change_items WHERE run_id = ? ORDER BY sequence');
  const selectItem = database.prepare('SELECT * FROM change_items WHERE id = ?');
  const selectEntry = database.prepare(`SELECT * FROM change_items i WHERE id = ? AND ${isEntry}`);
  const selectEntries = database.prepare(
    `SELECT i.* FROM change_items i JOIN change_runs r ON r.id = i.run_id
     WHERE ${isEntry} AND (:tenant IS NULL OR r.tenant_id = :tenant)
       AND (:target IS NULL OR i.target_id = :target)
     ORDER BY i.applied_at DESC, i.sequence DESC LIMIT :limit`,
  );

  function run(runId: string): StoredRun | undefined {
    const row = selectRun.get(runId);
    return row === undefined ? undefined : readRunRow(row);
  }

  function withRun(item: StoredItem): Entry[] {
    const itsRun = run(item.runId);
    return itsRun === undefined ? [] : [{ run: itsRun, item }];
  }

  return {
    openRun({ items, ...run }) {
      transaction(database, () => {
        insertRun.run(
          run.id,
          run.planId,
          run.tenantId,
          run.tenantName,
          run.appliedBy,
          run.startedAt,
          run.undoes,
          run.rollsBack,
        );
        for (const { item, work } of items) {
          // A conflict is for the eyes of the person who decides; the journal keeps what was decided.
          const { conflict: _conflict, ...kept } = item;
          insertItem.run(item.id, run.id, JSON.stringify(kept), item.target.id, JSON.stringify(work));
        }
      });
    },
    begin(itemId, { work, inverse, at }) {
      beginItem.run(JSON.stringify(work), JSON.stringify(inverse), at, itemId);
    },
    noteOutcome(itemId, { item, outcome, inverse }) {
      noteOutcome.run(
        JSON.stringify(item),
        item.target.id,
        JSON.stringify(outcome),
        JSON.stringify(inverse),
        itemId,
      );
    },
    settle(itemId, state, at, error) {
      settleItem.run(state, error === undefined ? null : JSON.stringify(error), at, itemId);
    },
    closeRun: (runId) => void closeRun.run(runId),
    markUndone: (entryId, by) => void markUndone.run(by, entryId),
    noteSuccessor: (tenantId, oldId, newId) => void upsertSuccessor.run(tenantId, oldId, newId),
    currentId: (tenantId, id) =>
      parseRow(z.object({ id: z.string() }), selectCurrent.get({ tenant: tenantId, id })).id,
    openRuns: () => selectOpenRuns.all().map(readRunRow),
    run,
    openRollBacks: (runId) => selectRollBacks.all(runId).map(readRunRow),
    items: (runId) => selectItems.all(runId).map(readItemRow),
    item(itemId) {
      const row = selectItem.get(itemId);
      return row === undefined ? undefined : readItemRow(row);
    },
    entries({ tenantId, targetId, limit }) {
      return selectEntries
        .all({ tenant: tenantId ?? null, target: targetId ?? null, limit })
        .map(readItemRow)
        .flatMap(withRun);
    },
    entry(id) {
      const row = selectEntry.get(id);
      return row === undefined ? undefined : withRun(readItemRow(row))[0];
    },
  };
}
