import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';
import { draftBackup } from './draft-backup.ts';

/** The text of a form becomes the state of its kind; text that isn't valid JSON stays text. */
const stateOf = (column: string): string => `CASE
  WHEN ${column} IS NULL THEN NULL
  WHEN kind = 'script' THEN json_object('application', '', 'script', ${column})
  WHEN kind = 'query' THEN json_object('text', ${column})
  WHEN NOT json_valid(${column}) THEN json_quote(${column})
  WHEN kind = 'origins' THEN json_object('origins', json(${column}))
  ELSE ${column} END`;

export const draftSchemaSteps: SchemaSteps = {
  noun: 'drafts',
  records: { drafts: 'drafts', discarded_drafts: 'discarded drafts' },
  backup: draftBackup,
  space: [
    { table: 'drafts', kind: 'drafts', isCounted: true },
    { table: 'discarded_drafts', kind: 'drafts' },
  ],
  // The last revision may be lost; milliseconds since the epoch are more than any counter ever reached.
  afterSalvage: 'UPDATE draft_revisions SET last = max(last, unixepoch() * 1000)',
  steps: [
    `CREATE TABLE drafts (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       title TEXT NOT NULL,
       content TEXT NOT NULL,
       base TEXT,
       saved_at INTEGER NOT NULL,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT`,
    `ALTER TABLE drafts RENAME TO drafts_of_texts;
     CREATE TABLE drafts (
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       title TEXT NOT NULL,
       state TEXT NOT NULL,
       base TEXT,
       -- Counts the saves, so that two windows on one draft notice each other.
       revision INTEGER NOT NULL,
       saved_at INTEGER NOT NULL,
       -- Why applying it failed the last time.
       error TEXT,
       PRIMARY KEY (tenant_id, kind, target_id)
     ) STRICT;
     INSERT INTO drafts
       SELECT tenant_id, kind, target_id, 0, title, ${stateOf('content')}, ${stateOf('base')}, 1, saved_at, NULL
       FROM drafts_of_texts;
     DROP TABLE drafts_of_texts;
     CREATE TABLE discarded_drafts (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant_id TEXT NOT NULL,
       kind TEXT NOT NULL,
       target_id TEXT NOT NULL,
       kind_version INTEGER NOT NULL,
       title TEXT NOT NULL,
       state TEXT NOT NULL,
       base TEXT,
       discarded_at INTEGER NOT NULL
     ) STRICT`,
    // A revision is never used twice, by any draft: an old plan must not mistake a later draft of the same item for the one that it
    // was made from. Earlier versions counted from 1 for each draft, and none came near this.
    `CREATE TABLE draft_revisions (last INTEGER NOT NULL) STRICT;
     INSERT INTO draft_revisions VALUES (1000000000);
     -- The revision of its first save.
     ALTER TABLE drafts ADD COLUMN began INTEGER NOT NULL DEFAULT 1`,
    // Every save looks for the one before it: without an index it would read the texts of all other drafts.
    `CREATE INDEX drafts_by_revision ON drafts (tenant_id, kind, revision)`,
  ],
};
