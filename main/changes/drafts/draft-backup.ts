import { z } from 'zod';
import { kindNameSchema, targetIdSchema } from '../../../contract/changes/changes.ts';
import { tenantIdSchema, timestampSchema } from '../../../contract/schema/identifiers.ts';
import type { BackupTable, Copied, StoredRow } from '../../platform/storage/backup-table.ts';
import { jsonText } from '../../platform/storage/backup-table.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow } from '../../platform/storage/database.ts';
import { isNewTarget } from '../record/target-successors.ts';

const stateText = jsonText(z.json());

const draftColumns = {
  tenant_id: tenantIdSchema,
  kind: kindNameSchema,
  target_id: targetIdSchema,
  kind_version: z.int(),
  title: z.string(),
  state: stateText,
  base: stateText.nullable(),
};

const revisionRow = z.object({ last: z.number().int() });

/** Kinds whose earlier versions people can open. */
const kindsWithVersions: ReadonlySet<unknown> = new Set(['script', 'webhook']);

export const draftBackup: readonly BackupTable[] = [
  {
    table: 'drafts',
    section: 'drafts',
    row: z.strictObject({
      ...draftColumns,
      revision: z.int(),
      saved_at: timestampSchema,
      error: z.string().nullable(),
      began: z.int(),
    }),
    key: ['tenant_id', 'kind', 'target_id'],
    tenant: 'tenant_id',
    incidental: ['title', 'revision', 'saved_at', 'error', 'began'],
    inserting: withNewRevision,
    copy: copyOfDraft,
  },
  {
    table: 'discarded_drafts',
    section: 'drafts',
    isUncounted: true,
    row: z.strictObject({ sequence: z.int(), ...draftColumns, discarded_at: timestampSchema }),
    key: ['tenant_id', 'kind', 'target_id', 'discarded_at'],
    tenant: 'tenant_id',
    assigned: ['sequence'],
    reorder: `UPDATE discarded_drafts SET sequence = -sequence;
      UPDATE discarded_drafts SET sequence = place FROM (
        SELECT sequence AS old, row_number() OVER (ORDER BY discarded_at, sequence DESC) AS place
        FROM discarded_drafts) WHERE sequence = old`,
  },
];

/** No two drafts ever have the same revision: a plan of this profile must not take this one for another. */
function withNewRevision(row: StoredRow, database: Database): StoredRow {
  const next = database.prepare('UPDATE draft_revisions SET last = last + 1 RETURNING last').get();
  const { last } = parseRow(revisionRow, next);
  return { ...row, revision: last, began: last, error: null };
}

/** A second draft of a new item or query, or an earlier version of the item. */
function copyOfDraft(row: StoredRow, newId: () => string): Copied | undefined {
  const { tenant_id, kind, target_id, kind_version, state, saved_at } = row;
  if (kind === 'query') return { table: 'drafts', row: { ...row, target_id: newId() } };
  if (isNewTarget(String(target_id)))
    return { table: 'drafts', row: { ...row, target_id: `new:${newId().slice(0, 8)}` } };
  if (!kindsWithVersions.has(kind)) return undefined;
  return {
    table: 'target_versions',
    row: {
      ...{ tenant_id, kind, target_id, kind_version, state },
      ...{ size: String(state).length, source: 'draft', author: '', noted_at: saved_at, plan_id: null },
    } as StoredRow,
  };
}
