import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import type { Edit } from '../../../../contract/changes/changes.ts';
import type { AssignmentState, RoleApplication } from '../../../../contract/roles/roles.ts';
import { assignmentKindName, assignmentTarget } from '../../../../contract/roles/assignment-target.ts';

/** A role with its current applications. */
export interface RoleNow {
  readonly id: string;
  readonly name: string;
  readonly applications: readonly RoleApplication[];
}

export interface AssignmentEdits {
  readonly edits: readonly Edit[];
  /** Number of assignments made by a rule, which can't be unassigned. */
  readonly byRule: number;
}

/** The edits that assign the applications to the roles, or unassign them. Those already in that state are skipped. */
export function assignmentEdits(
  applications: readonly Pick<ApplicationSummary, 'id' | 'name'>[],
  roles: readonly RoleNow[],
  isPublished: boolean,
): AssignmentEdits {
  const edits: Edit[] = [];
  let byRule = 0;
  for (const role of roles) {
    const now = new Map(role.applications.map((application) => [application.id, application]));
    for (const { id, name } of applications) {
      const granted = now.get(id);
      if ((granted !== undefined) === isPublished) continue;
      if (granted?.isAutomatic === true) {
        byRule += 1;
        continue;
      }
      const state: AssignmentState = { application: name, role: role.name, isPublished };
      edits.push({
        kind: assignmentKindName,
        targetId: assignmentTarget({ applicationId: id, roleId: role.id }),
        base: { ...state, isPublished: !isPublished },
        wanted: { ...state },
      });
    }
  }
  return { edits, byRule };
}
