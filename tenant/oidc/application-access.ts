import type { DatabaseSync } from 'node:sqlite';

/** Whether a user has one of the roles that an application is published to, or was granted it. */
export type IsPublishedTo = (applicationId: string, userId: string) => boolean;

/** Who may sign in to an application. One that is published to no role and granted to nobody is for nobody; the role Everybody has everybody. */
export function createPublicationCheck(database: DatabaseSync): IsPublishedTo {
  const select = database.prepare(
    `SELECT 1 FROM role_application p JOIN Role r ON r.ID = p.role_id WHERE p.application_id = ?1 AND r.RoleType = 'Everybody'
     UNION ALL SELECT 1 FROM application_user WHERE application_id = ?1 AND user_id = ?2 LIMIT 1`,
  );
  return (applicationId, userId) => select.get(applicationId, userId) !== undefined;
}
