import { z } from 'zod';
import type { OwnEntry } from '../../contract/procedures/procedures.ts';
import { ownEntrySchema } from '../../contract/procedures/procedures.ts';
import { failure } from '../platform/errors/failure.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

/** Procedures and jobs that were added to the library, of one tenant or of all. They stay in this profile. */
export interface OwnEntryStore {
  /** By name; one that this version cannot read is left out, and kept. */
  of(tenantId: string): OwnEntry[];
  /** A later one of the same identifier takes its place. Throws `invalid-input` for one too many. */
  keep(entry: OwnEntry): void;
  remove(id: string): void;
}

export const procedureSchemaSteps: SchemaSteps = {
  noun: 'procedures',
  records: { own_procedures: 'own procedures and jobs' },
  steps: [`CREATE TABLE own_procedures (id TEXT PRIMARY KEY, tenant_id TEXT, content TEXT NOT NULL) STRICT`],
};

/** More than anybody finds their way in. */
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
          `The library has at most ${maxEntries} entries of your own. Remove one first.`,
        );
      }
      upsert.run(entry.id, entry.tenantId, JSON.stringify(entry));
    },
    remove: (id) => void remove.run(id),
  };
}
