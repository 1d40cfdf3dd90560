import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { DamageReport } from '../../../contract/app/desk-info.ts';
import { failure } from '../errors/failure.ts';
import type { DamageReports } from './damage-report.ts';
import { createDamageReports, damageSchemaSteps } from './damage-report.ts';
import type { Database } from './database.ts';
import { databaseFileName } from './database-file.ts';
import { findDamage } from './find-damage.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';
import { closeFiles, makeOwnerOnly, makeOwnFile } from './owner-only.ts';
import { backUpBeforeUpdate, NewerProfile, usableBackup } from './profile-backups.ts';
import { finishSalvage, salvage } from './salvage.ts';
import { storageFailure } from './storage-failure.ts';
import { withTypedErrors } from './typed-errors.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { applySchemaSteps, hasPendingSteps, rejectUnknownVersion } from './schema-steps.ts';

export interface Profile {
  readonly folder: string;
  readonly database: Database;
  /** Paths in the folder that other users could read until now. */
  readonly closedToOthers: readonly string[];
  /** The damage of the database, and what was recovered; undefined if there was none. */
  readonly salvaged: Opened['salvaged'];
  readonly damageReports: DamageReports;
  close(): void;
}

interface Opened {
  readonly database: Database;
  readonly salvaged: { readonly damage: string; readonly report: DamageReport } | undefined;
}

interface Looking {
  readonly file: string;
  readonly mark: string;
  readonly nouns: readonly SchemaSteps[];
  readonly folder: string;
}

export interface ProfileOptions {
  readonly folder: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
}

/**
 * Opens the profile folder, creates it if necessary (readable by its owner only; permissions of an existing one are restricted), and
 * migrates its database after backing it up; a damaged one is first recovered into a new one. Throws `storage-failed` if it can't be
 * used, is deliberately shared, or is in use by another process, `storage-full` and `storage-damaged` for disk problems, and
 * `NewerProfile` (`profile-version-unknown`), leaving the file untouched, if a newer version wrote it.
 */
export function openProfile(options: ProfileOptions): Profile {
  const { folder } = options;
  return orStorageFailed(folder, () => {
    const { platform } = process;
    const closedToOthers = makeOwnerOnly({ folder, profileFile: databaseFileName, platform });
    const lock = lockFolder(join(folder, lockFileName), folder);
    try {
      const { database, salvaged } = openDatabase(options);
      // SQLite creates files with the process's umask; files it creates later have the permissions of the database.
      if (platform !== 'win32') closeFiles(folder);
      return {
        folder,
        database,
        closedToOthers,
        salvaged,
        damageReports: createDamageReports(database),
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

/** Exists if a damaged page was found while the database was in use. */
const markName = 'desk.damaged';

function openDatabase({ folder, nouns: given, now }: ProfileOptions): Opened {
  const file = join(folder, databaseFileName);
  const mark = join(folder, markName);
  const nouns = [damageSchemaSteps, ...given];
  // Anything but a file was put there on purpose: it must not be treated as damaged or moved.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is not a file.`);
  finishSalvage(file);
  if (isJustBegun(folder)) rmSync(file);
  if (!existsSync(file)) makeDatabase(file);
  const damage = damageOf({ file, mark, nouns, folder });
  const salvaged = damage === undefined ? undefined : { damage, report: salvage({ file, nouns, now }) };
  rmSync(mark, { force: true });
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  try {
    // FULL: a commit is on disk when it returns, as drafts and the journal require.
    // secure_delete: deleted data is overwritten instead of remaining in free pages.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    if (hasPendingSteps(database, nouns)) backUpBeforeUpdate(database, folder, now());
    applySchemaSteps(database, nouns, now);
  } catch (error) {
    database.close();
    throw error;
  }
  const noteDamage = (): void => {
    try {
      writeFileSync(mark, '', { mode: 0o600 });
    } catch {
      // The next start may find it by checking the file.
    }
  };
  return { database: withTypedErrors(database, noteDamage), salvaged };
}

/** True for an empty database file without any other profile files: a profile that was never completed. */
function isJustBegun(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => !name.startsWith(lockFileName));
  return names.join() === databaseFileName && statSync(join(folder, databaseFileName)).size === 0;
}

/** Renamed to its final name only once it is a valid database. */
function makeDatabase(file: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  makeOwnFile(fresh);
  const database = new DatabaseSync(fresh);
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
  renameSync(fresh, file);
}

/** Throws `NewerProfile` for a database of a newer version, which this one can't check. */
function damageOf({ file, mark, nouns, folder }: Looking): string | undefined {
  try {
    const damage = findDamage(file);
    if (damage !== undefined) return damage;
    const reader = new DatabaseSync(file, { readOnly: true });
    try {
      rejectUnknownVersion(reader, nouns, folder);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof DeskFailure && error.code === 'profile-version-unknown')
      throw new NewerProfile(error, usableBackup(folder, nouns));
    const known = storageFailure(error);
    if (known?.code !== 'storage-damaged') throw error;
    return known.error.detail ?? known.message;
  }
  return existsSync(mark) ? 'A damaged page was found during use.' : undefined;
}

function orStorageFailed<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DeskFailure) throw error;
    const known = storageFailure(error);
    if (known?.code === 'storage-full') {
      throw failure(
        'storage-full',
        `The disk with the profile folder ${folder} is full. Saved data is safe. Free up space and restart Tenant Desk.`,
        { cause: error },
      );
    }
    if (known?.code === 'storage-damaged') {
      throw failure(
        'storage-damaged',
        `The database in the profile folder ${folder} is damaged and couldn’t be recovered. Start with a different folder, and restore this one from a backup.`,
        { detail: known.error.detail ?? known.message, cause: error },
      );
    }
    throw (
      known ??
      failure(
        'storage-failed',
        `The profile folder ${folder} can’t be used. Check that it is writable and has free space, or start with a different one.`,
        { detail: error instanceof Error ? error.message : String(error), cause: error },
      )
    );
  }
}
