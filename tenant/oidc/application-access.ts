import type { DatabaseSync } from 'node:sqlite';

/** Whether an application is assigned to a user, directly or through a role. */
export type IsAssignedTo = (applicationId: string, userId: string) => boolean;

/**
 * Checks assignments. An application without assignments can't be used by anyone; the role Everybody includes
 * all users.
 */
export function createAssignmentCheck(database: DatabaseSync): IsAssignedTo {
  const select = database.prepare(
    `SELECT 1 FROM role_application p JOIN Role r ON r.ID = p.role_id WHERE p.application_id = ?1 AND r.RoleType = 'Everybody'
     UNION ALL SELECT 1 FROM application_user WHERE application_id = ?1 AND user_id = ?2 LIMIT 1`,
  );
  return (applicationId, userId) => select.get(applicationId, userId) !== undefined;
}
