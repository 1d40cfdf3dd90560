import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * Larger files are not read from end to end at every start: this much takes about a second from a slow disk. Damage in
 * them is noted when it is met, and treated at the next start.
 */
export const maxCheckedBytes = 256 * 1024 * 1024;

const checkRow = z.object({ quick_check: z.string() });

/** What is wrong with the pages of a database file, in SQLite's words; undefined where nothing is, or the file is too large to look. */
export function findDamage(file: string): string | undefined {
  const { size } = statSync(file);
  if (size === 0) return 'The file is empty.';
  if (size > maxCheckedBytes) return undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { quick_check: answer } = checkRow.parse(database.prepare('PRAGMA quick_check(1)').get());
    return answer === 'ok' ? undefined : answer;
  } finally {
    database.close();
  }
}
