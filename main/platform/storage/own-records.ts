import { z } from 'zod';
import { failure } from '../errors/failure.ts';
import { tenantIdSchema } from '../../../contract/schema/identifiers.ts';
import type { BackupTable } from './backup-table.ts';
import { contentOfCopy, jsonText } from './backup-table.ts';
import type { Database } from './database.ts';
import { parseJsonColumn, parseRow } from './database.ts';

/** Local records of one kind, created for a tenant. They stay in this profile. */
export interface OwnRecords<OwnRecord> {
  /** In the order in which they were added; one that this version cannot read is skipped, and stays stored. */
  list(tenantId: string): OwnRecord[];
  /** Throws `invalid-input` for one too many. */
  save(tenantId: string, record: OwnRecord): void;
  remove(tenantId: string, id: string): void;
}

export interface OwnRecordsOptions<Schema extends z.ZodType<{ readonly id: string }>> {
  /** Its columns are those of `ownRecordsTable`. */
  readonly table: string;
  readonly schema: Schema;
  readonly maxCount: number;
  readonly tooMany: string;
}

export const ownRecordsTable = (table: string): string => `CREATE TABLE ${table} (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant_id TEXT NOT NULL,
       id TEXT NOT NULL,
       content TEXT NOT NULL,
       UNIQUE (tenant_id, id)
     ) STRICT`;

/** Two records with the same ID both stay: the second gets another ID and name. */
export const ownRecordsBackup = (table: string, schema: z.ZodType, maxNameLength: number): BackupTable => ({
  table,
  section: 'samples',
  row: z.strictObject({
    sequence: z.int(),
    tenant_id: tenantIdSchema,
    id: z.string().min(1).max(64),
    content: jsonText(schema),
  }),
  key: ['tenant_id', 'id'],
  tenant: 'tenant_id',
  assigned: ['sequence'],
  copy(row, newId) {
    const id = newId();
    const content = contentOfCopy(row['content'], id, { member: 'name', maxLength: maxNameLength });
    return { table, row: { ...row, id, content } };
  },
});

const rowSchema = z.object({ content: z.string() });
const countSchema = z.object({ count: z.number() });

export function createOwnRecords<Schema extends z.ZodType<{ readonly id: string }>>(
  database: Database,
  { table, schema, maxCount, tooMany }: OwnRecordsOptions<Schema>,
): OwnRecords<z.output<Schema>> {
  const select = database.prepare(`SELECT content FROM ${table} WHERE tenant_id = ? ORDER BY sequence`);
  const countOthers = database.prepare(
    `SELECT count(*) AS count FROM ${table} WHERE tenant_id = ? AND id <> ?`,
  );
  const upsert = database.prepare(
    `INSERT INTO ${table} (tenant_id, id, content) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET content = excluded.content`,
  );
  const remove = database.prepare(`DELETE FROM ${table} WHERE tenant_id = ? AND id = ?`);
  return {
    list: (tenantId) =>
      select.all(tenantId).flatMap((row) => {
        try {
          return [parseJsonColumn(schema, parseRow(rowSchema, row).content)];
        } catch {
          return [];
        }
      }),
    save(tenantId, record) {
      if (parseRow(countSchema, countOthers.get(tenantId, record.id)).count >= maxCount) {
        throw failure('invalid-input', tooMany);
      }
      upsert.run(tenantId, record.id, JSON.stringify(record));
    },
    remove: (tenantId, id) => void remove.run(tenantId, id),
  };
}
