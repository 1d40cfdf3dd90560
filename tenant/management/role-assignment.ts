import type { DatabaseSync } from 'node:sqlite';
import { OperationFailure } from '../requests/envelope.ts';
import { isRecord, readFlag } from '../requests/request-members.ts';

/**
 * Applies `AppRoles` of UpdateApplicationDE: `Publish` assigns the application to roles, `UnPublish`
 * unassigns it. Throws `RoleNotFound` for an unknown role; the caller's transaction then rolls back.
 */
export function assignToRoles(
  database: DatabaseSync,
  applicationId: string,
  appRoles: Readonly<Record<string, unknown>>,
): void {
  const role = database.prepare('SELECT 1 FROM Role WHERE ID = ?');
  const add = database.prepare(
    'INSERT INTO role_application (role_id, application_id, automatic) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET automatic = excluded.automatic',
  );
  const remove = database.prepare('DELETE FROM role_application WHERE role_id = ? AND application_id = ?');
  const assigned = entriesOf(appRoles, 'Publish', applicationId);
  const unassigned = entriesOf(appRoles, 'UnPublish', applicationId);
  for (const entry of assigned) {
    if (role.get(entry.id) === undefined)
      throw new OperationFailure('RoleNotFound', `Role ${entry.id} not found.`);
    add.run(entry.id, applicationId, entry.automatic ? 1 : 0);
  }
  for (const entry of unassigned) remove.run(entry.id, applicationId);
}

interface AssignmentEntry {
  readonly id: string;
  readonly automatic: boolean;
}

function entriesOf(
  appRoles: Readonly<Record<string, unknown>>,
  name: 'Publish' | 'UnPublish',
  applicationId: string,
): AssignmentEntry[] {
  const list = appRoles[name];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list))
    throw new OperationFailure('InvalidParameter', `AppRoles.${name} must be an array.`);
  return list.map((entry: unknown) => {
    if (typeof entry === 'string') return { id: entry, automatic: false };
    const id = isRecord(entry) ? (entry['ID'] ?? entry['Role']) : undefined;
    if (!isRecord(entry) || typeof id !== 'string') {
      throw new OperationFailure('InvalidParameter', `Each element of AppRoles.${name} needs the role's ID.`);
    }
    requireEqual(`AppRoles.${name}.Role`, entry['Role'], id);
    // An entry copied from another application would otherwise assign this one.
    requireEqual(`AppRoles.${name}.Application`, entry['Application'], applicationId);
    return { id, automatic: readFlag(`AppRoles.${name}.Automatic`, entry['Automatic']) ?? false };
  });
}

/** Throws `InvalidParameter` if the member is present and contradicts the request. */
function requireEqual(name: string, given: unknown, wanted: string): void {
  if (given === undefined || given === null || given === '' || given === wanted) return;
  throw new OperationFailure(
    'InvalidParameter',
    `${name} must be ${wanted}, as in the rest of the request, or be omitted.`,
    { Member: name },
  );
}
