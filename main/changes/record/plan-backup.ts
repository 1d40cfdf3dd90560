import { z } from 'zod';
import { kindNameSchema } from '../../../contract/changes/changes.ts';
import { versionSourceSchema } from '../../../contract/changes/versions.ts';
import { tenantIdSchema, timestampSchema } from '../../../contract/schema/identifiers.ts';
import type { BackupTable, StoredRow } from '../../platform/storage/backup-table.ts';
import { itemRowSchema, planRowSchema } from './plan-record.ts';

export const planBackup: readonly BackupTable[] = [
  {
    table: 'plans',
    section: 'history',
    row: z.strictObject({ ...planRowSchema.shape, version: z.int(), tenant_id: tenantIdSchema }),
    key: ['id'],
    tenant: 'tenant_id',
    // What wasn't applied was compared with an outdated state of the tenant; its drafts are there.
    where: `state IN ('open', 'finished')`,
    arriving: (row) => ({ ...row, state: 'finished' }),
    isReplaceable: ({ state }) => state === 'finished',
  },
  {
    table: 'plan_items',
    section: 'history',
    row: z.strictObject(itemRowSchema.shape),
    key: ['id'],
    assigned: ['sequence'],
    parent: { table: 'plans', column: 'plan_id' },
    arriving: endedItem,
  },
  {
    table: 'change_successors',
    section: 'history',
    isUncounted: true,
    row: z.strictObject({ tenant_id: tenantIdSchema, old_id: z.string(), new_id: z.string() }),
    key: ['tenant_id', 'old_id'],
    tenant: 'tenant_id',
    // The newest successor is the one that this profile knows.
    incidental: ['new_id'],
  },
  {
    table: 'target_versions',
    section: 'versions',
    row: z.strictObject({
      id: z.int(),
      tenant_id: tenantIdSchema,
      kind: kindNameSchema,
      target_id: z.string(),
      kind_version: z.int(),
      state: z.string(),
      size: z.int(),
      source: versionSourceSchema,
      author: z.string(),
      noted_at: timestampSchema,
      plan_id: z.string().nullable(),
    }),
    key: ['tenant_id', 'kind', 'target_id', 'noted_at', 'state'],
    tenant: 'tenant_id',
    assigned: ['id'],
    incidental: ['kind_version', 'size', 'source', 'author', 'plan_id'],
    reorder: `UPDATE target_versions SET id = -id;
      UPDATE target_versions SET id = place FROM (
        SELECT id AS old, row_number() OVER (ORDER BY noted_at, id DESC) AS place FROM target_versions)
      WHERE id = old`,
  },
];

/**
 * A run that was open when the backup was made may have been resumed since, here or elsewhere. Resuming it from the backup could
 * send it twice: so it arrives ended, and as unknown where it may have been sent.
 */
function endedItem(row: StoredRow): StoredRow {
  if (row['state'] === 'pending') return { ...row, state: 'left-out' };
  return row['state'] === 'applying' ? { ...row, state: 'unknown' } : row;
}
