import { z } from 'zod';
import type { Webhook } from '../../../contract/webhooks/webhooks.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseRow, transaction } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

export const exportedStateSchemaSteps: SchemaSteps = {
  noun: 'webhook-files',
  steps: [
    `CREATE TABLE exported_states (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       -- Of the file, byte for byte.
       digest TEXT NOT NULL UNIQUE,
       -- By identifier of the webhook: whether it was enabled; null where the tenant did not tell.
       states TEXT NOT NULL
     ) STRICT`,
  ],
};

/** Whether a webhook was enabled; null when unknown. */
export type EnabledById = ReadonlyMap<string, boolean | null>;

/**
 * Whether webhooks were enabled when they were exported. An export file has no member for that, and must not be edited because
 * it is signed, so Tenant Desk stores it separately. Source: platform specification, "Webhook export file".
 */
export interface ExportedStates {
  note(digest: string, states: EnabledById): void;
  /** Undefined for a file that wasn't exported here, or long ago. */
  find(digest: string): EnabledById | undefined;
}

/** Maximum files; the oldest are removed. */
const maxFiles = 50;
const rowSchema = z.object({ states: z.string() });
const statesSchema = z.record(z.string(), z.boolean().nullable());

export function createExportedStates(database: Database): ExportedStates {
  const insert = database.prepare('INSERT OR REPLACE INTO exported_states (digest, states) VALUES (?, ?)');
  const forget = database.prepare(
    'DELETE FROM exported_states WHERE sequence <= (SELECT max(sequence) FROM exported_states) - ?',
  );
  const select = database.prepare('SELECT states FROM exported_states WHERE digest = ?');
  return {
    note(digest, states) {
      transaction(database, () => {
        insert.run(digest, JSON.stringify(Object.fromEntries(states)));
        forget.run(maxFiles);
      });
    },
    find(digest) {
      const row = select.get(digest);
      if (row === undefined) return undefined;
      const parsed = statesSchema.safeParse(JSON.parse(parseRow(rowSchema, row).states));
      return parsed.success ? new Map(Object.entries(parsed.data)) : undefined;
    },
  };
}

export function enabledOf({ activation }: Pick<Webhook, 'activation'>): boolean | null {
  return activation === 'unknown' ? null : activation === 'enabled';
}
