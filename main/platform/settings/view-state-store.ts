import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import { parseRow, transaction } from '../storage/database.ts';
import { maxViewStateLength } from '../../../contract/settings/view-state-limits.ts';
import type { SchemaSteps } from '../storage/schema-steps.ts';

/** Total characters of all keys and values. */
const maxTotalLength = 1024 * 1024;

export const viewStateSchemaSteps: SchemaSteps = {
  noun: 'view-state',
  records: { view_state: 'view settings' },
  backup: [
    {
      table: 'view_state',
      section: 'views',
      isUncounted: true,
      row: z.strictObject({
        key: z.string().min(1).max(200),
        value: z.string().max(maxViewStateLength),
        written: z.int(),
      }),
      key: ['key'],
      where: `key NOT LIKE 'backup.%'`,
      // The arrangement of views here stays.
      incidental: ['value', 'written'],
    },
  ],
  steps: [
    // Keys about a tenant end with its ID.
    `CREATE TABLE view_state (
       key TEXT PRIMARY KEY,
       value TEXT NOT NULL,
       written INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TRIGGER view_state_goes_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM view_state WHERE substr(key, -length(OLD.id) - 1) = ':' || OLD.id; END`,
  ],
};

export interface ViewStateStore {
  /** Values by key. */
  read(): Readonly<Record<string, string>>;
  /** Null deletes a value. The oldest values are dropped while the total exceeds 1 MiB. */
  write(values: Readonly<Record<string, string | null>>): void;
}

const rowSchema = z.object({ key: z.string(), value: z.string() });

export function createViewStateStore(database: Database): ViewStateStore {
  const select = database.prepare('SELECT key, value FROM view_state ORDER BY written DESC, key');
  const upsert = database.prepare(
    `INSERT INTO view_state (key, value, written)
     VALUES (?, ?, (SELECT coalesce(max(written), 0) + 1 FROM view_state))
     ON CONFLICT DO UPDATE SET value = excluded.value, written = excluded.written`,
  );
  const remove = database.prepare('DELETE FROM view_state WHERE key = ?');
  const newestFirst = () => select.all().map((row) => parseRow(rowSchema, row));

  function dropOldest(): void {
    let length = 0;
    for (const { key, value } of newestFirst()) {
      length += key.length + value.length;
      if (length > maxTotalLength) remove.run(key);
    }
  }

  return {
    read: () => Object.fromEntries(newestFirst().map(({ key, value }) => [key, value])),
    write(values) {
      transaction(database, () => {
        for (const [key, value] of Object.entries(values)) {
          if (value === null) remove.run(key);
          else upsert.run(key, value);
        }
        dropOldest();
      });
    },
  };
}
