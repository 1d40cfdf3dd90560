import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Role } from '../../contract/roles/roles.ts';
import { everybodyId } from '../../contract/roles/roles.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import { isRefusal } from '../../contract/errors/errors.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ComparedItem } from '../changes/kind/compared.ts';
import type { FollowedKind } from '../changes/kind/followed-kind.ts';
import { field } from '../changes/kind/part.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readRoleMembers } from '../tenants/endpoints/role-members.ts';
import { counted } from '../../languages/text/intl.ts';
import type { PublicationReads } from './publication-reads.ts';

export const followedRoleKindName = 'role';

/** People of a role who are kept by name. Of more it is told that they are others, and how many. */
const mostNamed = 1000;

const stateSchema = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  /** Who has it, by name; null where the tenant does not tell it, and where they are too many. */
  people: z.array(z.string()).readonly().nullable(),
  /** How many have it, and which, in a few letters; empty where the tenant does not tell it, and where they are named. */
  crowd: z.string(),
});

export type FollowedRole = z.infer<typeof stateSchema>;

interface ListedRole extends ComparedItem {
  readonly role: Role;
}

/** Roles: what they are called, and who has them. Which applications they have is the business of publications. */
export function followedRoles(client: TenantClient, reads: PublicationReads): FollowedKind<FollowedRole> {
  async function read(thing: ComparedItem, context: ChangeContext): Promise<FollowedRole | undefined> {
    const role = 'role' in thing ? (thing as ListedRole).role : await reads.role(thing.id, context);
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
        label: 'People',
        get: ({ people }) => people ?? [],
        set: (state, people) => ({ ...state, people }),
        isKnown: ({ people }) => people !== null,
      },
      field<FollowedRole>('crowd', 'Number of people', { isKnown: ({ crowd }) => crowd !== '' }),
    ],
    compared: {
      source: {
        async list(context): Promise<ListedRole[]> {
          const roles = await reads.roles(context);
          return roles.map((role) => ({ id: role.id, name: role.name, variant: '', role }));
        },
        read: async (thing, context) => await read(thing, context),
        // Two tenants are not compared in it, for nothing of it could be carried over.
        kept: () => undefined,
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
  // Whoever comes or goes in the tenant comes or goes in it: that is no change of the role.
  if (id === everybodyId) return notAvailable;
  try {
    const told = await readRoleMembers(client, { tenantId: tenant.id, roleId: id }, call);
    if (!told.isKnown) return notAvailable;
    const people = told.members.map(({ id: personId, username }) => ({
      personId,
      name: username || personId,
    }));
    if (people.length <= mostNamed) return { people: people.map(({ name }) => name).toSorted(), crowd: '' };
    const ids = people.map(({ personId }) => personId).toSorted();
    const digest = createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 8);
    return { people: null, crowd: `${counted(people.length, 'person', 'people')} (${digest})` };
  } catch (thrown) {
    // What the role is called can be told all the same.
    if (isRefusal(toDeskError(thrown).code)) return notAvailable;
    throw thrown;
  }
}
