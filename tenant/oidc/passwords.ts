import { scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Deliberately cheaper than a production setting: these are published sandbox passwords. */
const COST = { N: 4096, r: 8, p: 1 };

export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

export function hashPassword(password: string, salt: Uint8Array): PasswordHash {
  return {
    salt: Buffer.from(salt).toString('base64'),
    hash: scryptSync(password, salt, 32, COST).toString('base64'),
  };
}

/** The ID of the user whose name and password these are; undefined for an unknown name as for a wrong password. */
export function verifyPassword(
  database: DatabaseSync,
  username: string,
  password: string,
): string | undefined {
  const row = database
    .prepare(
      'SELECT u.ID, c.salt, c.hash FROM User u JOIN credential c ON c.user_id = u.ID WHERE u.Username = ? AND u.Status = ?',
    )
    .get(username.trim(), 'Active');
  const salt = Buffer.from(typeof row?.['salt'] === 'string' ? row['salt'] : '', 'base64');
  // The work is done for an unknown name too, so that timing tells nothing.
  const given = scryptSync(password, salt, 32, COST);
  const expected = Buffer.from(typeof row?.['hash'] === 'string' ? row['hash'] : '', 'base64');
  if (row === undefined || expected.length !== given.length || !timingSafeEqual(expected, given))
    return undefined;
  return String(row['ID']);
}
