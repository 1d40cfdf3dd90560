import { z } from 'zod';
import { queryTabsSchema, typedParametersSchema } from '../../contract/queries/queries.ts';
import { queryFolderSchema, savedQuerySchema } from '../../contract/queries/query-library.ts';
import { tenantIdSchema, timestampSchema } from '../../contract/schema/identifiers.ts';
import type { BackupTable } from '../platform/storage/backup-table.ts';
import { jsonText, restoredName } from '../platform/storage/backup-table.ts';

const parameters = jsonText(typedParametersSchema);
const query = savedQuerySchema.shape;
const folder = queryFolderSchema.shape;
const isRemoved: BackupTable['isRemoved'] = (existing) => existing['removal_id'] !== null;

export const queryBackup: readonly BackupTable[] = [
  {
    table: 'query_folders',
    section: 'queries',
    isUncounted: true,
    row: z.strictObject({
      id: folder.id,
      name: folder.name,
      parent_id: folder.parentId,
      removal_id: z.string().nullable(),
    }),
    key: ['id'],
    where: 'removal_id IS NULL',
    isRemoved,
  },
  {
    table: 'saved_queries',
    section: 'queries',
    row: z.strictObject({
      id: query.id,
      name: query.name,
      text: query.text,
      saved_at: timestampSchema,
      parameters,
      description: query.description,
      folder_id: query.folderId,
      tenant_id: query.tenantId,
      is_favorite: z.int(),
      revision: query.revision,
      removal_id: z.string().nullable(),
    }),
    key: ['id'],
    tenant: 'tenant_id',
    where: 'removal_id IS NULL',
    isRemoved,
    incidental: ['saved_at', 'revision'],
    copy: (row, newId) => ({
      table: 'saved_queries',
      row: { ...row, id: newId(), name: restoredName(String(row['name']), 120) },
    }),
    // A folder may have been removed here.
    reorder:
      'UPDATE saved_queries SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM query_folders)',
  },
  {
    table: 'query_runs',
    section: 'runs',
    row: z.strictObject({
      sequence: z.int(),
      id: z.string().min(1).max(64),
      tenant_id: tenantIdSchema,
      text: z.string(),
      ran_at: timestampSchema,
      duration_ms: z.number(),
      row_count: z.int().nullable(),
      error_message: z.string().nullable(),
      parameters,
    }),
    key: ['id'],
    tenant: 'tenant_id',
    assigned: ['sequence'],
    reorder: `UPDATE query_runs SET sequence = -sequence;
      UPDATE query_runs SET sequence = place FROM (
        SELECT sequence AS old, row_number() OVER (ORDER BY ran_at, sequence DESC) AS place FROM query_runs)
      WHERE sequence = old`,
  },
  {
    table: 'query_tabs',
    section: 'views',
    isUncounted: true,
    row: z.strictObject({ tenant_id: tenantIdSchema, content: jsonText(queryTabsSchema) }),
    key: ['tenant_id'],
    tenant: 'tenant_id',
    // The tabs here stay, and every other query draft gets one when the console opens.
    incidental: ['content'],
  },
];
