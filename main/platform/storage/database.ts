import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { failure } from '../errors/failure.ts';

/** The profile's database. Tables belong to nouns; no noun reads another's. */
export type Database = DatabaseSync;

/**
 * Runs `work` in one durable transaction. Nested calls join the outer one.
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
 * Checkpoints and truncates the write-ahead log, so that overwritten or deleted data remains in neither. Does nothing within a
 * transaction, which needs the log.
 */
export function emptyWriteAheadLog(database: Database): void {
  if (!database.isTransaction) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Some errors end the transaction automatically. Source: SQLite, "Response To Errors Within A Transaction". */
function rollBack(database: Database): void {
  if (database.isTransaction) database.exec('ROLLBACK');
}

/** `jitless`: without compiling the schema first, which takes longer than a few rows. */
type ParseOptions = Pick<z.core.ParseContext, 'jitless'>;

/**
 * Validates a row read from disk. Throws `storage-failed` if it isn't what this version writes: another program wrote it, or the
 * disk is damaged.
 */
export function parseRow<Schema extends z.core.$ZodType>(
  schema: Schema,
  row: unknown,
  options?: ParseOptions,
): z.output<Schema> {
  const parsed = z.safeParse(schema, row, options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw failure(
    'storage-failed',
    'The profile contains a record that Tenant Desk can’t read. Nothing was changed.',
    { detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}` },
  );
}

/** Like `parseRow`, for a JSON column. */
export function parseJsonColumn<Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
  options?: ParseOptions,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw failure(
      'storage-failed',
      'The profile contains a record that Tenant Desk can’t read. Nothing was changed.',
      { detail: 'A stored value isn’t JSON.', cause: error },
    );
  }
  return parseRow(schema, value, options);
}
