import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../failure.ts';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { applySchemaSteps, refuseUnknownVersion } from './schema-steps.ts';

export const databaseFileName = 'desk.sqlite';
const lockFileName = 'desk.lock';

export interface Profile {
  readonly folder: string;
  readonly database: Database;
  close(): void;
}

export interface ProfileOptions {
  readonly folder: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
}

/**
 * Opens the profile folder, makes it where there is none (readable by its owner only), and brings its database
 * up to date. Throws `storage-failed` when it cannot be used or another process uses it, and
 * `profile-version-unknown`, with the file untouched, when a newer version wrote it.
 */
export function openProfile(options: ProfileOptions): Profile {
  const { folder } = options;
  return orStorageFailed(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(join(folder, lockFileName), folder);
    try {
      const database = openDatabase(options);
      return {
        folder,
        database,
        close() {
          if (database.isOpen) database.close();
          lock.release();
        },
      };
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

function openDatabase({ folder, nouns, now }: ProfileOptions): Database {
  const file = join(folder, databaseFileName);
  if (existsSync(file)) {
    const reader = new DatabaseSync(file, { readOnly: true });
    try {
      refuseUnknownVersion(reader, nouns, folder);
    } finally {
      reader.close();
    }
  }
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  try {
    // FULL: a commit is on the disk when it returns, which drafts and the journal promise.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    applySchemaSteps(database, nouns, now);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function orStorageFailed<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DeskFailure) throw error;
    throw failure(
      'storage-failed',
      `The profile folder ${folder} cannot be used. Check that it is writable and has free space, or start with another one.`,
      { detail: error instanceof Error ? error.message : String(error), cause: error },
    );
  }
}
