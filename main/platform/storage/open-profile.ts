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
import { lockFolder } from './folder-lock.ts';
import { closeFiles, makeOwnerOnly, makeOwnFile } from './owner-only.ts';
import { finishSalvage, salvage } from './salvage.ts';
import { storageFailure } from './storage-failure.ts';
import { withTypedErrors } from './typed-errors.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { applySchemaSteps, refuseUnknownVersion } from './schema-steps.ts';

const lockFileName = 'desk.lock';

export interface Profile {
  readonly folder: string;
  readonly database: Database;
  /** What others could read until now, as paths in the folder. */
  readonly closedToOthers: readonly string[];
  /** What was wrong with the database, and what was saved of it; undefined where nothing was. */
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
 * Opens the profile folder, makes it where there is none (readable by its owner only, as is one that was open to
 * others), and brings its database up to date; of a damaged one, what can be read is saved into a new one first. Throws
 * `storage-failed` when it cannot be used or is shared on purpose, `profile-in-use` when another process uses it, `storage-full`
 * and `storage-damaged` where the disk is, and `profile-version-unknown`, with the file untouched, when a newer version wrote it.
 */
export function openProfile(options: ProfileOptions): Profile {
  const { folder } = options;
  return orStorageFailed(folder, () => {
    const { platform } = process;
    const closedToOthers = makeOwnerOnly({ folder, profileFile: databaseFileName, platform });
    const lock = lockFolder(join(folder, lockFileName), folder);
    try {
      const { database, salvaged } = openDatabase(options);
      // SQLite makes files as the process makes files; those it makes later are as the database is.
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

/** Exists where a damaged page was met while the database was in use. */
const markName = 'desk.damaged';

function openDatabase({ folder, nouns: given, now }: ProfileOptions): Opened {
  const file = join(folder, databaseFileName);
  const mark = join(folder, markName);
  const nouns = [damageSchemaSteps, ...given];
  // Anything but a file here was put there by somebody: it is neither damaged nor to be moved away.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error(`${file} is no file.`);
  finishSalvage(file);
  if (isJustBegun(folder)) rmSync(file);
  if (!existsSync(file)) makeDatabase(file);
  const damage = damageOf({ file, mark, nouns, folder });
  const salvaged = damage === undefined ? undefined : { damage, report: salvage({ file, nouns, now }) };
  rmSync(mark, { force: true });
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  try {
    // FULL: a commit is on the disk when it returns, which drafts and the journal promise.
    // secure_delete: what is deleted is overwritten, and not left to be found in a free page.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    applySchemaSteps(database, nouns, now);
  } catch (error) {
    database.close();
    throw error;
  }
  const noteDamage = (): void => {
    try {
      writeFileSync(mark, '', { mode: 0o600 });
    } catch {
      // Then the next start finds it by looking, as far as it looks.
    }
  };
  return { database: withTypedErrors(database, noteDamage), salvaged };
}

/** An empty file beside nothing that a desk leaves behind: there was no profile here. */
function isJustBegun(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => !name.startsWith(lockFileName));
  return names.join() === databaseFileName && statSync(join(folder, databaseFileName)).size === 0;
}

/** Under its name only once it is a database, so that an empty file is never one that was just begun. */
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

/** Throws `profile-version-unknown` for a database that a newer version wrote, which is not this one's to judge. */
function damageOf({ file, mark, nouns, folder }: Looking): string | undefined {
  try {
    const damage = findDamage(file);
    if (damage !== undefined) return damage;
    const reader = new DatabaseSync(file, { readOnly: true });
    try {
      refuseUnknownVersion(reader, nouns, folder);
    } finally {
      reader.close();
    }
  } catch (error) {
    const known = storageFailure(error);
    if (known?.code !== 'storage-damaged') throw error;
    return known.error.detail ?? known.message;
  }
  return existsSync(mark) ? 'A damaged page was met while it was in use.' : undefined;
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
        `The disk with the profile folder ${folder} is full, and Tenant Desk needs a little room to start. What was saved is untouched. Free some space, then start again.`,
        { cause: error },
      );
    }
    if (known?.code === 'storage-damaged') {
      throw failure(
        'storage-damaged',
        `The database in the profile folder ${folder} is damaged, and nothing of it could be saved into a new one. It lies there as it was found. Start with another folder, and restore this one from a backup.`,
        { detail: known.error.detail ?? known.message, cause: error },
      );
    }
    throw (
      known ??
      failure(
        'storage-failed',
        `The profile folder ${folder} cannot be used. Check that it is writable and has free space, or start with another one.`,
        { detail: error instanceof Error ? error.message : String(error), cause: error },
      )
    );
  }
}
