import type { DatabaseSync } from 'node:sqlite';

/** Whether a user has one of the roles that an application is published to. */
export type IsPublishedTo = (applicationId: string, userId: string) => boolean;

/** Who may sign in to an application. One that is published to no role is for nobody; the role Everybody has everybody. */
export function createPublicationCheck(database: DatabaseSync): IsPublishedTo {
  const select = database.prepare(
    `SELECT 1 FROM role_application p JOIN Role r ON r.ID = p.role_id WHERE p.application_id = ?
     AND (r.RoleType = 'Everybody' OR EXISTS (SELECT 1 FROM role_member m WHERE m.role_id = r.ID AND m.user_id = ?)) LIMIT 1`,
  );
  return (applicationId, userId) => select.get(applicationId, userId) !== undefined;
}
