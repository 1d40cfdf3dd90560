import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { Role, RoleApplication } from '../../contract/roles/roles.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { failure } from '../platform/errors/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readApplicationName } from '../tenants/endpoints/application-name.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import type { ListRead } from '../tenants/endpoints/list-read.ts';
import { readRoleApplications } from '../tenants/endpoints/role-applications.ts';
import { readMemberCounts } from '../tenants/endpoints/role-members.ts';
import { findRole, readRoles } from '../tenants/endpoints/role-rows.ts';
import { plural } from '../../languages/text/intl.ts';

/**
 * Fresh reads of assignments, each requested once for a plan or an item: `context.reads` caches them. One item is
 * read individually, many of them as a list.
 */
export interface AssignmentReads {
  /** Undefined when the role doesn't exist. */
  role(roleId: string, context: ChangeContext): Promise<Role | undefined>;
  roles(context: ChangeContext): Promise<readonly Role[]>;
  /** Undefined when the application doesn't exist. */
  applicationName(applicationId: string, context: ChangeContext): Promise<string | undefined>;
  /** The applications of a role by ID; undefined when the role doesn't exist. */
  applicationsOf(
    roleId: string,
    context: ChangeContext,
  ): Promise<ReadonlyMap<string, RoleApplication> | undefined>;
  /** How many members a role has; undefined when the tenant doesn't report it. */
  memberCount(roleId: string, context: ChangeContext): Promise<number | undefined>;
}

export function createAssignmentReads(client: TenantClient): AssignmentReads {
  const roleRows = ({ reads, tenant, call }: ChangeContext) =>
    reads.once('publication:role-rows', async () =>
      createLookup({
        one: (roleId) => findRole(client, { tenantId: tenant.id, roleId }, call),
        all: async () => completeList(await readRoles(client, { tenantId: tenant.id, isFresh: true }, call)),
      }),
    );
  const applicationNames = ({ reads, tenant, call }: ChangeContext) =>
    reads.once('publication:application-names', async () =>
      createLookup({
        one: (id) => readApplicationName(client, { tenantId: tenant.id, id }, call),
        async all() {
          const list = await readApplications(client, { tenantId: tenant.id, isFresh: true }, call);
          return new Map(list.rows.map(({ id, name }) => [id, name]));
        },
      }),
    );

  return {
    role: async (roleId, context) => await (await roleRows(context)).find(roleId),
    roles: async (context) => [...(await (await roleRows(context)).all()).values()],
    applicationName: async (id, context) => await (await applicationNames(context)).find(id),
    applicationsOf: (roleId, { reads, tenant, call }) =>
      reads.once(`publication:of-role:${roleId}`, async () => {
        try {
          return completeList(await readRoleApplications(client, { tenantId: tenant.id, roleId }, call));
        } catch (thrown) {
          if (toDeskError(thrown).code === 'not-found') return undefined;
          throw thrown;
        }
      }),
    async memberCount(roleId, { reads, tenant, call }) {
      const read = () => readMemberCounts(client, tenant.id, call);
      const known = await reads.once('publication:member-counts', read);
      return known.isKnown ? known.counts[roleId] : undefined;
    },
  };
}

interface Lookup<Row> {
  find(id: string): Promise<Row | undefined>;
  all(): Promise<ReadonlyMap<string, Row>>;
}

/** Items that are read one by one before reading the whole list is cheaper. */
const maxSingle = 8;

function createLookup<Row>({
  one,
  all,
}: {
  readonly one: (id: string) => Promise<Row | undefined>;
  readonly all: () => Promise<ReadonlyMap<string, Row>>;
}): Lookup<Row> {
  const singles = new Map<string, Promise<Row | undefined>>();
  let whole: Promise<ReadonlyMap<string, Row>> | undefined;
  return {
    async find(id) {
      if (whole === undefined && (singles.has(id) || singles.size < maxSingle)) {
        const known = singles.get(id) ?? one(id);
        singles.set(id, known);
        return await known;
      }
      return (await this.all()).get(id);
    },
    all: () => (whole ??= all()),
  };
}

/** An unreadable row may be the requested one: nothing may be concluded from its absence. */
function completeList<Row extends { readonly id: string }>({
  rows,
  skipped,
}: ListRead<Row>): ReadonlyMap<string, Row> {
  if (skipped > 0) {
    throw failure(
      'schema-mismatch',
      `The tenant returned ${skipped} ${plural(skipped, { one: 'assignment', other: 'assignments' })} without an ID, so the list can’t be trusted. Nothing was changed.`,
    );
  }
  return new Map(rows.map((row) => [row.id, row]));
}
