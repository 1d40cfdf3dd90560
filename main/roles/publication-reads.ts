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
 * Fresh reads of who may use what, each asked once for a plan or an item: `context.reads` keeps them. One thing is
 * looked for by itself, many of them in their list.
 */
export interface PublicationReads {
  /** Undefined where there is no such role. */
  role(roleId: string, context: ChangeContext): Promise<Role | undefined>;
  roles(context: ChangeContext): Promise<readonly Role[]>;
  /** Undefined where there is no such application. */
  applicationName(applicationId: string, context: ChangeContext): Promise<string | undefined>;
  /** The applications of a role by identifier; undefined where there is no such role. */
  applicationsOf(
    roleId: string,
    context: ChangeContext,
  ): Promise<ReadonlyMap<string, RoleApplication> | undefined>;
  /** How many people have a role; undefined where the tenant does not tell. */
  memberCount(roleId: string, context: ChangeContext): Promise<number | undefined>;
}

export function createPublicationReads(client: TenantClient): PublicationReads {
  const roleRows = ({ reads, tenant, call }: ChangeContext) =>
    reads.once('publication:role-rows', async () =>
      createLookup({
        one: (roleId) => findRole(client, { tenantId: tenant.id, roleId }, call),
        all: async () => wholeList(await readRoles(client, { tenantId: tenant.id, isFresh: true }, call)),
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
          return wholeList(await readRoleApplications(client, { tenantId: tenant.id, roleId }, call));
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

/** Things that are asked for one by one before their whole list is the smaller request. */
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

/** A row that cannot be read may be the very one that is asked for: nothing may follow from its absence. */
function wholeList<Row extends { readonly id: string }>({
  rows,
  leftOut,
}: ListRead<Row>): ReadonlyMap<string, Row> {
  if (leftOut > 0) {
    throw failure(
      'schema-mismatch',
      `The tenant gives ${leftOut} ${plural(leftOut, { one: 'entry', other: 'entries' })} without an identifier among who may use what, so that nothing can be concluded from it. Nothing was changed.`,
    );
  }
  return new Map(rows.map((row) => [row.id, row]));
}
