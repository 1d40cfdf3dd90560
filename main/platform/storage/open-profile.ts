import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../failure.ts';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { closeFiles, makeOwnerOnly } from './owner-only.ts';
import { storageFailure } from './storage-failure.ts';
import { withTypedErrors } from './typed-errors.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { applySchemaSteps, refuseUnknownVersion } from './schema-steps.ts';

export const databaseFileName = 'desk.sqlite';
const lockFileName = 'desk.lock';

export interface Profile {
  readonly folder: string;
  readonly database: Database;
  /** What others could read until now, as paths in the folder. */
  readonly closedToOthers: readonly string[];
  close(): void;
}

export interface ProfileOptions {
  readonly folder: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
}

/**
 * Opens the profile folder, makes it where there is none (readable by its owner only, as is one that was open to
 * others), and brings its database up to date. Throws `storage-failed` when it cannot be used, is shared on purpose or
 * another process uses it, and `profile-version-unknown`, with the file untouched, when a newer version wrote it.
 */
export function openProfile(options: ProfileOptions): Profile {
  const { folder } = options;
  return orStorageFailed(folder, () => {
    const { platform } = process;
    const closedToOthers = makeOwnerOnly({ folder, profileFile: databaseFileName, platform });
    const lock = lockFolder(join(folder, lockFileName), folder);
    try {
      const database = openDatabase(options);
      // SQLite makes files as the process makes files; those it makes later are as the database is.
      if (platform !== 'win32') closeFiles(folder);
      return {
        folder,
        database,
        closedToOthers,
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
    // secure_delete: what is deleted is overwritten, and not left to be found in a free page.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    applySchemaSteps(database, nouns, now);
    return withTypedErrors(database, () => undefined);
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
    throw (
      storageFailure(error) ??
      failure(
        'storage-failed',
        `The profile folder ${folder} cannot be used. Check that it is writable and has free space, or start with another one.`,
        { detail: error instanceof Error ? error.message : String(error), cause: error },
      )
    );
  }
}
