import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * Larger files aren't fully checked at every start: this size takes about a second on a slow disk. Damage in larger files is
 * recorded when it is found, and repaired at the next start.
 */
export const maxCheckedBytes = 256 * 1024 * 1024;

const checkRow = z.object({ quick_check: z.string() });

/** SQLite's description of damage in a database file; undefined if there is none, or the file is too large to check. */
export function findDamage(file: string): string | undefined {
  const { size } = statSync(file);
  if (size === 0) return 'The file is empty.';
  if (size > maxCheckedBytes) return undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { quick_check: response } = checkRow.parse(database.prepare('PRAGMA quick_check(1)').get());
    return response === 'ok' ? undefined : response;
  } finally {
    database.close();
  }
}
