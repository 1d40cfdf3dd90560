import { z } from 'zod';
import { tenantProfileSchema } from '../../../contract/tenants/tenants.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

export const tenantSchemaSteps: SchemaSteps = {
  noun: 'tenants',
  records: { tenants: 'tenants' },
  steps: [
    `CREATE TABLE tenants (
       id TEXT PRIMARY KEY,
       -- The profile as the contract has it, without its identifier and without secrets.
       profile TEXT NOT NULL,
       -- By which an embedded tenant is known again at the next start; null for all others.
       embedded_key TEXT UNIQUE,
       position INTEGER NOT NULL
     ) STRICT`,
  ],
};

/** A profile, with the key of an embedded tenant. */
export interface StoredTenant {
  readonly profile: TenantProfile;
  readonly embeddedKey: string | null;
}

/** The profiles on disk, in the order of creation. Contains no secrets. */
export interface TenantStore extends TenantDirectory {
  /** `embeddedKey` marks the profile of an embedded tenant. */
  insert(profile: TenantProfile, embeddedKey?: string): void;
  replace(profile: TenantProfile): void;
  remove(tenantId: string): void;
  findEmbedded(embeddedKey: string): TenantProfile | undefined;
  /** As stored, for a backup. */
  listStored(): StoredTenant[];
}

const rowSchema = z.object({ id: z.string(), profile: z.string() });
const embeddedRow = z.object({ embedded_key: z.string().nullable() });
/** A short command lists a handful of tenants, and each profile is read once. */
const few = { jitless: true };
const storedSchema = tenantProfileSchema.omit({ id: true });

export function createTenantStore(database: Database): TenantStore {
  const selectAll = database.prepare('SELECT id, profile, embedded_key FROM tenants ORDER BY position');
  const selectOne = database.prepare('SELECT id, profile FROM tenants WHERE id = ?');
  const selectEmbedded = database.prepare('SELECT id, profile FROM tenants WHERE embedded_key = ?');
  const insert = database.prepare(
    `INSERT INTO tenants (id, profile, embedded_key, position)
     VALUES (?, ?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM tenants))`,
  );
  const update = database.prepare('UPDATE tenants SET profile = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM tenants WHERE id = ?');
  /** Cached until it is written, because every request needs a profile. Only this store writes the table. */
  const known = new Map<string, TenantProfile>();

  return {
    get(tenantId) {
      const read = known.get(tenantId);
      if (read !== undefined) return read;
      const row = selectOne.get(tenantId);
      if (row === undefined) {
        throw failure('not-found', 'Tenant not found.');
      }
      const profile = profileOf(row);
      known.set(tenantId, profile);
      return profile;
    },
    list: () => selectAll.all().map(profileOf),
    insert(profile, embeddedKey) {
      insert.run(profile.id, toText(profile), embeddedKey ?? null);
    },
    replace(profile) {
      known.delete(profile.id);
      update.run(toText(profile), profile.id);
    },
    remove(tenantId) {
      known.delete(tenantId);
      remove.run(tenantId);
    },
    listStored: () =>
      selectAll.all().map((row) => ({
        profile: profileOf(row),
        embeddedKey: parseRow(embeddedRow, row).embedded_key,
      })),
    findEmbedded(embeddedKey) {
      const row = selectEmbedded.get(embeddedKey);
      return row === undefined ? undefined : profileOf(row);
    },
  };
}

function profileOf(row: unknown): TenantProfile {
  const { id, profile } = parseRow(rowSchema, row, few);
  return { id, ...parseJsonColumn(storedSchema, profile, few) };
}

function toText({ id: _id, ...profile }: TenantProfile): string {
  return JSON.stringify(profile);
}
