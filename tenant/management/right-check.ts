import type { DatabaseSync } from 'node:sqlite';
import type { Right } from './operation.ts';

/** Whether a user has a right through one of their roles. A client without a user has none. */
export type RightCheck = (userId: string, right: Right) => boolean;

export function createRightCheck(database: DatabaseSync): RightCheck {
  const select = database.prepare(
    'SELECT 1 FROM role_member m JOIN role_right r ON r.role_id = m.role_id WHERE m.user_id = ? AND r.path = ? LIMIT 1',
  );
  return (userId, right) => select.get(userId, right) !== undefined;
}
