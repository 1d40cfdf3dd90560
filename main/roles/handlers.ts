import { z } from 'zod';
import type { HandlersOf } from '../../contract/methods.ts';
import type { Role } from '../../contract/roles.ts';
import { roleSchema } from '../../contract/roles.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { countingLeftOut, readRows } from '../tenants/endpoints/list-read.ts';
import type { QueryRow } from '../tenants/endpoints/query-call.ts';
import { queryAllRows, textOf } from '../tenants/endpoints/query-call.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';

export interface RoleParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

const rolesQuery = 'Select ID, Name, Description, RoleType, ReadOnly from Role ORDER BY Name COLLATE NOCASE';

export function createRoleHandlers({ client, cache }: RoleParts): HandlersOf<'roles'> {
  return {
    'roles.list': ({ tenantId, freshness }, call) =>
      countingLeftOut(
        async () => {
          const query = { tenantId, text: rolesQuery, purpose: 'list the roles' };
          const rows = await queryAllRows(client, query, call);
          return readRows(rows.map(readRole), roleSchema, ({ id }) => id);
        },
        (fetch) =>
          readThrough(cache, { tenantId, key: 'roles', freshness, schema: z.array(roleSchema), fetch }),
      ),
  };
}

function readRole(row: QueryRow): Role {
  const id = textOf(row, 'ID');
  const isReadOnly = row['ReadOnly'];
  return {
    id,
    // The built-in role of all authenticated users may come without a name.
    name: textOf(row, 'Name') || id,
    description: textOf(row, 'Description'),
    type: textOf(row, 'RoleType'),
    isReadOnly: isReadOnly === true || isReadOnly === 1 || /^true$/i.test(String(isReadOnly)),
  };
}
