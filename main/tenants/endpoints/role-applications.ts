import { z } from 'zod';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { Role, RoleApplication } from '../../../contract/roles/roles.ts';
import { roleApplicationSchema } from '../../../contract/roles/roles.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { TenantClient } from '../client/tenant-client.ts';
import type { ListRead } from './list-read.ts';
import { readRows } from './list-read.ts';
import type { QueryRow } from './query-call.ts';
import { textOf } from './query-call.ts';
import { findRole } from './role-rows.ts';

const rowSchema = z.record(z.string(), z.unknown());
const resultSchema = z
  .union([
    z.array(z.union([z.looseObject({ Row: rowSchema }), rowSchema])),
    z.looseObject({
      FullCount: z.number().int().nonnegative().nullish(),
      Results: z.array(z.looseObject({ Row: rowSchema })).nullish(),
    }),
  ])
  .nullish();

interface OneRole {
  readonly tenantId: string;
  readonly roleId: string;
}

/**
 * The applications assigned to a role. Throws `not-found` for a deleted role, and `unexpected-response` if the tenant returns fewer
 * than it counts: an incomplete list must not lead to lost access. Live tenants respond with a list or with query rows. Source:
 * compatibility notes, GetRoleApps.
 */
export async function readRoleApplications(
  client: TenantClient,
  { tenantId, roleId }: OneRole,
  call: CallContext,
): Promise<ListRead<RoleApplication>> {
  const purpose = 'read the role’s applications';
  const path = `/SaasManage/GetRoleApps?role=${encodeURIComponent(roleId.toWellFormed())}`;
  try {
    const result = await client.manage({ tenantId, path, result: resultSchema, purpose }, call);
    const rows = Array.isArray(result) ? result.map(rowOf) : (result?.Results ?? []).map(rowOf);
    const counted = Array.isArray(result) ? rows.length : (result?.FullCount ?? rows.length);
    if (rows.length < counted) {
      throw failure(
        'unexpected-response',
        `Couldn’t ${purpose}: the tenant counts ${counted} applications but returned ${rows.length}. Try again.`,
      );
    }
    return await readRows(rows, roleApplicationSchema, ({ id }) => id, readApplication);
  } catch (error) {
    if (
      !isRejection(toDeskError(error).code) ||
      (await findRole(client, { tenantId, roleId }, call)) !== undefined
    )
      throw error;
    throw failure('not-found', 'This role no longer exists.');
  }
}

function rowOf(entry: Readonly<Record<string, unknown>>): QueryRow {
  const row = rowSchema.safeParse(entry['Row']);
  return row.success ? row.data : entry;
}

function readApplication(row: QueryRow): RoleApplication {
  const id = textOf(row, 'ID') || textOf(row, '_RowKey') || textOf(row, 'AppKey');
  const automatic = row['Automatic'];
  return {
    id,
    name: textOf(row, 'Name') || textOf(row, 'DisplayName') || id,
    isAutomatic: automatic === true || automatic === 1 || /^true$/i.test(String(automatic)),
  };
}

/** A role with access to an application. */
export interface ApplicationRole extends Role {
  readonly isAutomatic: boolean;
}
