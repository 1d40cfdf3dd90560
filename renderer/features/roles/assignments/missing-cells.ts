import type { PendingAssignment } from '../../../../contract/roles/roles.ts';

interface Known {
  readonly id: string;
}

/** Pending changes of applications or roles that no longer exist on the tenant. */
export function missingCells(
  cells: readonly PendingAssignment[],
  applications: readonly Known[],
  roles: readonly Known[],
): readonly PendingAssignment[] {
  if (cells.length === 0) return cells;
  const known = new Set(applications.map(({ id }) => id));
  const knownRoles = new Set(roles.map(({ id }) => id));
  return cells.filter(({ applicationId, roleId }) => !known.has(applicationId) || !knownRoles.has(roleId));
}
