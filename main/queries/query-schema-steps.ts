import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

export const querySchemaSteps: SchemaSteps = {
  noun: 'queries',
  records: { saved_queries: 'saved queries', query_runs: 'entries of the query history' },
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
    // What was entered for the parameters of a query is saved with it.
    `ALTER TABLE saved_queries ADD COLUMN parameters TEXT NOT NULL DEFAULT '[]'`,
    // Results whose rows are in files of their own; each place of a tenant has one.
    `CREATE TABLE query_results (
       id TEXT PRIMARY KEY,
       tenant_id TEXT NOT NULL,
       place TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       content TEXT NOT NULL
     ) STRICT;
     CREATE INDEX query_results_by_place ON query_results (tenant_id, place);
     CREATE TABLE query_tabs (tenant_id TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT`,
  ],
};
