import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import {
  administratorName,
  departments,
  familyNames,
  givenNames,
  organizationDomain,
  places,
  rights,
  seedRoles,
  type Place,
} from '../organization/organization.ts';
import type { RandomSource } from './random-source.ts';

export interface SeedUser {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly place: Place;
}

interface SeededUsers {
  readonly people: readonly [SeedUser, ...SeedUser[]];
  readonly roleIds: ReadonlyMap<string, string>;
  readonly administratorId: string;
}

const DAY_MS = 86_400_000;
const USERS = 50;

/** Fifty users (including the admin and two service users) and twelve roles with members and rights. */
export function seedUsers(
  database: DatabaseSync,
  random: RandomSource,
  directoryUuid: string,
  now: number,
): SeededUsers {
  const insertUser = database.prepare('INSERT INTO User VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)');

  const people: SeedUser[] = [];
  for (let index = 0; index < USERS; index++) {
    const service = index >= USERS - 2;
    const department = departments[index % departments.length] ?? departments[0];
    const place = places[index % places.length] ?? places[0];
    const displayName =
      index === 0
        ? 'Sandbox Administrator'
        : service
          ? `Service ${index - USERS + 3}`
          : `${givenNames[(index * 7) % givenNames.length]} ${familyNames[(index * 11) % familyNames.length]}`;
    const username =
      index === 0
        ? administratorName
        : service
          ? `svc-${index - USERS + 3}@${organizationDomain}`
          : `${displayName.toLowerCase().replace(' ', '.')}@${organizationDomain}`;
    const id = random.identifier();
    const title =
      index === 0 ? 'Identity Administrator' : service ? 'Service user' : random.pick(department.titles);
    insertUser.run(
      id,
      username,
      displayName,
      username,
      `+49 30 5550 ${String(100 + index)}`,
      !service && index % 17 === 16 ? 'Suspended' : 'Active',
      service ? 'Service' : 'User',
      department.name,
      title,
      place.city,
      place.country,
      directoryUuid,
      toStoredTime(now - (400 - index) * DAY_MS),
      index % 9 === 8 ? null : toStoredTime(now - random.below(20 * DAY_MS)),
    );
    people.push({ id, username, displayName, place });
  }
  const [first, ...others] = people;
  if (first === undefined) throw new Error('No user was seeded.');
  return {
    people: [first, ...others],
    roleIds: seedRolesOf(database, random, people, directoryUuid),
    administratorId: first.id,
  };
}

function seedRolesOf(
  database: DatabaseSync,
  random: RandomSource,
  people: readonly SeedUser[],
  directoryUuid: string,
): ReadonlyMap<string, string> {
  const insertRole = database.prepare('INSERT INTO Role VALUES (?, ?, ?, ?, ?, ?)');
  const insertMember = database.prepare('INSERT OR IGNORE INTO role_member (role_id, user_id) VALUES (?, ?)');
  const insertRight = database.prepare(
    'INSERT INTO role_right (role_id, path, description) VALUES (?, ?, ?)',
  );
  const insertGroup = database.prepare('INSERT INTO DsGroups VALUES (?, ?, ?, ?, ?, ?)');
  const ids = new Map<string, string>();
  seedRoles.forEach((role, index) => {
    const id =
      role.name === 'Everybody'
        ? 'Everybody'
        : role.name === 'System Administrator'
          ? 'sysadmin'
          : random.identifier('_');
    insertRole.run(
      id,
      role.name,
      role.description,
      role.name === 'Everybody' ? 'Everybody' : 'PrincipalList',
      index < 2 ? 1 : 0,
      directoryUuid,
    );
    for (const path of role.rights) insertRight.run(id, path, rights[path] ?? path);
    people.forEach((person, at) => {
      const isMember =
        role.name === 'System Administrator'
          ? at === 0
          : role.name === 'Everybody' || (at * 5 + index * 3) % 11 === 0;
      if (isMember) insertMember.run(id, person.id);
    });
    if (index > 1)
      insertGroup.run(
        random.identifier(),
        `${role.name.toLowerCase().replaceAll(' ', '-')}@${organizationDomain}`,
        role.name,
        role.description,
        directoryUuid,
        'CDS',
      );
    ids.set(role.name, id);
  });
  return ids;
}
