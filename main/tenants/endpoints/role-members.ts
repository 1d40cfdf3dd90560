import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRefusal } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { MemberCounts, RoleMember, RoleMembers } from '../../../contract/roles/roles.ts';
import { everybodyId, roleMemberSchema } from '../../../contract/roles/roles.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { caching, queryAllRows, queryPage, textOf } from './query-call.ts';

/**
 * The people who have a role. "Members of a role" is a documented stored procedure whose file the specification does
 * not name: a tenant that does not know this one refuses, and says why.
 */
export async function readRoleMembers(
  client: TenantClient,
  { tenantId, roleId }: { readonly tenantId: string; readonly roleId: string },
  call: CallContext,
): Promise<RoleMembers> {
  const text = `@/lib/get_role_members.js(id:${inlineText(roleId)})`;
  return await orNotAvailable(async () => {
    const rows = await queryAllRows(client, { tenantId, text, purpose: 'read who has the role' }, call);
    const { rows: members } = await readRows(rows, roleMemberSchema, ({ id }) => id, readMember);
    return { isKnown: true, members };
  });
}

function readMember(row: QueryRow): RoleMember {
  const username = textOf(row, 'Username') || textOf(row, 'Name');
  return { id: textOf(row, 'ID') || username, username, displayName: textOf(row, 'DisplayName') };
}

/**
 * Inline arguments stand in quotes (platform specification, "Script forms"). How quotes within are written is not
 * specified; the identifiers of roles that are seen have none.
 */
function inlineText(value: string): string {
  const isQuotable = value.isWellFormed() && [...value].every((character) => character >= ' ');
  if (!isQuotable) throw failure('not-found', 'No role has such an identifier.');
  return `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}

/**
 * How many people have which role, in one request; a second one where the tenant does not count Everybody among its
 * roles. Which columns the procedure has is not specified: a role without a number in them has none.
 */
export async function readMemberCounts(
  client: TenantClient,
  tenantId: string,
  call: CallContext,
): Promise<MemberCounts> {
  return await orNotAvailable(async () => {
    const text = '@/lib/all_roles_with_members.js';
    const rows = await queryAllRows(client, { tenantId, text, purpose: 'count who has which role' }, call);
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

/** Undefined where the tenant does not count. */
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
      // Some tenants count no further than this.
      limit: 1_000_000_000,
      caching: caching.tenantDefault,
      purpose: 'count the people who can sign in',
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
    if (isRefusal(code)) return { isKnown: false, reason: message };
    throw thrown;
  }
}

type NotAvailable = Extract<RoleMembers, { isKnown: false }>;
