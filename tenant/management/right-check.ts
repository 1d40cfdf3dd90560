import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from './envelope.ts';
import type { Right } from './operation.ts';

/** Whether a user has a right through one of their roles. A client without a user has none. */
export type RightCheck = (userId: string, right: Right) => boolean;

export function createRightCheck(database: DatabaseSync): RightCheck {
  const select = database.prepare(
    'SELECT 1 FROM role_member m JOIN role_right r ON r.role_id = m.role_id WHERE m.user_id = ? AND r.path = ? LIMIT 1',
  );
  return (userId, right) => select.get(userId, right) !== undefined;
}

/** Throws `NotAuthorized` unless one of the rights is there, or none is asked for. */
export function demandRight(rights: readonly Right[] | undefined, hasRight: (right: Right) => boolean): void {
  if (rights === undefined || rights.some(hasRight)) return;
  throw new OperationFailure(
    'NotAuthorized',
    `This needs the right ${rights.join(' or ')}, which none of your roles has.`,
  );
}
