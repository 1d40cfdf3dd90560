import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { closeToOthers, makeOwnFile } from './owner-only.ts';

/**
 * Opens (or creates) a tenant's database for writing. Only its owner can read it, whatever the process's
 * umask: SQLite
 * would make it readable by everyone. The files beside it get the mode of the database; older versions left
 * them open.
 *
 * WAL with `synchronous = NORMAL`: a commit is passed to the operating system before it is acknowledged, so
 * killing the process loses nothing. FULL would also survive a power cut, at one disk flush for every token
 * and every delivery attempt; that price is too high for a sandbox.
 */
export function openDatabase(file: string): DatabaseSync {
  makeOwnFile(file);
  for (const suffix of ['-wal', '-shm', '-journal']) closeToOthers(`${file}${suffix}`);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA cache_size = -16000');
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA wal_autocheckpoint = 8000');
  return database;
}

/** Prepared once: every delivery attempt is recorded in a transaction. */
const bounds = new WeakMap<DatabaseSync, { readonly begin: StatementSync; readonly commit: StatementSync }>();

function boundsOf(database: DatabaseSync): { readonly begin: StatementSync; readonly commit: StatementSync } {
  const known = bounds.get(database);
  if (known !== undefined) return known;
  const made = { begin: database.prepare('BEGIN IMMEDIATE'), commit: database.prepare('COMMIT') };
  bounds.set(database, made);
  return made;
}

/** Runs `work` in one transaction: everything is committed, or, if it throws, rolled back. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  const { begin, commit } = boundsOf(database);
  begin.run();
  try {
    const result = work();
    commit.run();
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
