import type { ApplicationTemplate } from '../../contract/applications/applications.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import type { Role } from '../../contract/roles/roles.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { ApplicationMembers, ApplicationRead } from '../tenants/endpoints/application-members.ts';
import { describeApplication, findApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import { readCatalog } from '../tenants/endpoints/catalog.ts';
import { readRoles } from '../tenants/endpoints/role-rows.ts';
import type { ApplicationSecrets } from './application-secrets.ts';
import type { ApplicationRoles } from './application-roles.ts';
import type { OfflineApplications } from './offline-applications.ts';

/** What the changes of applications are made from. */
export interface ApplicationChangeParts {
  readonly client: TenantClient;
  readonly offline: OfflineApplications;
  readonly secrets: ApplicationSecrets;
  readonly applicationRoles: ApplicationRoles;
}

/** The application as it is now; undefined where there is none. */
export function findApplication(
  { client, offline, secrets }: ApplicationChangeParts,
  id: string,
  { tenant, call, reads }: ChangeContext,
): Promise<ApplicationRead | undefined> {
  return reads.once(`application:${id}`, async () => {
    const read = await findApplicationMembers(client, { tenantId: tenant.id, id }, call);
    if (read === undefined) return undefined;
    // A reading of a whole tenant caches nothing.
    if (call.reading === undefined) {
      offline.noteRead(tenant.id, describeApplication(id, read, await secrets.hiderFor(tenant.id)));
    }
    return read;
  });
}

export async function findMembers(
  parts: ApplicationChangeParts,
  id: string,
  context: ChangeContext,
): Promise<ApplicationMembers | undefined> {
  return (await findApplication(parts, id, context))?.members;
}

export async function requireMembers(
  parts: ApplicationChangeParts,
  id: string,
  context: ChangeContext,
): Promise<ApplicationMembers> {
  const members = await findMembers(parts, id, context);
  if (members !== undefined) return members;
  throw failure(
    'not-found',
    `The application is no longer in ${context.tenant.name}. It may have been deleted. Refresh the list.`,
  );
}

/** All applications, bypassing the tenant's own cache. */
export function freshRows(
  { client }: ApplicationChangeParts,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly ApplicationSummary[]> {
  return reads.once('applications', async () => {
    const { rows } = await readApplications(client, { tenantId: tenant.id, isFresh: true }, call);
    return rows;
  });
}

/** The template with this ID or, as applications refer to theirs, with this name. */
export async function findTemplate(
  { client }: ApplicationChangeParts,
  templateId: string,
  { tenant, call, reads }: ChangeContext,
): Promise<ApplicationTemplate | undefined> {
  const { byId, byName } = await reads.lasting('catalog', async () => {
    const { rows } = await readCatalog(client, tenant.id, call);
    return { byId: firstBy(rows, ({ id }) => id), byName: firstBy(rows, ({ name }) => name) };
  });
  return byId.get(templateId) ?? byName.get(templateId);
}

function firstBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> {
  return new Map(rows.toReversed().map((row) => [keyOf(row), row]));
}

/**
 * All roles, bypassing the tenant's own cache, as of the start of the run: no change made here adds or removes one.
 * A role may have been deleted since.
 */
export function rolesOfRun(
  { client }: ApplicationChangeParts,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly Role[]> {
  return reads.lasting('roles of applications', async () => {
    const { rows } = await readRoles(client, { tenantId: tenant.id, isFresh: true }, call);
    return rows;
  });
}

/** The roles with these IDs, without those that no longer existed when the run began. */
export async function requestedRoles(
  parts: ApplicationChangeParts,
  requested: readonly string[] | null,
  context: ChangeContext,
): Promise<readonly Role[]> {
  const ids = new Set(requested);
  return ids.size === 0 ? [] : (await rolesOfRun(parts, context)).filter(({ id }) => ids.has(id));
}
