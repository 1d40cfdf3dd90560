import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

export const changeSchemaSteps: SchemaSteps = {
  noun: 'changes',
  steps: [
    `CREATE TABLE change_runs (
       id TEXT PRIMARY KEY,
       plan_id TEXT NOT NULL,
       tenant_id TEXT NOT NULL,
       tenant_name TEXT NOT NULL,
       applied_by TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       -- 1: cut short or under way. 0: nothing more will be sent for this run.
       is_open INTEGER NOT NULL,
       -- The history entry that this run undoes.
       undoes TEXT,
       -- The run whose work this one takes back.
       rolls_back TEXT
     ) STRICT;
     CREATE TABLE change_items (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       run_id TEXT NOT NULL REFERENCES change_runs (id) ON DELETE CASCADE,
       state TEXT NOT NULL,
       item TEXT NOT NULL,
       target_id TEXT NOT NULL,
       work TEXT NOT NULL,
       outcome TEXT,
       inverse TEXT,
       error TEXT,
       applied_at INTEGER,
       undone_by TEXT
     ) STRICT;
     CREATE INDEX change_items_by_run ON change_items (run_id);
     CREATE INDEX change_items_by_target ON change_items (target_id);
     CREATE INDEX change_runs_open ON change_runs (is_open)`,
    // What was replaced or brought back goes on under another identifier.
    `CREATE TABLE change_successors (
       tenant_id TEXT NOT NULL,
       old_id TEXT NOT NULL,
       new_id TEXT NOT NULL,
       PRIMARY KEY (tenant_id, old_id)
     ) STRICT, WITHOUT ROWID`,
  ],
};
