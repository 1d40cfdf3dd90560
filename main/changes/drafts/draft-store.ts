import { z } from 'zod';
import type { Draft, DraftSummary } from '../../../contract/drafts.ts';
import { draftSchema, draftSummarySchema } from '../../../contract/drafts.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

export const draftSchemaSteps: SchemaSteps = {
  noun: 'drafts',
  steps: [
    `CREATE TABLE drafts (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       title TEXT NOT NULL,
       content TEXT NOT NULL,
       base TEXT,
       saved_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT`,
  ],
};

export type DraftKey = Pick<Draft, 'tenantId' | 'kind' | 'targetId'>;

/** What people are typing. A draft is on the disk when `save` returns. */
export interface DraftStore {
  save(draft: Draft): void;
  get(key: DraftKey): Draft | undefined;
  /** Newest first. */
  list(tenantId?: string): DraftSummary[];
  discard(key: DraftKey): void;
}

const keyColumns = 'tenant_id AS tenantId, kind, target_id AS targetId, title, saved_at AS savedAt';
const byKey = 'tenant_id = ? AND kind = ? AND target_id = ?';
// Rows of node:sqlite have no prototype, which strict objects take for what they are.
const summaryRow = z.object(draftSummarySchema.shape);
const draftRow = z.object(draftSchema.shape);

export function createDraftStore(database: Database): DraftStore {
  const upsert = database.prepare(
    `INSERT INTO drafts (tenant_id, kind, target_id, title, content, base, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET
       title = excluded.title, content = excluded.content, base = excluded.base, saved_at = excluded.saved_at`,
  );
  const selectOne = database.prepare(`SELECT ${keyColumns}, content, base FROM drafts WHERE ${byKey}`);
  const selectAll = database.prepare(`SELECT ${keyColumns} FROM drafts ORDER BY saved_at DESC, rowid DESC`);
  const selectOfTenant = database.prepare(
    `SELECT ${keyColumns} FROM drafts WHERE tenant_id = ? ORDER BY saved_at DESC, rowid DESC`,
  );
  const remove = database.prepare(`DELETE FROM drafts WHERE ${byKey}`);

  return {
    save({ tenantId, kind, targetId, title, content, base, savedAt }) {
      upsert.run(tenantId, kind, targetId, title, content, base, savedAt);
    },
    get({ tenantId, kind, targetId }) {
      const row = selectOne.get(tenantId, kind, targetId);
      return row === undefined ? undefined : parseRow(draftRow, row);
    },
    list(tenantId) {
      const rows = tenantId === undefined ? selectAll.all() : selectOfTenant.all(tenantId);
      return rows.map((row) => parseRow(summaryRow, row));
    },
    discard({ tenantId, kind, targetId }) {
      remove.run(tenantId, kind, targetId);
    },
  };
}
