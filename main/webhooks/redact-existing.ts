import { z } from 'zod';
import type { Log } from '../platform/log/log.ts';
import type { Database } from '../platform/storage/database.ts';
import { emptyWriteAheadLog, parseRow, transaction } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import type { StoredTexts } from '../platform/storage/stored-texts.ts';
import { mapStoredTexts } from '../platform/storage/stored-texts.ts';
import { redactStored } from './redact-stored.ts';
import type { Hide, WebhookSecrets } from './secrets/webhook-secrets.ts';
import type { Guarded } from './secrets/marked-credentials.ts';

/** Incremented when more counts as a credential: then the profile is processed again. */
const concealmentRules = 1;

export const concealmentSchemaSteps: SchemaSteps = {
  noun: 'concealment',
  steps: [
    `-- By which rules all that lies here was gone through. 0: it was written before there were any.
     CREATE TABLE concealment (rules INTEGER NOT NULL) STRICT;
     INSERT INTO concealment VALUES (0)`,
  ],
};

export interface EarlierRecords {
  readonly database: Database;
  readonly secrets: Pick<WebhookSecrets, 'hide' | 'hiderFor' | 'keep'>;
  readonly log: Log;
  /** Deletes the copies of the database that still have what was redacted in it. */
  readonly removeBackups: () => void;
  /** Existing tenants: credentials of others aren't stored. */
  readonly tenantIds: readonly string[];
  /** Columns that contain webhooks. */
  readonly texts: readonly StoredTexts[];
  /** Columns that contain prose as well. */
  readonly proseColumns: ReadonlySet<string>;
}

/** False while the profile may have credentials in plain text that an earlier version stored. */
export function isRedacted(database: Database): boolean {
  return appliedRules(database) >= concealmentRules;
}

const rulesRow = z.object({ rules: z.number().int() });

function appliedRules(database: Database): number {
  return parseRow(rulesRow, database.prepare('SELECT max(rules) AS rules FROM concealment').get()).rules;
}

/**
 * Replaces credentials that an earlier version stored in clear text by placeholders, and moves the credentials into the
 * vault, once. The database is vacuumed then, so that free pages don't contain them. Never rejects: if the
 * vault or the disk fails, everything stays unchanged until the next start, and the log says so.
 */
export async function redactExisting(records: EarlierRecords): Promise<void> {
  const { database, log } = records;
  try {
    if (isRedacted(database)) return;
    const redacted = await redactAll(records);
    database.exec('VACUUM');
    emptyWriteAheadLog(database);
    if (redacted > 0) records.removeBackups();
    database.prepare('UPDATE concealment SET rules = ?').run(concealmentRules);
    log.write('info', 'concealment.done', { concealed: redacted });
  } catch (error) {
    log.write('warning', 'concealment.postponed', { error });
  }
}

/** Stores the values in the vault before it changes the first text. Returns the number of changed texts. */
async function redactAll(records: EarlierRecords): Promise<number> {
  const { database, secrets } = records;
  const hiders = new Map<string, Hide>();
  for (const tenantId of records.tenantIds) hiders.set(tenantId, await secrets.hiderFor(tenantId));
  const found = new Map<string, Guarded[]>();
  const note = (tenantId: string) => (hidden: Guarded) =>
    void found.set(tenantId, [...(found.get(tenantId) ?? []), hidden]);
  forEachText(records, hiders, note);
  for (const [tenantId, guarded] of found) if (hiders.has(tenantId)) await secrets.keep(tenantId, guarded);
  return transaction(database, () => forEachText(records, hiders, undefined));
}

/** Processes all texts; without `note` it writes what it changes. */
function forEachText(
  { database, secrets, texts, proseColumns }: EarlierRecords,
  hiders: ReadonlyMap<string, Hide>,
  note: ((tenantId: string) => (hidden: Guarded) => void) | undefined,
): number {
  let changed = 0;
  for (const each of texts) {
    mapStoredTexts(database, each, ({ tenantId, column, text }) => {
      const redacted = redactStored(text, {
        hide: hiders.get(tenantId) ?? secrets.hide,
        isProse: proseColumns.has(column),
        onhidden: note?.(tenantId) ?? (() => undefined),
      });
      if (redacted !== text) changed += 1;
      return note === undefined ? redacted : text;
    });
  }
  return changed;
}
