import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * An empty file beside the database by which a query process reports that it ends itself because a request
 * used too much memory. The way a process ended doesn't show this on every system: exit codes differ, and
 * Electron has its own.
 */
export function memoryNote(databaseFile: string, requestId: number): string {
  return `${databaseFile}-too-large-${requestId}`;
}

/** Whether there is such a note; removes it. */
export function takeMemoryNote(databaseFile: string, requestId: number): boolean {
  const note = memoryNote(databaseFile, requestId);
  const isThere = existsSync(note);
  if (isThere) rmSync(note, { force: true });
  return isThere;
}

/** Removes notes left by an earlier run. */
export function dropMemoryNotes(databaseFile: string): void {
  const folder = dirname(databaseFile);
  const prefix = `${basename(databaseFile)}-too-large-`;
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name));
}
