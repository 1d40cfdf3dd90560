import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { formatDateTime } from '../../../languages/text/intl.ts';
import type { Database } from './database.ts';
import { databaseFileName } from './database-file.ts';
import { findDamage } from './find-damage.ts';
import { makeOwnFile } from './owner-only.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { rejectUnknownVersion } from './schema-steps.ts';

/** Older ones are deleted when a new one is made. */
const maxBackups = 2;
const backupName = /^desk\.sqlite\.before-update-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})$/;

/** The database as it was before an update changed its schema. */
export interface ProfileBackup {
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

/** A profile that a newer version wrote: `profile-version-unknown`, with the backup that this version can open. */
export class NewerProfile extends DeskFailure {
  readonly backup: ProfileBackup | undefined;

  constructor(thrown: DeskFailure, backup: ProfileBackup | undefined) {
    super(thrown.error, { cause: thrown.cause });
    this.backup = backup;
  }
}

/** Newest first. */
export function listBackups(folder: string): readonly ProfileBackup[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, hour, minute, second] = backupName.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ file: join(folder, name), madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`) }];
    })
    .toSorted((one, other) => other.madeAt - one.madeAt);
}

/**
 * Copies the database beside itself before its schema changes. It gets its name only once it is complete. Throws the
 * errors of SQLite, and leaves nothing half written: without a backup there is no update.
 */
export function backUpBeforeUpdate(database: Database, folder: string, now: number): void {
  const date = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(folder, `${databaseFileName}.before-update-${date}`);
  const partial = join(folder, `${databaseFileName}.backup-in-progress`);
  rmSync(partial, { force: true });
  makeOwnFile(partial);
  try {
    database.prepare('VACUUM INTO ?').run(partial);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  removeBackups(folder, maxBackups);
}

/** Deletes all backups, or all but the newest `keep`. */
export function removeBackups(folder: string, keep = 0): void {
  for (const { file } of listBackups(folder).slice(keep)) rmSync(file, { force: true });
}

/** The newest backup that this version can open. */
export function usableBackup(folder: string, nouns: readonly SchemaSteps[]): ProfileBackup | undefined {
  return listBackups(folder).find(({ file }) => {
    try {
      if (findDamage(file) !== undefined) return false;
      const reader = new DatabaseSync(file, { readOnly: true });
      try {
        rejectUnknownVersion(reader, nouns, folder);
        return true;
      } finally {
        reader.close();
      }
    } catch {
      return false;
    }
  });
}

/**
 * Makes a profile folder from a backup, beside the folder that it is from, and returns its path. One that exists is
 * returned unchanged: it may have been worked in since. Throws the errors of the file system.
 */
export function openBackupAsCopy({ file }: ProfileBackup): string {
  const date = basename(file).slice(`${databaseFileName}.before-update-`.length);
  const folder = `${dirname(file)}-${date}`;
  const target = join(folder, databaseFileName);
  if (existsSync(target)) return folder;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = `${target}.new`;
  copyFileSync(file, partial);
  renameSync(partial, target);
  return folder;
}

/** For a profile that a newer version wrote: a copy of its backup, made on request. Undefined for another error, or without one. */
export function olderCopyFor(
  error: unknown,
): { readonly date: string; readonly make: () => string } | undefined {
  if (!(error instanceof NewerProfile) || error.backup === undefined) return undefined;
  const { backup } = error;
  return { date: formatDateTime(backup.madeAt), make: () => openBackupAsCopy(backup) };
}
