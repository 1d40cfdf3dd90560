import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { queryBackup } from './query-backup.ts';

export const querySchemaSteps: SchemaSteps = {
  noun: 'queries',
  records: {
    saved_queries: 'saved queries',
    query_folders: 'folders of saved queries',
    query_runs: 'entries of the query history',
  },
  backup: queryBackup,
  space: [{ table: 'query_runs', kind: 'history', removable: 'TRUE' }],
  // The contents of a lost folder move to the top level.
  afterSalvage: `UPDATE saved_queries SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM query_folders);
     UPDATE query_folders SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM query_folders)`,
  steps: [
    `CREATE TABLE query_runs (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       tenant_id TEXT NOT NULL,
       text TEXT NOT NULL,
       ran_at INTEGER NOT NULL,
       duration_ms REAL NOT NULL,
       row_count INTEGER,
       error_message TEXT
     ) STRICT;
     CREATE INDEX query_runs_by_tenant ON query_runs (tenant_id, sequence);
     CREATE TABLE saved_queries (
       id TEXT PRIMARY KEY,
       name TEXT NOT NULL,
       text TEXT NOT NULL,
       saved_at INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE seen_columns (
       tenant_id TEXT NOT NULL,
       table_name TEXT NOT NULL,
       column_name TEXT NOT NULL,
       type TEXT NOT NULL,
       PRIMARY KEY (tenant_id, table_name, column_name)
     ) STRICT, WITHOUT ROWID`,
    // The values entered for the parameters of a query are saved with it.
    `ALTER TABLE saved_queries ADD COLUMN parameters TEXT NOT NULL DEFAULT '[]'`,
    // Results whose rows are in separate files; each place of a tenant has one.
    `CREATE TABLE query_results (
       id TEXT PRIMARY KEY,
       tenant_id TEXT NOT NULL,
       place TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       content TEXT NOT NULL
     ) STRICT;
     CREATE INDEX query_results_by_place ON query_results (tenant_id, place);
     CREATE TABLE query_tabs (tenant_id TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT`,
    // Folders of saved queries. Removed ones are hidden under the ID of their removal until they are restored.
    `CREATE TABLE query_folders (id TEXT PRIMARY KEY, name TEXT NOT NULL, parent_id TEXT, removal_id TEXT) STRICT;
     ALTER TABLE saved_queries ADD COLUMN description TEXT NOT NULL DEFAULT '';
     ALTER TABLE saved_queries ADD COLUMN folder_id TEXT;
     ALTER TABLE saved_queries ADD COLUMN tenant_id TEXT;
     ALTER TABLE saved_queries ADD COLUMN is_favorite INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE saved_queries ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
     ALTER TABLE saved_queries ADD COLUMN removal_id TEXT;
     ALTER TABLE query_runs ADD COLUMN parameters TEXT NOT NULL DEFAULT '[]';
     CREATE TRIGGER query_runs_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM query_runs WHERE tenant_id = OLD.id; END;
     CREATE TRIGGER saved_queries_outlive_tenant AFTER DELETE ON tenants
     BEGIN UPDATE saved_queries SET tenant_id = NULL WHERE tenant_id = OLD.id; END`,
  ],
};
