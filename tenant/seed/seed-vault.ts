import type { DatabaseSync } from 'node:sqlite';
import { toStoredTime } from '../store/timestamps.ts';
import type { RandomSource } from './random-source.ts';

const DAY_MS = 86_400_000;

/**
 * Data for the columns of a later schema: folders of secrets, accounts behind multiplexed ones and at cloud
 * providers, access review campaigns, members of directory groups. Based on existing data, so that a tenant
 * seeded earlier gets it too.
 */
export function seedVault(database: DatabaseSync, random: RandomSource, now: number): void {
  seedFolders(database, random, now);
  seedRealAccounts(database);
  seedCloudAccounts(database, random, now);
  seedCampaigns(database, random, now);
  seedGroupMembers(database);
}

function idsOf(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(row['id']));
}

/** A folder of secrets is a set with the collection type `Phantom`. */
function seedFolders(database: DatabaseSync, random: RandomSource, now: number): void {
  const insert = database.prepare(
    "INSERT INTO Sets (ID, Name, ObjectType, CollectionType, Description, WhenCreated, ParentPath) VALUES (?, ?, 'DataVault', 'Phantom', ?, ?, ?)",
  );
  const place = database.prepare('UPDATE vaulted_object SET folder_id = ? WHERE id = ?');
  const folders = [
    { name: 'Operations', parent: '', description: 'For the on-call engineer' },
    { name: 'Certificates', parent: 'Operations', description: 'Private keys of certificates' },
  ].map(({ name, parent, description }) => {
    const id = random.identifier();
    insert.run(id, name, description, toStoredTime(now - 80 * DAY_MS), parent);
    return id;
  });
  const [first, second] = idsOf(
    database,
    "SELECT id FROM vaulted_object WHERE kind = 'GenericSecret' ORDER BY name DESC",
  );
  if (first !== undefined) place.run(folders[1] ?? null, first);
  if (second !== undefined) place.run(folders[0] ?? null, second);
}

function seedRealAccounts(database: DatabaseSync): void {
  const accounts = idsOf(database, 'SELECT ID AS id FROM VaultAccount WHERE IsManaged ORDER BY Name, ID');
  const place = database.prepare(
    'UPDATE vaulted_object SET first_account = ?, second_account = ? WHERE id = ?',
  );
  idsOf(database, "SELECT id FROM vaulted_object WHERE kind = 'MpAccount' ORDER BY name").forEach(
    (id, index) => place.run(accounts[2 * index] ?? null, accounts[2 * index + 1] ?? null, id),
  );
}

function seedCloudAccounts(database: DatabaseSync, random: RandomSource, now: number): void {
  const insert = database.prepare(
    `INSERT INTO VaultAccount (ID, Name, User, Description, IsManaged, Status, OwnerName, ActiveCheckouts, LastChange, CloudProviderId)
     SELECT ?, 'root (' || Name || ')', 'root', 'Root user of the cloud account', 0, 'OK', (SELECT Username FROM User ORDER BY CreateDate LIMIT 1), 0, ?, ID
     FROM CloudProviders WHERE ID = ?`,
  );
  for (const provider of idsOf(database, 'SELECT ID AS id FROM CloudProviders ORDER BY Name'))
    insert.run(random.identifier(), toStoredTime(now - random.below(60 * DAY_MS)), provider);
}

function seedCampaigns(database: DatabaseSync, random: RandomSource, now: number): void {
  const insert = database.prepare('INSERT INTO CampaignCycle VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const campaign = random.identifier();
  [
    { status: 'Completed', startedDays: 95, reviewed: 48 },
    { status: 'InProgress', startedDays: 5, reviewed: 17 },
  ].forEach(({ status, startedDays, reviewed }) => {
    const from = now - startedDays * DAY_MS;
    insert.run(
      random.identifier(),
      campaign,
      'Quarterly access review',
      status,
      toStoredTime(from),
      toStoredTime(from + 14 * DAY_MS),
      reviewed,
      48,
    );
  });
}

/** A directory group has the name and members of a role. */
function seedGroupMembers(database: DatabaseSync): void {
  database.exec(
    `INSERT OR IGNORE INTO group_member (group_id, user_id)
     SELECT g.InternalName, m.user_id FROM DsGroups g JOIN Role r ON r.Name = g.DisplayName JOIN role_member m ON m.role_id = r.ID`,
  );
}
