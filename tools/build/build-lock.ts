import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 100;

/**
 * Runs `work` while no other process does so with the same folder. Uses SQLite's lock on an otherwise empty
 * file: the system releases it with the process, however that ends.
 */
export async function whileBuildLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, '.build.lock'), { timeout: 0 });
  try {
    while (!tryLock(lock)) await delay(retryMs);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
