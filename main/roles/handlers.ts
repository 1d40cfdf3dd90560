import { z } from 'zod';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { memberCountsSchema, roleMembersSchema, roleSchema } from '../../contract/roles/roles.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { countingSkipped } from '../tenants/endpoints/list-read.ts';
import { readRoleApplications } from '../tenants/endpoints/role-applications.ts';
import { readMemberCounts, readRoleMembers } from '../tenants/endpoints/role-members.ts';
import { readRoles, rolesKey } from '../tenants/endpoints/role-rows.ts';
import { readUserPortal } from '../tenants/endpoints/user-portal.ts';
import { roleApplicationsKey, roleApplicationsSchema } from './offline-assignments.ts';

/** Cache key of the members of a role, with the number of applications of each. */
export const roleMembersKey = (roleId: string): string => `role-members:${roleId}`;
export const memberCountsKey = 'role-member-counts';

export interface RoleParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

export function createRoleHandlers({ client, cache }: RoleParts): HandlersOf<'roles'> {
  return {
    'roles.list': ({ tenantId, freshness }, call) =>
      countingSkipped(
        () => readRoles(client, { tenantId, isFresh: false }, call),
        (fetch) =>
          readThrough(cache, { tenantId, key: rolesKey, freshness, schema: z.array(roleSchema), fetch }),
      ),
    'roles.publications': ({ tenantId, roleId, freshness }, call) =>
      countingSkipped(
        () => readRoleApplications(client, { tenantId, roleId }, call),
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: roleApplicationsKey(roleId),
            freshness,
            schema: roleApplicationsSchema,
            fetch,
          }),
      ),
    'roles.members': ({ tenantId, roleId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: roleMembersKey(roleId),
        freshness,
        schema: roleMembersSchema,
        fetch: () => readRoleMembers(client, { tenantId, roleId }, call),
      }),
    'roles.memberCounts': ({ tenantId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: memberCountsKey,
        freshness,
        schema: memberCountsSchema,
        fetch: () => readMemberCounts(client, tenantId, call),
      }),
    'roles.userPortal': (request, call) => readUserPortal(client, request, call),
  };
}
