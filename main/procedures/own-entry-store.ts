import { z } from 'zod';
import type { OwnEntry } from '../../contract/procedures/procedures.ts';
import { ownEntrySchema } from '../../contract/procedures/procedures.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../platform/storage/database.ts';
import { tenantIdSchema } from '../../contract/schema/identifiers.ts';
import { contentOfCopy, jsonText } from '../platform/storage/backup-table.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

/** Procedures and jobs that were added to the library, for one tenant or all. They are stored in this profile only. */
export interface OwnEntryStore {
  /** By name; one that this version can't read is skipped, but stays stored. */
  of(tenantId: string): OwnEntry[];
  /** Replaces an entry with the same ID. Throws `invalid-input` for one too many. */
  keep(entry: OwnEntry): void;
  remove(id: string): void;
}

export const procedureSchemaSteps: SchemaSteps = {
  noun: 'procedures',
  records: { own_procedures: 'own procedures and jobs' },
  backup: [
    {
      table: 'own_procedures',
      section: 'library',
      row: z.strictObject({
        id: ownEntrySchema.shape.id,
        tenant_id: tenantIdSchema.nullable(),
        content: jsonText(ownEntrySchema),
      }),
      key: ['id'],
      tenant: 'tenant_id',
      copy(row, newId) {
        const id = newId();
        const content = contentOfCopy(row['content'], id, { member: 'name', maxLength: 120 });
        return { table: 'own_procedures', row: { ...row, id, content } };
      },
    },
  ],
  steps: [`CREATE TABLE own_procedures (id TEXT PRIMARY KEY, tenant_id TEXT, content TEXT NOT NULL) STRICT`],
};

/** More than anyone can navigate. */
const maxEntries = 500;

const rowSchema = z.object({ content: z.string() });
const countSchema = z.object({ count: z.number() });

export function createOwnEntryStore(database: Database): OwnEntryStore {
  const select = database.prepare(
    'SELECT content FROM own_procedures WHERE tenant_id IS NULL OR tenant_id = ?',
  );
  const countOthers = database.prepare('SELECT count(*) AS count FROM own_procedures WHERE id <> ?');
  const upsert = database.prepare(
    `INSERT INTO own_procedures (id, tenant_id, content) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET tenant_id = excluded.tenant_id, content = excluded.content`,
  );
  const remove = database.prepare('DELETE FROM own_procedures WHERE id = ?');
  return {
    of: (tenantId) =>
      select
        .all(tenantId)
        .flatMap((row) => {
          try {
            return [parseJsonColumn(ownEntrySchema, parseRow(rowSchema, row).content)];
          } catch {
            return [];
          }
        })
        .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    keep(entry) {
      if (parseRow(countSchema, countOthers.get(entry.id)).count >= maxEntries) {
        throw failure(
          'invalid-input',
          `The library can have up to ${maxEntries} custom entries. Remove one first.`,
        );
      }
      upsert.run(entry.id, entry.tenantId, JSON.stringify(entry));
    },
    remove: (id) => void remove.run(id),
  };
}
