import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/**
 * What a person has seen of each tenant, and the differences found. States of kinds have placeholders instead of credentials,
 * and so do these rows.
 */
export const driftSchemaSteps: SchemaSteps = {
  noun: 'drift',
  records: { seen_things: 'last seen versions', drifted_things: 'changes by others' },
  space: [
    { table: 'seen_things', kind: 'history', removable: 'TRUE' },
    { table: 'drifted_things', kind: 'history', removable: 'TRUE' },
    { table: 'drift_looks', kind: 'history', removable: 'TRUE' },
  ],
  steps: [
    `CREATE TABLE seen_things (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       name TEXT NOT NULL,
       about TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       -- Null if it was never read.
       state TEXT,
       seen_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     CREATE TABLE drifted_things (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       seen_id TEXT NOT NULL,
       difference TEXT NOT NULL,
       name TEXT NOT NULL,
       about TEXT NOT NULL,
       summary TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       before TEXT,
       after TEXT,
       seen_at INTEGER NOT NULL,
       -- When the tenant was read that showed it.
       read_at INTEGER NOT NULL,
       changed_at INTEGER,
       changed_by TEXT NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     CREATE TABLE drift_looks (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       read_at INTEGER NOT NULL,
       not_compared INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind)
     ) STRICT;
     CREATE TRIGGER drift_goes_with_tenant AFTER DELETE ON tenants
     BEGIN
       DELETE FROM seen_things WHERE tenant_id = OLD.id;
       DELETE FROM drifted_things WHERE tenant_id = OLD.id;
       DELETE FROM drift_looks WHERE tenant_id = OLD.id;
     END`,
    `-- Identifies the key that secrets in the state were hidden with: those of two keys can't be compared.
     ALTER TABLE seen_things ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
     -- When it was last compared: of many items, each check reads those first that weren't read for the longest time.
     ALTER TABLE seen_things ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE drifted_things ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
     ALTER TABLE drift_looks ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0`,
  ],
};
