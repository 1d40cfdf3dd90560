import { z } from 'zod';
import { deskErrorSchema } from '../../../contract/errors/desk-error-schema.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';

/** The status of a plan with a confirmation window. `applying`: the window hasn't started yet. */
export type WindowStatus =
  | { readonly state: 'applying' }
  | { readonly state: 'restoring' }
  | { readonly state: 'restored' }
  | { readonly state: 'waiting'; readonly until: number }
  | { readonly state: 'failed'; readonly error: DeskError };

export interface StoredWindow {
  readonly planId: string;
  readonly status: WindowStatus;
}

/** Plans with a confirmation window, stored across restarts. Deleting a plan deletes its row. */
export interface ConfirmationStore {
  /** The oldest first. */
  list(): StoredWindow[];
  find(planId: string): StoredWindow | undefined;
  save(planId: string, status: WindowStatus): void;
  remove(planId: string): void;
}

const rowSchema = z.object({
  plan_id: z.string(),
  state: z.enum(['applying', 'waiting', 'restoring', 'failed', 'restored']),
  until: z.number().nullable(),
  error: z.string().nullable(),
});

export function createConfirmationStore(database: Database): ConfirmationStore {
  const selectAll = database.prepare('SELECT * FROM provisional_plans ORDER BY rowid');
  const select = database.prepare('SELECT * FROM provisional_plans WHERE plan_id = ?');
  const upsert = database.prepare(
    `INSERT INTO provisional_plans (plan_id, state, until, error) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state, until = excluded.until, error = excluded.error`,
  );
  const remove = database.prepare('DELETE FROM provisional_plans WHERE plan_id = ?');
  return {
    list: () => selectAll.all().map(readRow),
    find(planId) {
      const row = select.get(planId);
      return row === undefined ? undefined : readRow(row);
    },
    save(planId, status) {
      const until = status.state === 'waiting' ? status.until : null;
      const error = status.state === 'failed' ? JSON.stringify(status.error) : null;
      upsert.run(planId, status.state, until, error);
    },
    remove: (planId) => void remove.run(planId),
  };
}

function readRow(row: unknown): StoredWindow {
  const { plan_id: planId, state, until, error } = parseRow(rowSchema, row);
  if (state === 'waiting') return { planId, status: { state, until: until ?? 0 } };
  if (state === 'failed') {
    return { planId, status: { state, error: parseJsonColumn(deskErrorSchema, error ?? '') } };
  }
  return { planId, status: { state } };
}
