import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import { organizationDomain } from '../organization/organization.ts';
import type { RandomSource } from './random-source.ts';
import {
  seedDevices,
  seedKeys,
  seedVaulted,
  seedSets,
  seedConnectors,
  seedFavorites,
} from './seed-inventory.ts';
import type { EventSubject, SubjectsByType } from './seed-events.ts';
import type { SeedUser } from './seed-users.ts';

const DAY_MS = 86_400_000;

/** Servers, vaults, devices, sets, connectors and other resources that an admin of such a tenant manages. */
export function seedResources(
  database: DatabaseSync,
  random: RandomSource,
  people: readonly [SeedUser, ...SeedUser[]],
  now: number,
): SubjectsByType {
  const past = (days: number): string => toStoredTime(now - random.below(days * DAY_MS));
  const domains = seedDomains(database, random);
  const servers = seedServers(database, random, domains, past);
  const databases = seedDatabases(database, random);
  const accounts = seedAccounts(database, random, { servers, databases, domains, people }, past);
  const devices = seedDevices(database, random, people, past);
  const keys = seedKeys(database, random, past);
  const vaulted = seedVaulted(database, random);
  seedSets(database, random, { servers, accounts, databases }, now);
  seedConnectors(database, random, now);
  seedFavorites(database, people);
  return {
    Server: servers,
    VaultDomain: domains,
    VaultDatabase: databases,
    VaultAccount: accounts,
    Device: devices,
    SshKeys: keys,
    ...vaulted,
  };
}

function seedDomains(database: DatabaseSync, random: RandomSource): EventSubject[] {
  const insert = database.prepare('INSERT INTO VaultDomain VALUES (?, ?, ?, ?, ?, ?)');
  let parent: string | null = null;
  return ['corp', 'emea.corp', 'apac.corp', 'lab'].map((prefix) => {
    const id = random.identifier();
    const name = `${prefix}.${organizationDomain}`;
    insert.run(
      id,
      name,
      `corp.${organizationDomain}`,
      prefix.includes('.') ? parent : null,
      `Domain ${prefix}`,
      'OK',
    );
    parent ??= id;
    return { type: 'VaultDomain', id, name };
  });
}

const CLASSES = ['Windows', 'Unix', 'Unix', 'Windows', 'CiscoIOS'] as const;
const SYSTEMS: Readonly<Record<string, string>> = {
  Windows: 'Windows Server 2025',
  Unix: 'Red Hat Enterprise Linux 9',
  CiscoIOS: 'Cisco IOS 17',
};

function seedServers(
  database: DatabaseSync,
  random: RandomSource,
  domains: readonly EventSubject[],
  past: (days: number) => string,
): EventSubject[] {
  const insert = database.prepare('INSERT INTO Server VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)');
  return Array.from({ length: 24 }, (_unused, index) => {
    const id = random.identifier();
    const kind = CLASSES[index % CLASSES.length] ?? 'Unix';
    const name = `${kind === 'Windows' ? 'win' : kind === 'Unix' ? 'lnx' : 'net'}-${String(index + 1).padStart(2, '0')}`;
    insert.run(
      id,
      name,
      `${name}.corp.${organizationDomain}`,
      kind,
      kind === 'Windows' ? 'Rdp' : 'Ssh',
      kind === 'Windows' ? 3389 : 22,
      SYSTEMS[kind] ?? '',
      `${kind} server of team ${1 + (index % 5)}`,
      index % 11 === 10 ? 'Unreachable' : 'OK',
      past(2),
      random.below(4),
      random.below(3),
      domains[index % domains.length]?.id ?? null,
    );
    return { type: 'Server', id, name };
  });
}

function seedDatabases(database: DatabaseSync, random: RandomSource): EventSubject[] {
  const insert = database.prepare('INSERT INTO VaultDatabase VALUES (?,?,?,?,?,?,?,?)');
  return ['billing', 'orders', 'people', 'telemetry', 'warehouse'].map((name, index) => {
    const id = random.identifier();
    insert.run(
      id,
      name,
      `${name}.db.${organizationDomain}`,
      index % 2 === 0 ? 'SQLServer' : 'Oracle',
      index % 2 === 0 ? 1433 : 1521,
      index % 2 === 0 ? 'MSSQL' : 'ORCL',
      `The ${name} database`,
      'OK',
    );
    return { type: 'VaultDatabase', id, name };
  });
}

interface AccountOwners {
  readonly servers: readonly EventSubject[];
  readonly databases: readonly EventSubject[];
  readonly domains: readonly EventSubject[];
  readonly people: readonly [SeedUser, ...SeedUser[]];
}

function seedAccounts(
  database: DatabaseSync,
  random: RandomSource,
  owners: AccountOwners,
  past: (days: number) => string,
): EventSubject[] {
  const insert = database.prepare('INSERT INTO VaultAccount VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,NULL)');
  const hosts = [...owners.servers, ...owners.databases, ...owners.domains];
  return Array.from({ length: 60 }, (_unused, index) => {
    const host = hosts[index % hosts.length];
    const id = random.identifier();
    const user = ['root', 'administrator', 'deploy', 'backup', 'sa'][index % 5] ?? 'root';
    const name = `${user} (${host?.name ?? 'unknown'})`;
    insert.run(
      id,
      name,
      user,
      host?.type === 'Server' ? host.id : null,
      host?.type === 'VaultDomain' ? host.id : null,
      host?.type === 'VaultDatabase' ? host.id : null,
      host?.name ?? null,
      `Account ${user}`,
      index % 3 === 0 ? 0 : 1,
      index % 13 === 12 ? 'Missing' : 'OK',
      random.pick(owners.people).username,
      random.below(2),
      past(60),
    );
    return { type: 'VaultAccount', id, name };
  });
}
