import { scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Cheaper than for passwords that people think up: this one is random, so that there is nothing to guess. */
const COST = { N: 4096, r: 8, p: 1 };

interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

export function hashPassword(password: string, salt: Uint8Array): PasswordHash {
  return {
    salt: Buffer.from(salt).toString('base64'),
    hash: scryptSync(password, salt, 32, COST).toString('base64'),
  };
}

/**
 * Makes this the password of every user. Answers whether another one counted before: what it opened is to be closed
 * then.
 */
export function setPasswordOfAll(database: DatabaseSync, password: string, salt: Uint8Array): boolean {
  const kept = database.prepare('SELECT DISTINCT salt, hash FROM credential LIMIT 2').all();
  const missing = database
    .prepare('SELECT 1 FROM User WHERE ID NOT IN (SELECT user_id FROM credential) LIMIT 1')
    .get();
  const [first] = kept;
  const isKept = kept.length === 1 && first !== undefined && isHashOf(password, first);
  if (isKept && missing === undefined) return false;
  // One hash for everyone: fifty would delay the start, and they would be of the same password.
  const { salt: storedSalt, hash } = hashPassword(password, salt);
  database
    .prepare(
      'INSERT OR REPLACE INTO credential (user_id, salt, hash) SELECT ID, CAST(? AS TEXT), CAST(? AS TEXT) FROM User',
    )
    .run(storedSalt, hash);
  return kept.length > 0 && !isKept;
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
  // The work is done for an unknown name too, so that timing tells nothing.
  const isRight = isHashOf(password, row ?? {});
  return isRight && row !== undefined ? String(row['ID']) : undefined;
}

function isHashOf(password: string, row: Readonly<Record<string, unknown>>): boolean {
  const bytes = (name: 'salt' | 'hash'): Buffer => {
    const text = row[name];
    return Buffer.from(typeof text === 'string' ? text : '', 'base64');
  };
  const given = scryptSync(password, bytes('salt'), 32, COST);
  const expected = bytes('hash');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The ID of an active user of this name, whose password was not asked for. */
export function activeUserId(database: DatabaseSync, username: string): string | undefined {
  const id = database
    .prepare("SELECT ID FROM User WHERE Username = ? AND Status = 'Active'")
    .get(username.trim())?.['ID'];
  return typeof id === 'string' ? id : undefined;
}
