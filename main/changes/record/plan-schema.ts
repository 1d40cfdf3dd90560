import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';
import { planBackup } from './plan-backup.ts';

export const changeSchemaSteps: SchemaSteps = {
  noun: 'changes',
  records: {
    plans: 'plans and history entries',
    plan_items: 'changes in them',
    target_versions: 'earlier versions',
  },
  backup: planBackup,
  space: [
    {
      ...{ table: 'plans', kind: 'history', isCounted: true },
      removable: `state = 'finished' AND id NOT IN (SELECT plan_id FROM provisional_plans)`,
    },
    {
      ...{ table: 'plan_items', kind: 'history' },
      tenant: '(SELECT tenant_id FROM plans WHERE plans.id = plan_items.plan_id)',
    },
    { table: 'target_versions', kind: 'history', removable: 'TRUE' },
  ],
  steps: [
    `CREATE TABLE change_runs (
       id TEXT PRIMARY KEY,
       plan_id TEXT NOT NULL,
       tenant_id TEXT NOT NULL,
       tenant_name TEXT NOT NULL,
       applied_by TEXT NOT NULL,
       started_at INTEGER NOT NULL,
       -- 1: interrupted or active. 0: nothing more will be sent for this run.
       is_open INTEGER NOT NULL,
       -- The history entry that this run undoes.
       undoes TEXT,
       -- The run that this one rolls back.
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
    // Replaced or restored items continue under another ID.
    `CREATE TABLE change_successors (
       tenant_id TEXT NOT NULL,
       old_id TEXT NOT NULL,
       new_id TEXT NOT NULL,
       PRIMARY KEY (tenant_id, old_id)
     ) STRICT, WITHOUT ROWID`,
    // One record for a plan through its whole life, in place of runs; kinds are items now, not verbs.
    `CREATE TABLE plans (
       id TEXT PRIMARY KEY,
       -- Of the record's format: a newer one is shown as unreadable, and left unchanged.
       version INTEGER NOT NULL,
       tenant_id TEXT NOT NULL,
       tenant_name TEXT NOT NULL,
       state TEXT NOT NULL,
       origin TEXT NOT NULL,
       title TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       applied_by TEXT NOT NULL,
       applied_at INTEGER,
       error TEXT
     ) STRICT;
     CREATE INDEX plans_by_state ON plans (state, applied_at);
     CREATE TABLE plan_items (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL UNIQUE,
       plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
       state TEXT NOT NULL,
       kind TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       verb TEXT NOT NULL,
       target_id TEXT NOT NULL,
       planned_target_id TEXT NOT NULL,
       target_name TEXT NOT NULL,
       title TEXT NOT NULL,
       summary TEXT NOT NULL,
       group_id TEXT NOT NULL,
       decision TEXT,
       base TEXT,
       wanted TEXT,
       before TEXT,
       after TEXT,
       notes TEXT,
       outcome TEXT,
       words TEXT NOT NULL,
       draft TEXT,
       undoes TEXT,
       revives TEXT,
       error TEXT,
       settled_at INTEGER,
       undone_by TEXT
     ) STRICT;
     CREATE INDEX plan_items_by_plan ON plan_items (plan_id, state);
     CREATE INDEX plan_items_by_group ON plan_items (plan_id, group_id);
     CREATE INDEX plan_items_by_target ON plan_items (target_id);
     CREATE INDEX plan_items_by_undone ON plan_items (undoes) WHERE undoes IS NOT NULL;
     INSERT INTO plans
       SELECT r.id, 1, r.tenant_id, r.tenant_name, 'finished',
         CASE WHEN r.undoes IS NULL THEN '{"type":"edit"}'
           ELSE json_object('type', 'undo',
             'planId', coalesce((SELECT u.run_id FROM change_items u WHERE u.id = r.undoes), r.undoes)) END,
         coalesce((SELECT CASE WHEN COUNT(*) = 1
             THEN min(i.item ->> '$.title') || ' · ' || min(i.item ->> '$.target.name')
             ELSE COUNT(*) || ' changes' END FROM change_items i WHERE i.run_id = r.id), 'Change'),
         r.started_at, r.applied_by, r.started_at, NULL
       FROM change_runs r;
     INSERT INTO plan_items
       SELECT i.sequence, i.id, i.run_id,
         CASE i.state WHEN 'verified' THEN 'verified' WHEN 'rolled-back' THEN 'taken-back'
           WHEN 'failed' THEN 'unknown' WHEN 'applying' THEN 'unknown' ELSE 'left-out' END,
         CASE substr(i.item ->> '$.kind', 1, instr(i.item ->> '$.kind', '.') - 1)
           WHEN 'webhooks' THEN 'webhook-file'
           ELSE substr(i.item ->> '$.kind', 1, instr(i.item ->> '$.kind', '.') - 1) END,
         0,
         CASE i.item ->> '$.action' WHEN 'none' THEN 'update' ELSE i.item ->> '$.action' END,
         i.target_id, i.target_id, i.item ->> '$.target.name', i.item ->> '$.title', i.item ->> '$.summary', i.id, NULL,
         NULL, NULL,
         CASE i.item ->> '$.kind'
           WHEN 'script.replace' THEN json_object('application', i.item ->> '$.target.name', 'script', i.work ->> '$.before')
           WHEN 'origins.set' THEN json_object('origins', json(i.work -> '$.before'))
           WHEN 'webhook.replace' THEN i.work -> '$.before'
           WHEN 'webhook.delete' THEN i.work -> '$.definition' END,
         CASE i.item ->> '$.kind'
           WHEN 'script.replace' THEN json_object('application', i.item ->> '$.target.name', 'script', i.work ->> '$.after')
           WHEN 'origins.set' THEN json_object('origins', json(i.work -> '$.after'))
           WHEN 'webhook.replace' THEN i.work -> '$.after'
           WHEN 'webhook.create' THEN i.work -> '$.definition' END,
         CASE WHEN i.item ->> '$.kind' LIKE 'webhook.%'
           THEN json_object('existingIds', json(coalesce(i.work -> '$.existingIds', '[]'))) END,
         CASE WHEN i.state = 'verified' THEN json_object('targetId',
           CASE i.item ->> '$.action' WHEN 'delete' THEN '' ELSE i.target_id END) END,
         CASE WHEN i.item ->> '$.kind' IN ('script.replace', 'origins.set', 'webhook.create')
             OR (i.item ->> '$.kind' = 'webhook.replace' AND i.work -> '$.before' IS NOT NULL)
             OR (i.item ->> '$.kind' = 'webhook.delete' AND i.work -> '$.definition' IS NOT NULL)
           THEN json_object('basis', 'fresh', 'warnings', json('[]'), 'steps', json('[]'), 'shown', json(shown.parts))
           ELSE json_object('basis', 'fresh', 'warnings', json('[]'), 'steps', json('[]'), 'shown', json(shown.parts),
             'irreversible', 'It was applied by an earlier version of Tenant Desk.') END,
         NULL, NULL, NULL, i.error, i.applied_at,
         (SELECT u.run_id FROM change_items u WHERE u.id = i.undone_by)
       FROM change_items i
       JOIN (SELECT id, json_array(json_object('type', 'text', 'name', 'content', 'label', 'Content',
           'isChanged', json(CASE item ->> '$.action' WHEN 'none' THEN 'false' ELSE 'true' END),
           'language', CASE item ->> '$.format' WHEN 'script' THEN 'javascript' WHEN 'json' THEN 'json' ELSE 'text' END,
           'before', item ->> '$.before', 'after', item ->> '$.after')) AS parts FROM change_items) shown
         ON shown.id = i.id;
     DROP TABLE change_items;
     DROP TABLE change_runs`,
    // A review can also group by the type of the items.
    `ALTER TABLE plan_items ADD COLUMN type_name TEXT NOT NULL DEFAULT ''`,
    // Earlier states of items: those of scripts were already in the history.
    `CREATE TABLE target_versions (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       state TEXT NOT NULL,
       -- In characters of the state.
       size INTEGER NOT NULL,
       source TEXT NOT NULL,
       author TEXT NOT NULL,
       noted_at INTEGER NOT NULL,
       plan_id TEXT
     ) STRICT;
     CREATE INDEX target_versions_by_target ON target_versions (tenant_id, kind, target_id);
     CREATE INDEX target_versions_by_size ON target_versions (size);
     INSERT INTO target_versions
         (tenant_id, kind, target_id, kind_version, state, size, source, author, noted_at, plan_id)
       SELECT p.tenant_id, i.kind, i.target_id, i.kind_version, i.after, length(i.after),
         CASE WHEN i.undoes IS NULL THEN 'applied' ELSE 'undone' END, p.applied_by,
         coalesce(i.settled_at, p.applied_at, p.created_at), p.id
       FROM plan_items i JOIN plans p ON p.id = i.plan_id
       WHERE i.kind = 'script' AND i.state IN ('verified', 'taken-back') AND i.after IS NOT NULL
       ORDER BY coalesce(i.settled_at, p.applied_at, p.created_at), i.sequence`,
    // Plans that revert unless a person confirms them.
    `CREATE TABLE provisional_plans (
       plan_id TEXT PRIMARY KEY REFERENCES plans (id) ON DELETE CASCADE,
       state TEXT NOT NULL,
       -- Milliseconds since the epoch.
       until INTEGER,
       error TEXT
     ) STRICT`,
    // Earlier versions stored "verified" for changes that the tenant had accepted and no read could show: actions without an ID, and
    // switches of webhooks whose state wasn't returned.
    `UPDATE plan_items SET state = 'accepted' WHERE state = 'verified' AND json_valid(outcome) AND (
       (kind = 'job' AND coalesce(outcome ->> '$.targetId', '') = '')
       OR (kind = 'webhook' AND verb = 'update' AND json_valid(before) AND json_valid(after)
         AND outcome ->> '$.shown.enabled' IS NULL AND json_type(outcome, '$.shown') = 'object'
         AND before ->> '$.enabled' IS NOT after ->> '$.enabled'
         AND json_remove(before, '$.enabled') = json_remove(after, '$.enabled')))`,
    // Items that appeared while a response was lost, for a person to decide who created them.
    'ALTER TABLE plan_items ADD COLUMN arrivals TEXT',
  ],
};
