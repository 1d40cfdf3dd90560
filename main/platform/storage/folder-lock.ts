import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failure } from '../errors/failure.ts';
import { makeOwnFile } from './owner-only.ts';
import { isDamage } from './storage-failure.ts';

export const lockFileName = 'desk.lock';

/** Source: SQLite, "Result and Error Codes". */
const busy = 5;

/**
 * The locks of this process. Without a reference, the garbage collector would close the connection and release its lock.
 */
const held = new Set<DatabaseSync>();

/**
 * Prevents a second Tenant Desk from using the profile folder while this one runs. Uses a SQLite lock on an otherwise empty file:
 * the system releases it when the process ends for any reason, so there are no stale locks, and nothing is written, which a full
 * disk would prevent. Throws `storage-failed` if another process holds it, and SQLite's error if the disk fails.
 */
export function lockFolder(file: string, folder: string): { release(): void } {
  try {
    return take(file, folder);
  } catch (error) {
    // The file only serves as a lock, and an invalid file can't be locked.
    if (!isDamage(error)) throw error;
    rmSync(file);
    return take(file, folder);
  }
}

function take(file: string, folder: string): { release(): void } {
  makeOwnFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
    throw failure(
      'profile-in-use',
      `The profile folder ${folder} is in use by another Tenant Desk. Use that window, or start with a different profile folder.`,
      { cause: error },
    );
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      if (lock.isOpen) lock.close();
    },
  };
}
