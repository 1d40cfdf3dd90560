import { z } from 'zod';
import type { AssignmentState, RoleApplication } from '../../contract/roles/roles.ts';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import { roleSchema } from '../../contract/roles/roles.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { Comparable, ComparedItem } from '../changes/kind/compared.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { rolesKey } from '../tenants/endpoints/role-rows.ts';
import { roleApplicationsKey, roleApplicationsSchema } from './offline-assignments.ts';
import type { AssignmentReads } from './assignment-reads.ts';
import { requireAssignment } from './assignment-target.ts';

interface ListedAssignment extends ComparedItem {
  readonly state: AssignmentState;
}

/** Roles that are read concurrently. */
const atOnce = 8;

/** The assignments of two tenants: what is assigned in one of them and not in the other. */
export function comparedAssignments(
  { snapshots, now }: SnapshotCache,
  reads: AssignmentReads,
): Comparable<AssignmentState, AssignmentState> {
  const stateOf = (item: ComparedItem): AssignmentState | undefined =>
    'state' in item ? (item as ListedAssignment).state : undefined;
  return {
    eventSubject: (id) => ({ type: 'Application', id: requireAssignment(id).applicationId }),
    source: {
      isWhole: true,
      async list(context: ChangeContext) {
        const roles = await reads.roles(context);
        // Roles are matched by name in the other tenant, even when this one is unreachable.
        snapshots.write(context.tenant.id, rolesKey, roles, now());
        const items: ListedAssignment[] = [];
        for (let at = 0; at < roles.length; at += atOnce) {
          context.call.signal.throwIfAborted();
          const chunk = roles.slice(at, at + atOnce);
          const granted = await Promise.all(chunk.map(({ id }) => reads.applicationsOf(id, context)));
          items.push(...chunk.flatMap((role, index) => listed(role, granted[index]?.values() ?? [])));
        }
        return items;
      },
      read: async (item) => stateOf(item),
      cached({ id: tenantId }) {
        const roles = snapshots.read(tenantId, rolesKey, z.array(roleSchema));
        if (roles === undefined) return undefined;
        const ofRoles = roles.data.map((role) => ({
          role,
          applications: snapshots.read(tenantId, roleApplicationsKey(role.id), roleApplicationsSchema),
        }));
        // Nothing is known about a role whose applications were never read.
        if (ofRoles.some(({ applications }) => applications === undefined)) return undefined;
        return {
          readAt: Math.min(
            roles.fetchedAt,
            ...ofRoles.map(({ applications }) => applications?.fetchedAt ?? roles.fetchedAt),
          ),
          items: ofRoles.flatMap(({ role, applications }) => listed(role, applications?.data ?? [])),
          record: stateOf,
        };
      },
    },
    stateOf: (state) => state,
    absent: (state) => ({ ...state, isPublished: false }),
    within: {
      kind: 'application',
      nameOf: ({ application }) => application,
      add(addition, id) {
        const { roles, ...others } = addition as ApplicationState;
        const { roleId } = requireAssignment(id);
        return { ...others, roles: [...(roles ?? []), roleId] };
      },
    },
  };
}

function listed(
  role: { readonly id: string; readonly name: string },
  applications: Iterable<RoleApplication>,
): ListedAssignment[] {
  return [...applications].map(({ id, name, isAutomatic }) => ({
    id: assignmentTarget({ applicationId: id, roleId: role.id }),
    name,
    variant: role.name.trim(),
    ...(isAutomatic ? { stays: 'Assigned to the role by a rule of the tenant.' } : {}),
    state: { application: name, role: role.name, isPublished: true },
  }));
}
