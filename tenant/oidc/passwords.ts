import { scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Cheaper than for passwords chosen by users: this one is random, so there is nothing to guess. */
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
 * Sets the password of every user. Returns whether they had another one before: then sessions opened with it
 * must be ended.
 */
export function setPasswordOfAll(database: DatabaseSync, password: string, salt: Uint8Array): boolean {
  const stored = database.prepare('SELECT DISTINCT salt, hash FROM credential LIMIT 2').all();
  const missing = database
    .prepare('SELECT 1 FROM User WHERE ID NOT IN (SELECT user_id FROM credential) LIMIT 1')
    .get();
  const [first] = stored;
  const isUnchanged = stored.length === 1 && first !== undefined && isHashOf(password, first);
  if (isUnchanged && missing === undefined) return false;
  // One hash for all users: fifty would delay the start, for the same password.
  const { salt: storedSalt, hash } = hashPassword(password, salt);
  database
    .prepare(
      'INSERT OR REPLACE INTO credential (user_id, salt, hash) SELECT ID, CAST(? AS TEXT), CAST(? AS TEXT) FROM User',
    )
    .run(storedSalt, hash);
  return stored.length > 0 && !isUnchanged;
}

/**
 * The ID of the user with this name and password; undefined for an unknown name as well as for a wrong
 * password.
 */
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
  // An unknown name takes the same time, so that timing reveals nothing.
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

/** The ID of an active user, without checking a password. */
export function activeUserId(database: DatabaseSync, username: string): string | undefined {
  const id = database
    .prepare("SELECT ID FROM User WHERE Username = ? AND Status = 'Active'")
    .get(username.trim())?.['ID'];
  return typeof id === 'string' ? id : undefined;
}
