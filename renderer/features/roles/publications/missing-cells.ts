import type { PendingPublication } from '../../../../contract/roles/roles.ts';

interface Known {
  readonly id: string;
}

/** What is pending of applications or roles that the tenant no longer has. */
export function goneCells(
  cells: readonly PendingPublication[],
  applications: readonly Known[],
  roles: readonly Known[],
): readonly PendingPublication[] {
  if (cells.length === 0) return cells;
  const known = new Set(applications.map(({ id }) => id));
  const knownRoles = new Set(roles.map(({ id }) => id));
  return cells.filter(({ applicationId, roleId }) => !known.has(applicationId) || !knownRoles.has(roleId));
}
