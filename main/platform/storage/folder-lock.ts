import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failure } from '../errors/failure.ts';
import { makeOwnFile } from './owner-only.ts';
import { isDamage } from './storage-failure.ts';

/** Source: SQLite, "Result and Error Codes". */
const busy = 5;

/**
 * The locks this process holds. A connection that nobody refers to is closed by the collector of garbage, and its lock
 * with it, at a moment of its choosing: a folder stays locked until it is released, whatever its holder keeps.
 */
const held = new Set<DatabaseSync>();

/**
 * Keeps a second Tenant Desk out of the profile folder for as long as this one lives. The lock is SQLite's own on
 * an otherwise empty file: the system drops it with the process, however that ends, so there is nothing stale to
 * clean up, and nothing is written, for which a full disk had no room. Throws `profile-in-use` when another process
 * holds it, and SQLite's error when the disk fails.
 */
export function lockFolder(file: string, folder: string): { release(): void } {
  try {
    return take(file, folder);
  } catch (error) {
    // It holds nothing but the lock, and nobody can hold that of a file that is no database.
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
      `The profile folder ${folder} is in use by another Tenant Desk. Use that window, or start with another profile folder.`,
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
