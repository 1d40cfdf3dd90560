import { z } from 'zod';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { checkInChunks } from '../json/check-in-chunks.ts';
import { stringifyInChunks } from '../json/stringify-in-chunks.ts';
import { readJson } from '../json/read-json.ts';
import { createYielder } from '../timing/yielder.ts';
import type { Log } from '../log/log.ts';
import { formatBytes } from '../../../languages/text/intl.ts';
import type { BestEffort } from './best-effort.ts';
import { createBestEffort, isStorageFailure } from './best-effort.ts';
import type { Database } from './database.ts';
import { parseRow } from './database.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { parseOrNothing } from '../json/parse-or-nothing.ts';

export const snapshotSchemaSteps: SchemaSteps = {
  noun: 'snapshots',
  space: [{ table: 'snapshots', kind: 'caches', isCounted: true }],
  steps: [
    `CREATE TABLE snapshots (
       tenant_id TEXT NOT NULL,
       key TEXT NOT NULL,
       data TEXT NOT NULL,
       fetched_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, key)
     ) STRICT, WITHOUT ROWID`,
  ],
};

export interface StoredSnapshot<Data> {
  readonly data: Data;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/**
 * Caches the last result of every read, for when the tenant can't be reached. Losing it loses no work, so a failing disk must not
 * fail a read.
 */
export interface SnapshotStore {
  /** Undefined if there is none, or the stored one doesn't match the schema (any more). */
  read<Schema extends z.ZodType>(
    tenantId: string,
    key: string,
    schema: Schema,
  ): StoredSnapshot<z.output<Schema>> | undefined;
  /**
   * The same without parsing unchanged data again, for large, frequently read data. All readers share the object, which must not be
   * mutated.
   */
  readShared<Schema extends z.ZodType>(
    tenantId: string,
    key: string,
    schema: Schema,
  ): StoredSnapshot<z.output<Schema>> | undefined;
  /** `read` or `readShared` for a snapshot of any size, yielding to other work. */
  readInChunks<Schema extends z.ZodType>(
    tenantId: string,
    key: string,
    schema: Schema,
    options?: { readonly isShared?: boolean | undefined },
  ): Promise<StoredSnapshot<z.output<Schema>> | undefined>;
  write(tenantId: string, key: string, data: unknown, fetchedAt: number): void;
  /**
   * `write` for a list of any length, yielding to other work. A list that is too large isn't stored, and the previous one is deleted.
   */
  writeInChunks(tenantId: string, key: string, data: unknown, fetchedAt: number): Promise<void>;
  /** Why the last write failed; undefined if it succeeded. */
  notStored(): DeskFailure | undefined;
  /** Size of a tenant's data in bytes. */
  bytes(tenantId: string): number;
  /** Snapshots by key prefix; with `text`, only those whose data contains it. */
  keys(
    tenantId: string,
    keyStart: string,
    text?: string,
  ): readonly { readonly key: string; readonly fetchedAt: number }[];
  /** The text at a path in the data, such as `$.record.Name`; undefined if there is none. */
  textAt(tenantId: string, key: string, path: string): string | undefined;
  /** Deletes the oldest snapshots with this key prefix beyond a total size. */
  deleteOlder(tenantId: string, keyStart: string, maxBytes: number): void;
  /** Deletes one snapshot, or all of a tenant. */
  forget(tenantId: string, key?: string): void;
}

/** Characters of a text that is parsed synchronously. */
const small = 256 * 1024;
/** Maximum characters of a stored list, which SQLite writes at once. */
const maxCharacters = 32 * 1024 * 1024;

const textRowSchema = z.object({ text: z.string() });
const keyRowSchema = z.object({ key: z.string(), fetched_at: z.number().int() });
const rowSchema = z.object({ data: z.string(), fetched_at: z.number().int() });

const sizeRow = z.object({ size: z.number() });

export function createSnapshotStore(database: Database, log: Log): SnapshotStore {
  const tryTo = createBestEffort(log, 'snapshots.not-kept');
  const statements = prepareStatements(database);

  let lastFailure: DeskFailure | undefined;
  /** Only one, so that no more is held in memory than one window shows. */
  let lastShared: { readonly text: string; readonly schema: z.ZodType; readonly data: unknown } | undefined;

  function readRow(tenantId: string, key: string): z.output<typeof rowSchema> | undefined {
    return rowSchema.safeParse(tryTo(() => statements.select.get(tenantId, key))).data;
  }

  /** Number of deletions: a concurrent write must not restore deleted data. */
  let deletions = 0;

  function writeText(tenantId: string, key: string, text: string, fetchedAt: number): void {
    lastFailure = undefined;
    tryTo(() => {
      try {
        statements.upsert.run(tenantId, key, text, fetchedAt);
      } catch (error) {
        if (isStorageFailure(error)) lastFailure = error;
        throw error;
      }
    });
  }

  return {
    async readInChunks(tenantId, key, schema, { isShared = false } = {}) {
      const row = readRow(tenantId, key);
      if (row === undefined) return undefined;
      const { data: text, fetched_at: fetchedAt } = row;
      if (isShared && lastShared?.schema === schema && lastShared.text === text) {
        return { data: lastShared.data as z.output<typeof schema>, fetchedAt };
      }
      const before = deletions;
      const data = await parseInChunks(text, schema);
      if (data === undefined) return undefined;
      if (isShared && before === deletions) lastShared = { text, schema, data };
      return { data, fetchedAt };
    },
    async writeInChunks(tenantId, key, data, fetchedAt) {
      const before = deletions;
      const text = await stringifyInChunks(data, createYielder(), maxCharacters);
      if (before !== deletions) return;
      if (text !== undefined) return writeText(tenantId, key, text, fetchedAt);
      tryTo(() => statements.removeOne.run(tenantId, key));
      lastFailure = failure(
        'storage-full',
        `The list is too large to be cached for offline use (limit: ${formatBytes(maxCharacters, 'up')}).`,
      );
    },
    read(tenantId, key, schema) {
      const row = readRow(tenantId, key);
      if (row === undefined) return undefined;
      const { data, success } = schema.safeParse(parseOrNothing(row.data));
      return success ? { data, fetchedAt: row.fetched_at } : undefined;
    },
    readShared<Schema extends z.ZodType>(tenantId: string, key: string, schema: Schema) {
      const row = readRow(tenantId, key);
      if (row === undefined) return undefined;
      const { data: text, fetched_at: fetchedAt } = row;
      // Compares the text, so that the writer and the clock don't matter.
      if (lastShared?.schema === schema && lastShared.text === text) {
        return { data: lastShared.data as z.output<Schema>, fetchedAt };
      }
      const parsed = schema.safeParse(parseOrNothing(text));
      if (!parsed.success) return undefined;
      lastShared = { text, schema, data: parsed.data };
      return { data: parsed.data, fetchedAt };
    },
    write(tenantId, key, data, fetchedAt) {
      writeText(tenantId, key, JSON.stringify(data ?? null), fetchedAt);
    },
    notStored: () => lastFailure,
    ...createSnapshotQueries(statements, tryTo),
    forget(tenantId, key) {
      // Deleting a tenant's data is a promise to the user, so errors are thrown.
      lastShared = undefined;
      deletions += 1;
      if (key === undefined) statements.removeAll.run(tenantId);
      else tryTo(() => statements.removeOne.run(tenantId, key));
    },
  };
}

/** What is stored, without parsing it. */
function createSnapshotQueries(
  statements: ReturnType<typeof prepareStatements>,
  tryTo: BestEffort,
): Pick<SnapshotStore, 'bytes' | 'keys' | 'textAt' | 'deleteOlder'> {
  return {
    bytes: (tenantId) => sizeRow.safeParse(tryTo(() => statements.selectSize.get(tenantId))).data?.size ?? 0,
    keys(tenantId, keyStart, text) {
      // Escaped as in JSON.
      const searched = text === undefined ? null : JSON.stringify(text).slice(1, -1);
      const rows = tryTo(() => statements.selectKeys.all(tenantId, keyStart, searched)) ?? [];
      return rows
        .map((row) => parseRow(keyRowSchema, row))
        .map(({ key, fetched_at: fetchedAt }) => ({ key, fetchedAt }));
    },
    textAt(tenantId, key, path) {
      const row = textRowSchema.safeParse(tryTo(() => statements.selectText.get(tenantId, key, path)));
      return row.success ? row.data.text : undefined;
    },
    deleteOlder(tenantId, keyStart, maxBytes) {
      tryTo(() => statements.removeOldest.run(tenantId, keyStart, maxBytes));
    },
  };
}

function prepareStatements(database: Database) {
  return {
    select: database.prepare('SELECT data, fetched_at FROM snapshots WHERE tenant_id = ? AND key = ?'),
    selectSize: database.prepare(
      'SELECT coalesce(sum(octet_length(data)), 0) AS size FROM snapshots WHERE tenant_id = ?',
    ),
    upsert: database.prepare(
      `INSERT INTO snapshots (tenant_id, key, data, fetched_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at`,
    ),
    selectKeys: database.prepare(
      `SELECT key, fetched_at FROM snapshots WHERE tenant_id = ?1 AND substr(key, 1, length(?2)) = ?2
         AND (?3 IS NULL OR instr(data, ?3) > 0)`,
    ),
    selectText: database.prepare(
      `SELECT json_extract(data, ?3) AS text FROM snapshots WHERE tenant_id = ?1 AND key = ?2`,
    ),
    removeOne: database.prepare('DELETE FROM snapshots WHERE tenant_id = ? AND key = ?'),
    removeOldest: database.prepare(
      `DELETE FROM snapshots WHERE tenant_id = ?1 AND key IN (
         SELECT key FROM (
           SELECT key, sum(length(data)) OVER (ORDER BY fetched_at DESC, key) AS size FROM snapshots
           WHERE tenant_id = ?1 AND substr(key, 1, length(?2)) = ?2
         ) WHERE size > ?3)`,
    ),
    removeAll: database.prepare('DELETE FROM snapshots WHERE tenant_id = ?'),
  };
}

async function parseInChunks<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  if (text.length <= small) return schema.safeParse(parseOrNothing(text)).data;
  const queue = createYielder();
  await queue.rest();
  const parsed = await readJson(Buffer.from(text), new AbortController().signal);
  if (!parsed.ok) return undefined;
  const checked = await checkInChunks(schema, parsed.value, queue);
  return checked.ok ? checked.value : undefined;
}
