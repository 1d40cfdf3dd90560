import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Role } from '../../contract/roles/roles.ts';
import { everybodyId } from '../../contract/roles/roles.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isRejection } from '../../contract/errors/errors.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ComparedItem } from '../changes/kind/compared.ts';
import type { FollowedKind } from '../changes/kind/followed-kind.ts';
import { field } from '../changes/kind/part.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readRoleMembers } from '../tenants/endpoints/role-members.ts';
import { counted } from '../../languages/text/intl.ts';
import type { AssignmentReads } from './assignment-reads.ts';

export const followedRoleKindName = 'role';

/** Maximum members of a role that are stored by name. Of larger roles only the count and a digest are stored. */
const maxNamed = 1000;

const stateSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  /** Members by name; null when the tenant doesn't report them, and when there are too many. */
  people: z.array(z.string()).readonly().nullable(),
  /** The number of members with a short digest; empty when the tenant doesn't report them, and when they are listed. */
  crowd: z.string(),
});

export type FollowedRole = z.infer<typeof stateSchema>;

interface ListedRole extends ComparedItem {
  readonly role: Role;
}

/** Roles: their names and members. Their applications belong to assignments. */
export function followedRoles(client: TenantClient, reads: AssignmentReads): FollowedKind<FollowedRole> {
  async function read(item: ComparedItem, context: ChangeContext): Promise<FollowedRole | undefined> {
    const role = 'role' in item ? (item as ListedRole).role : await reads.role(item.id, context);
    return role && { ...describedAs(role), ...(await peopleOf(client, role, context)) };
  }
  return {
    name: followedRoleKindName,
    version: 1,
    noun: { one: 'role', many: 'roles' },
    state: stateSchema,
    parts: [
      field<FollowedRole>('name', 'Name'),
      field<FollowedRole>('description', 'Description'),
      field<FollowedRole>('type', 'Type'),
      {
        type: 'set',
        name: 'people',
        label: 'Members',
        get: ({ people }) => people ?? [],
        set: (state, people) => ({ ...state, people }),
        isKnown: ({ people }) => people !== null,
      },
      field<FollowedRole>('crowd', 'Number of members', { isKnown: ({ crowd }) => crowd !== '' }),
    ],
    compared: {
      source: {
        async list(context): Promise<ListedRole[]> {
          const roles = await reads.roles(context);
          return roles.map((role) => ({ id: role.id, name: role.name, variant: '', role }));
        },
        read: async (item, context) => await read(item, context),
        // Not compared between tenants, because nothing of it could be copied.
        cached: () => undefined,
      },
      stateOf: (role) => stateSchema.parse(role),
    },
  };
}

const describedAs = ({ name, description, type }: Role) => ({ name, description, type });

type People = Pick<FollowedRole, 'people' | 'crowd'>;
const notAvailable: People = { people: null, crowd: '' };

async function peopleOf(
  client: TenantClient,
  { id }: Role,
  { tenant, call }: ChangeContext,
): Promise<People> {
  // Everybody changes whenever a user is added or removed: that isn't a change of the role.
  if (id === everybodyId) return notAvailable;
  try {
    const result = await readRoleMembers(client, { tenantId: tenant.id, roleId: id }, call);
    if (!result.isKnown) return notAvailable;
    const people = result.members.map(({ id: personId, username }) => ({
      personId,
      name: username || personId,
    }));
    if (people.length <= maxNamed) return { people: people.map(({ name }) => name).toSorted(), crowd: '' };
    const ids = people.map(({ personId }) => personId).toSorted();
    const digest = createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 8);
    return { people: null, crowd: `${counted(people.length, 'person', 'people')} (${digest})` };
  } catch (thrown) {
    // The name of the role can still be reported.
    if (isRejection(toDeskError(thrown).code)) return notAvailable;
    throw thrown;
  }
}
