import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store/open-database.ts';
import { OperationFailure } from '../requests/envelope.ts';
import { asText, isRecord, shortened } from '../requests/request-members.ts';
import { assignToRoles } from './role-assignment.ts';

const principalTypes = ['Role', 'User', 'Group'] as const;

interface Grant {
  readonly type: (typeof principalTypes)[number];
  readonly id: string;
  /** False for the rights `None`, which unassign the application. */
  readonly isGranted: boolean;
  readonly isAutomatic: boolean;
}

/**
 * Applies `Grants` of SetApplicationPermissions: `{PType, PrincipalId, Rights}`, each of which assigns the
 * application to a role, a user or a directory group, or unassigns it. Applies all of them, or throws
 * `MissingParameter`, `InvalidParameter`, `RoleNotFound`, `UserNotFound` or `GroupNotFound`. Source:
 * compatibility, "application kinds"; `None` is our addition.
 */
export function setPermissions(database: DatabaseSync, applicationId: string, given: unknown): void {
  if (!Array.isArray(given))
    throw new OperationFailure(
      'MissingParameter',
      'Grants is required: an array of {PType, PrincipalId, Rights}.',
    );
  const grants = given.map(readGrant);
  inTransaction(database, () => {
    const roles = grants.filter(({ type }) => type === 'Role');
    assignToRoles(database, applicationId, {
      Publish: roles
        .filter(({ isGranted }) => isGranted)
        .map(({ id, isAutomatic }) => ({ ID: id, Automatic: isAutomatic })),
      UnPublish: roles.filter(({ isGranted }) => !isGranted).map(({ id }) => id),
    });
    for (const { type, id, isGranted } of grants) {
      if (type !== 'Role') setDirectGrant(database, applicationId, type, id, isGranted);
    }
  });
}

const TABLES = {
  User: { query: 'SELECT 1 FROM User WHERE ID = ?', errorId: 'UserNotFound', noun: 'user' },
  Group: { query: 'SELECT 1 FROM DsGroups WHERE InternalName = ?', errorId: 'GroupNotFound', noun: 'group' },
} as const;

function setDirectGrant(
  database: DatabaseSync,
  applicationId: string,
  type: 'User' | 'Group',
  id: string,
  isGranted: boolean,
): void {
  if (!isGranted) {
    database
      .prepare(
        'DELETE FROM application_grant WHERE application_id = ? AND principal_type = ? AND principal_id = ?',
      )
      .run(applicationId, type, id);
    return;
  }
  const { query, errorId, noun } = TABLES[type];
  if (database.prepare(query).get(id) === undefined)
    throw new OperationFailure(errorId, `No ${noun} with the ID ${id} found.`);
  database.prepare('INSERT OR IGNORE INTO application_grant VALUES (?, ?, ?)').run(applicationId, type, id);
}

function readGrant(grant: unknown): Grant {
  const id = isRecord(grant) ? (grant['PrincipalId'] ?? grant['ID']) : undefined;
  if (!isRecord(grant) || typeof id !== 'string')
    throw new OperationFailure('InvalidParameter', 'Each entry of Grants needs a PrincipalId.');
  const given = asText(grant['PType'] ?? 'Role');
  const type = principalTypes.find((each) => each.toLowerCase() === given.toLowerCase());
  if (type === undefined)
    throw new OperationFailure(
      'InvalidParameter',
      `PType must be one of ${principalTypes.join(', ')}, not ${shortened(given)}.`,
    );
  const rights = (typeof grant['Rights'] === 'string' ? grant['Rights'] : 'View,Run')
    .split(',')
    .map((right) => right.trim().toLowerCase());
  return { type, id, isGranted: !rights.includes('none'), isAutomatic: rights.includes('automatic') };
}
