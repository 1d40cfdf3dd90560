import { z } from 'zod';
import { deskErrorSchema } from '../../../contract/errors/desk-error-schema.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';

/** How far a provisional plan is. `applying`: its answer is not due yet. */
export type DraftStatusOf =
  | { readonly state: 'applying' }
  | { readonly state: 'restoring' }
  | { readonly state: 'restored' }
  | { readonly state: 'waiting'; readonly until: number }
  | { readonly state: 'failed'; readonly error: DeskError };

export interface StoredProvisional {
  readonly planId: string;
  readonly standing: DraftStatusOf;
}

/** Which plans are provisional, through restarts. A plan that is forgotten takes its row along. */
export interface ProvisionalStore {
  /** The oldest first. */
  list(): StoredProvisional[];
  find(planId: string): StoredProvisional | undefined;
  save(planId: string, standing: DraftStatusOf): void;
  remove(planId: string): void;
}

const rowSchema = z.object({
  plan_id: z.string(),
  state: z.enum(['applying', 'waiting', 'restoring', 'failed', 'restored']),
  until: z.number().nullable(),
  error: z.string().nullable(),
});

export function createProvisionalStore(database: Database): ProvisionalStore {
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
    save(planId, standing) {
      const until = standing.state === 'waiting' ? standing.until : null;
      const error = standing.state === 'failed' ? JSON.stringify(standing.error) : null;
      upsert.run(planId, standing.state, until, error);
    },
    remove: (planId) => void remove.run(planId),
  };
}

function readRow(row: unknown): StoredProvisional {
  const { plan_id: planId, state, until, error } = parseRow(rowSchema, row);
  if (state === 'waiting') return { planId, standing: { state, until: until ?? 0 } };
  if (state === 'failed') {
    return { planId, standing: { state, error: parseJsonColumn(deskErrorSchema, error ?? '') } };
  }
  return { planId, standing: { state } };
}
