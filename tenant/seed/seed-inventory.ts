// cspell:ignore favourite (a table of existing databases)
import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import { organizationDomain } from '../organization/organization.ts';
import type { RandomSource } from './random-source.ts';
import type { EventSubject, SubjectsByType } from './seed-events.ts';
import type { SeedUser } from './seed-users.ts';

const DAY_MS = 86_400_000;

export function seedDevices(
  database: DatabaseSync,
  random: RandomSource,
  people: readonly SeedUser[],
  past: (days: number) => string,
): EventSubject[] {
  const insert = database.prepare('INSERT INTO Device VALUES (?,?,?,?,?,?,?,?,?,?,?,?)');
  const models = [
    ['iOS', 'iPhone 16', 'iOS 18.1'],
    ['Android', 'Pixel 9', 'Android 15'],
    ['macOS', 'MacBook Air', 'macOS 15.1'],
    ['Windows', 'Latitude 7450', 'Windows 11'],
  ] as const;
  return people.slice(0, 40).map((person, index) => {
    const [platform, model, system] = models[index % models.length] ?? models[0];
    const id = random.identifier();
    const name = `${person.displayName.split(' ')[0]}'s ${model}`;
    insert.run(
      id,
      name,
      person.id,
      person.username,
      ['Enrolled', 'Enrolled', 'Enrolled', 'Unenrolled', 'Unreachable'][index % 5] ?? 'Enrolled',
      platform,
      model,
      system,
      `SN${String(100_000 + index * 37)}`,
      index % 19 === 18 ? 1 : 0,
      past(300),
      past(9),
    );
    return { type: 'Device', id, name };
  });
}

export function seedKeys(
  database: DatabaseSync,
  random: RandomSource,
  past: (days: number) => string,
): EventSubject[] {
  const insert = database.prepare('INSERT INTO SshKeys VALUES (?,?,?,?,?,?,?)');
  return ['deploy', 'backup', 'jump-host', 'monitoring'].map((name, index) => {
    const id = random.identifier();
    insert.run(
      id,
      name,
      index % 2 === 0 ? 'ED25519' : 'RSA',
      index % 2 === 0 ? 256 : 4096,
      `SHA256:${random.identifier().replaceAll('-', '')}`,
      'Active',
      past(200),
    );
    return { type: 'SshKeys', id, name };
  });
}

export function seedVaulted(database: DatabaseSync, random: RandomSource): SubjectsByType {
  const insert = database.prepare(
    'INSERT INTO vaulted_object (id, kind, name, description) VALUES (?, ?, ?, ?)',
  );
  const add = (
    type: 'Subscription' | 'DiscoveryProfile' | 'GenericSecret' | 'MpAccount',
    names: readonly string[],
  ): EventSubject[] =>
    names.map((name) => {
      const id = random.identifier();
      insert.run(id, type, name, null);
      return { type, id, name };
    });
  return {
    Subscription: add('Subscription', ['Weekly access review', 'Daily failures']),
    DiscoveryProfile: add('DiscoveryProfile', ['Data center Berlin', 'Cloud accounts']),
    GenericSecret: add('GenericSecret', ['TLS key of the portal', 'Break-glass notes', 'Partner API token']),
    MpAccount: add('MpAccount', ['svc-reporting', 'svc-batch']),
  };
}

export function seedSets(
  database: DatabaseSync,
  random: RandomSource,
  objects: Readonly<Record<'servers' | 'accounts' | 'databases', readonly EventSubject[]>>,
  now: number,
): void {
  const insert = database.prepare(
    'INSERT INTO Sets (ID, Name, ObjectType, CollectionType, Description, WhenCreated) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const addMember = database.prepare('INSERT INTO set_member (set_id, object_id) VALUES (?, ?)');
  const groups = [
    { name: 'Production servers', type: 'Server', members: objects.servers.slice(0, 10) },
    { name: 'Laboratory', type: 'Server', members: objects.servers.slice(10, 16) },
    {
      name: 'Root accounts',
      type: 'VaultAccount',
      members: objects.accounts.filter((account) => account.name.startsWith('root')),
    },
    { name: 'Finance databases', type: 'VaultDatabase', members: objects.databases.slice(0, 2) },
  ];
  groups.forEach((group, index) => {
    const id = random.identifier();
    insert.run(
      id,
      group.name,
      group.type,
      'ManualBucket',
      `${group.members.length} members`,
      toStoredTime(now - (100 - index) * DAY_MS),
    );
    for (const member of group.members) addMember.run(id, member.id);
  });
}

export function seedConnectors(database: DatabaseSync, random: RandomSource, now: number): void {
  const proxy = database.prepare('INSERT INTO Proxy VALUES (?, ?, ?, ?, ?, ?)');
  ['connector-01', 'connector-02', 'connector-03'].forEach((name, index) => {
    proxy.run(
      random.identifier(),
      `${name}.corp.${organizationDomain}`,
      `25.${index}.1`,
      index === 2 ? 0 : 1,
      toStoredTime(now - index * DAY_MS),
      `corp.${organizationDomain}`,
    );
  });
  const provider = database.prepare('INSERT INTO CloudProviders VALUES (?, ?, ?, ?, ?)');
  ['Production account', 'Test account'].forEach((name, index) =>
    provider.run(
      random.identifier(),
      name,
      'Aws',
      `00000000000${index}`,
      'Cloud account of the platform team',
    ),
  );
}

export function seedFavorites(database: DatabaseSync, people: readonly [SeedUser, ...SeedUser[]]): void {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO favourite (user_id, kind, name, path) VALUES (?, ?, ?, ?)',
  );
  const all = [
    ['Dashboard', 'Security overview', '/lib/dashboards/security.js'],
    ['Dashboard', 'User logins', '/lib/dashboards/logins.js'],
    ['Report', 'Web Applications', '@@Web Applications'],
    ['Report', 'All roles with members', '@/lib/all_roles_with_members.js'],
  ] as const;
  people.slice(0, 10).forEach((person, index) => {
    for (const [kind, name, path] of all.slice(0, 1 + (index === 0 ? 3 : index % 4)))
      insert.run(person.id, kind, name, path);
  });
}
