import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * An empty file beside the database, with which a query process says that it ends itself because a request took too much
 * memory. How a process ended tells it nowhere else on every system: exit codes differ, and Electron has its own.
 */
export function memoryNote(databaseFile: string, requestId: number): string {
  return `${databaseFile}-too-large-${requestId}`;
}

/** Whether there is such a note, which is removed. */
export function takeMemoryNote(databaseFile: string, requestId: number): boolean {
  const note = memoryNote(databaseFile, requestId);
  const isThere = existsSync(note);
  if (isThere) rmSync(note, { force: true });
  return isThere;
}

/** Removes what an earlier tenant did not take. */
export function dropMemoryNotes(databaseFile: string): void {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}-too-large-`;
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name));
}
