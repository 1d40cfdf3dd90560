import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { MemberCounts, RoleMember, RoleMembers } from '../../../contract/roles/roles.ts';
import { everybodyId, roleMemberSchema } from '../../../contract/roles/roles.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { caching, queryAllRows, queryPage, textOf } from './query-call.ts';

/**
 * The members of a role. "Members of a role" is a documented stored procedure whose file the specification doesn't name: a tenant
 * without this file rejects the request with a reason.
 */
export async function readRoleMembers(
  client: TenantClient,
  { tenantId, roleId }: { readonly tenantId: string; readonly roleId: string },
  call: CallContext,
): Promise<RoleMembers> {
  const text = `@/lib/get_role_members.js(id:${inlineText(roleId)})`;
  return await orNotAvailable(async () => {
    const rows = await queryAllRows(client, { tenantId, text, purpose: 'read the role’s members' }, call);
    const { rows: members } = await readRows(rows, roleMemberSchema, ({ id }) => id, readMember);
    return { isKnown: true, members };
  });
}

function readMember(row: QueryRow): RoleMember {
  const username = textOf(row, 'Username') || textOf(row, 'Name');
  return { id: textOf(row, 'ID') || username, username, displayName: textOf(row, 'DisplayName') };
}

/**
 * Inline arguments are quoted (platform specification, "Script forms"). Escaping of quotes isn't specified; known role IDs have none.
 */
function inlineText(value: string): string {
  const isQuotable = value.isWellFormed() && [...value].every((character) => character >= ' ');
  if (!isQuotable) throw failure('not-found', 'Invalid role ID.');
  return `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}

/**
 * Member counts of all roles in one request, plus a second one if the result doesn't include Everybody. The procedure's columns
 * aren't specified: roles without a count are omitted.
 */
export async function readMemberCounts(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<MemberCounts> {
  return await orNotAvailable(async () => {
    const text = '@/lib/all_roles_with_members.js';
    const rows = await queryAllRows(client, { tenantId, text, purpose: 'count role members' }, call);
    const counts: Record<string, number> = {};
    for (const row of rows) {
      const id = textOf(row, 'ID');
      const count = countIn(row);
      if (id !== '' && count !== undefined) counts[id] = count;
    }
    const everybody = counts[everybodyId] ?? (await countUsers(client, tenantId, call));
    return {
      isKnown: true,
      counts: everybody === undefined ? counts : { ...counts, [everybodyId]: everybody },
    };
  });
}

function countIn(row: QueryRow): number | undefined {
  const count = textOf(row, 'MemberCount');
  if (/^\d{1,15}$/.test(count)) return Number(count);
  const members = row['Members'];
  if (Array.isArray(members)) return members.length;
  if (typeof members !== 'string') return undefined;
  return members.split(',').filter((name) => name.trim() !== '').length;
}

/** Undefined if the tenant doesn't count. */
async function countUsers(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<number | undefined> {
  const { fullCount, isCounted } = await queryPage(
    client,
    {
      tenantId,
      text: 'Select ID from User',
      pageNumber: 1,
      pageSize: 1,
      // Some tenants don't count beyond this limit.
      limit: 1_000_000_000,
      caching: caching.tenantDefault,
      purpose: 'count the users',
    },
    call,
  );
  return isCounted ? fullCount : undefined;
}

async function orNotAvailable<Known>(read: () => Promise<Known>): Promise<Known | NotAvailable> {
  try {
    return await read();
  } catch (thrown) {
    const { code, message } = toDeskError(thrown);
    if (isRejection(code)) return { isKnown: false, reason: message };
    throw thrown;
  }
}

type NotAvailable = Extract<RoleMembers, { isKnown: false }>;
