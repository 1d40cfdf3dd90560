import { DatabaseSync } from 'node:sqlite';
import { failure } from '../failure.ts';

/**
 * Keeps a second Tenant Desk out of the profile folder for as long as this one lives. The lock is SQLite's own on
 * an otherwise empty file: the system drops it with the process, however that ends, so there is nothing stale to
 * clean up. Throws `storage-failed` when another process holds it.
 */
export function lockFolder(file: string, folder: string): { release(): void } {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw failure(
      'storage-failed',
      `The profile folder ${folder} is in use by another Tenant Desk. Use that window, or start with another profile folder.`,
      { cause: error },
    );
  }
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}
