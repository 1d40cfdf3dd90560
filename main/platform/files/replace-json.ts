import { renameSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file by this value as JSON, readable by its owner only: it has the old or the new content, also after a crash. Synchronous, for
 * what is written while the program exits. Throws errors of the file system.
 */
export function replaceJson(file: string, value: unknown): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(value), { mode: 0o600 });
  renameSync(fresh, file);
}
