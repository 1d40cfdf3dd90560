// cspell:ignore favourite (a table of existing databases)
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store/open-database.ts';

/**
 * In the order required by foreign keys. Signing keys are preserved, so that issued ID tokens can still be
 * verified.
 */
const TABLES = [
  'role_application',
  'application_grant',
  'group_member',
  'role_member',
  'role_right',
  'credential',
  'application_record',
  'set_member',
  'user_application_data',
  'favourite',
  'vaulted_object',
  'device_application',
  'computer_role',
  'job',
  'Event',
  'Device',
  'DsGroups',
  'Server',
  'VaultDomain',
  'VaultDatabase',
  'VaultAccount',
  'Sets',
  'SshKeys',
  'Proxy',
  'CloudProviders',
  'CampaignCycle',
  'Role',
  'User',
];

/** Empties the tenant except for its keys, its sessions and tokens, and the data of the analytics part. */
export function emptyTenant(database: DatabaseSync): void {
  inTransaction(database, () => {
    for (const table of TABLES) database.exec(`DELETE FROM ${table}`);
    database.exec("DELETE FROM tenant_setting WHERE name IN ('seeded', 'seededVault', 'customerConfig')");
  });
}
