import { z } from 'zod';
import type { RoleApplication } from '../../contract/roles/roles.ts';
import type { AssignmentPair } from '../../contract/roles/assignment-target.ts';
import { roleApplicationSchema } from '../../contract/roles/roles.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';

/** Cache key of the applications of a role. */
export const roleApplicationsKey = (roleId: string): string => `role-applications:${roleId}`;
export const roleApplicationsSchema = z.array(roleApplicationSchema);

export interface CachedAssignment extends AssignmentPair {
  /** Of the application. */
  readonly name: string;
  readonly isPublished: boolean;
}

/** Writes verified assignments to the offline cache: each role once, however much of it changed. */
export function storeAssignments(
  { snapshots }: SnapshotCache,
  tenantId: string,
  assignments: readonly CachedAssignment[],
): void {
  for (const [roleId, ofRole] of Map.groupBy(assignments, (assignment) => assignment.roleId)) {
    const key = roleApplicationsKey(roleId);
    const stored = snapshots.read(tenantId, key, roleApplicationsSchema);
    if (stored === undefined) continue;
    const applications = new Map(stored.data.map((application) => [application.id, application]));
    for (const { applicationId, name, isPublished } of ofRole) {
      const granted: RoleApplication = { id: applicationId, name, isAutomatic: false };
      if (isPublished) applications.set(applicationId, granted);
      else applications.delete(applicationId);
    }
    // The rest of the list isn't newer than before.
    snapshots.write(tenantId, key, [...applications.values()], stored.fetchedAt);
  }
}
