import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { failure } from '../errors/failure.ts';

/** The profile's one database. Tables belong to nouns; no noun reads another's. */
export type Database = DatabaseSync;

/**
 * Runs `work` in one transaction: all of it is kept, durably, or none of it. Nested calls join the outer one.
 */
export function transaction<Result>(database: Database, work: () => Result): Result {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** The text of a column that holds JSON, or null for nothing. `parseJsonColumn` reads it. */
export const jsonColumn = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * Empties the write-ahead log into the database, so that what was overwritten or deleted is in neither. Within a
 * transaction it does nothing: the log is needed then.
 */
export function emptyWriteAheadLog(database: Database): void {
  if (!database.isTransaction) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Some failures end the transaction by themselves. Source: SQLite, "Response To Errors Within A Transaction". */
function rollBack(database: Database): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}

/**
 * Checks what was read from disk. Throws `storage-failed` when a row is not what this version writes: someone
 * else wrote it, or the disk is damaged.
 */
export function parseRow<Schema extends z.core.$ZodType>(schema: Schema, row: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw failure(
    'storage-failed',
    'The profile folder holds a record that Tenant Desk cannot read. Nothing was changed.',
    { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}` },
  );
}

/** As `parseRow`, for a column that holds JSON text. */
export function parseJsonColumn<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure(
      'storage-failed',
      'The profile folder holds a record that Tenant Desk cannot read. Nothing was changed.',
      { detail: 'A stored value is not JSON.', cause: error },
    );
  }
  return parseRow(schema, value);
}
