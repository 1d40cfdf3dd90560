import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { Role } from '../../../contract/roles/roles.ts';
import { roleSchema } from '../../../contract/roles/roles.ts';
import { bindParameters } from '../../../languages/sql/parameters.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { caching, queryAllRows, textOf } from './query-call.ts';

/** Cache key of the roles. */
export const rolesKey = 'roles';

const columns = 'ID, Name, Description, RoleType, ReadOnly';
const rolesQuery = `Select ${columns} from Role ORDER BY Name COLLATE NOCASE`;

/** All roles in one query. `isFresh` bypasses the tenant's cache. */
export async function readRoles(
  client: TenantClient,
  { tenantId, isFresh }: { readonly tenantId: string; readonly isFresh: boolean },
  call: CallContext,
): Promise<ListRead<Role>> {
  const rows = await queryAllRows(
    client,
    {
      tenantId,
      text: rolesQuery,
      purpose: 'list the roles',
      ...(isFresh ? { caching: caching.uncached } : {}),
    },
    call,
  );
  return await readRows(rows, roleSchema, ({ id }) => id, readRole);
}

/** One role, bypassing the tenant's cache; undefined if it doesn't exist. */
export async function findRole(
  client: TenantClient,
  { tenantId, roleId }: { readonly tenantId: string; readonly roleId: string },
  call: CallContext,
): Promise<Role | undefined> {
  const bound = bindParameters(`Select ${columns} from Role where ID = :id`, { id: roleId });
  if (!bound.ok) return undefined;
  const [row] = await queryAllRows(
    client,
    { tenantId, text: bound.text, purpose: 'find the role', caching: caching.uncached },
    call,
  );
  return row === undefined ? undefined : readRole(row);
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
