import type { DatabaseSync } from 'node:sqlite';
import type { ApplicationStore } from '../management/application-store.ts';
import type { CustomerConfig } from '../management/customer-config.ts';
import { initialCustomerConfig } from '../management/customer-config.ts';
import { isRecord } from '../requests/request-members.ts';
import { inTransaction } from '../store/open-database.ts';
import type { Settings } from '../store/settings.ts';
import { createRandomSource } from './random-source.ts';
import { seedApplications } from './seed-applications.ts';
import { seedEvents, type EventSubject } from './seed-events.ts';
import { seedUsers, type SeedUser } from './seed-users.ts';
import { places } from '../organization/organization.ts';
import { seedDeployments } from './seed-deployments.ts';
import { seedVault } from './seed-vault.ts';
import { seedResources } from './seed-resources.ts';

interface SeedParts {
  readonly database: DatabaseSync;
  readonly settings: Settings;
  readonly applications: ApplicationStore;
  readonly config: CustomerConfig;
  readonly tenantName: string;
  readonly baseUrl: string;
  /** Differs between tenants, so that their IDs do too. */
  readonly seed: number;
  readonly now: number;
  readonly newSecret: () => string;
  /** Adds the initial data of the analytics part. */
  readonly seedAnalytics: () => void;
}

export interface SeedSize {
  readonly applications: number;
  readonly events: number;
}

const SETTING = 'seeded';
const VAULT_SETTING = 'seededVault';
/** Otherwise its IDs would equal those of the resources seeded first. */
const VAULT_OFFSET = 7_777_777;
const ANALYTICS_SETTING = 'seededAnalytics';

/**
 * Fills a new tenant, and grows one that was seeded with a smaller size. Later changes by users are
 * preserved.
 */
export function seedTenant(parts: SeedParts, size: SeedSize): void {
  const stored = parts.settings.read(SETTING);
  const from = isRecord(stored)
    ? { applications: Number(stored['applications']), events: Number(stored['events']) }
    : { applications: 0, events: 0 };
  if (stored === undefined || from.applications < size.applications || from.events < size.events) {
    inTransaction(parts.database, () => {
      if (stored === undefined) seedBasics(parts);
      grow(parts, from, size);
    });
    parts.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  if (parts.settings.read(VAULT_SETTING) === undefined) {
    inTransaction(parts.database, () => {
      seedVault(parts.database, createRandomSource(parts.seed + VAULT_OFFSET), parts.now);
      parts.settings.write(VAULT_SETTING, true);
    });
  }
  if (parts.settings.read(ANALYTICS_SETTING) !== undefined) return;
  parts.seedAnalytics();
  parts.settings.write(ANALYTICS_SETTING, true);
}

function grow(parts: SeedParts, from: SeedSize, size: SeedSize): void {
  const random = createRandomSource(parts.seed + from.applications + from.events + 1);
  const roleIds = parts.database
    .prepare('SELECT ID FROM Role ORDER BY ID')
    .all()
    .map((row) => String(row['ID']));
  seedApplications({ ...parts, random, roleIds }, from.applications, size.applications);
  const [first, ...others] = usersOf(parts.database);
  if (first === undefined) throw new Error('The tenant has no users to have events.');
  seedEvents(
    { ...parts, random, people: [first, ...others], subjects: subjectsOf(parts.database) },
    from.events,
    size.events,
  );
  if (from.applications === 0) seedDeployments(parts.database, parts.now);
  parts.settings.write(SETTING, {
    applications: Math.max(from.applications, size.applications),
    events: Math.max(from.events, size.events),
  });
}

function seedBasics(parts: SeedParts): void {
  const random = createRandomSource(parts.seed);
  const directoryUuid = random.identifier();
  parts.config.write(initialCustomerConfig(parts.tenantName, random.identifier(), directoryUuid));
  const { people } = seedUsers(parts.database, random, directoryUuid, parts.now);
  seedResources(parts.database, random, people, parts.now);
}

function usersOf(database: DatabaseSync): SeedUser[] {
  return database
    .prepare('SELECT ID, Username, DisplayName, City FROM User ORDER BY CreateDate')
    .all()
    .map((row) => ({
      id: String(row['ID']),
      username: String(row['Username']),
      displayName: String(row['DisplayName']),
      place: places.find((place) => place.city === row['City']) ?? places[0],
    }));
}

const SUBJECT_TABLES = [
  'Application',
  'Server',
  'VaultAccount',
  'VaultDatabase',
  'VaultDomain',
  'Device',
  'SshKeys',
] as const;

function subjectsOf(database: DatabaseSync): Partial<Record<EventSubject['type'], EventSubject[]>> {
  const subjects: Partial<Record<EventSubject['type'], EventSubject[]>> = {};
  for (const type of SUBJECT_TABLES) {
    subjects[type] = database
      .prepare(`SELECT ID, Name FROM ${type} ORDER BY ID LIMIT 2000`)
      .all()
      .map((row) => ({ type, id: String(row['ID']), name: String(row['Name']) }));
  }
  for (const type of ['Subscription', 'DiscoveryProfile', 'GenericSecret', 'MpAccount'] as const) {
    subjects[type] = database
      .prepare('SELECT id, name FROM vaulted_object WHERE kind = ? ORDER BY id')
      .all(type)
      .map((row) => ({ type, id: String(row['id']), name: String(row['name']) }));
  }
  return subjects;
}
