import { z } from 'zod';
import { failure } from '../errors/failure.ts';
import type { BackupTable } from './backup-table.ts';
import type { Database } from './database.ts';
import { parseRow, transaction } from './database.ts';

/**
 * The schema migrations of one noun. Step 1 is the first entry; released steps are never edited, new ones are appended. Each runs in
 * a transaction that also records it.
 */
export interface SchemaSteps {
  /** The noun that owns the tables, for example `drafts`. */
  readonly noun: string;
  /** SQL scripts, oldest first. */
  readonly steps: readonly string[];
  /** Tables with user data and their plural nouns, for the damage report. */
  readonly records?: Readonly<Record<string, string>>;
  /** Tables that a backup of the profile contains; those that others refer to come first. */
  readonly backup?: readonly BackupTable[];
  /** Tables whose size people see by tenant, and of which they can remove rows. */
  readonly space?: readonly TableSpace[];
  /** SQL that restores consistency after rows may have been lost. */
  readonly afterSalvage?: string;
}

/** A table with data of tenants. */
export interface TableSpace {
  readonly table: string;
  readonly kind: 'caches' | 'history' | 'drafts';
  /** SQL for the ID of the tenant of a row; default: `tenant_id`. */
  readonly tenant?: string;
  /** Its rows are counted: others belong to them. */
  readonly isCounted?: true;
  /** SQL condition of the rows that are removed with the local data of a tenant; absent: none, or they go with others. */
  readonly removable?: string;
}

/** Version of the profile folder; incremented when older versions must not open it. */
export const profileVersion = 1;

const versionRow = z.object({ user_version: z.number().int() });
const appliedRow = z.object({ noun: z.string(), step: z.number().int() });

/**
 * Throws `profile-version-unknown` if a newer Tenant Desk wrote this database. Read-only, so that the file is unchanged.
 */
export function rejectUnknownVersion(
  database: Database,
  nouns: readonly SchemaSteps[],
  folder: string,
): void {
  const version = versionOf(database);
  if (version > profileVersion) throw newer(folder, `Profile version ${version}`);
  for (const [noun, step] of appliedSteps(database)) {
    const known = nouns.find((candidate) => candidate.noun === noun)?.steps.length ?? 0;
    if (step > known) throw newer(folder, `Step ${step} of ${noun}`);
  }
}

/** True if a database with data has migrations to run. */
export function hasPendingSteps(database: Database, nouns: readonly SchemaSteps[]): boolean {
  const applied = appliedSteps(database);
  return applied.size > 0 && nouns.some(({ noun, steps }) => steps.length > (applied.get(noun) ?? 0));
}

/** Runs all pending migrations, each step in its own transaction. */
export function applySchemaSteps(database: Database, nouns: readonly SchemaSteps[], now: () => number): void {
  // The table has the name used by the first profiles.
  database.exec(
    `CREATE TABLE IF NOT EXISTS migrations (
       noun TEXT NOT NULL, step INTEGER NOT NULL, applied_at INTEGER NOT NULL, PRIMARY KEY (noun, step)
     ) STRICT, WITHOUT ROWID`,
  );
  const applied = appliedSteps(database);
  const note = database.prepare('INSERT INTO migrations (noun, step, applied_at) VALUES (?, ?, ?)');
  for (const { noun, steps } of nouns) {
    const done = applied.get(noun) ?? 0;
    steps.slice(done).forEach((sql, index) => {
      transaction(database, () => {
        database.exec(sql);
        note.run(noun, done + index + 1, now());
      });
    });
  }
  // Writing even the same number writes a page, which fails on a full disk.
  if (versionOf(database) !== profileVersion) database.exec(`PRAGMA user_version = ${profileVersion}`);
}

function versionOf(database: Database): number {
  return parseRow(versionRow, database.prepare('PRAGMA user_version').get()).user_version;
}

/** The last applied step by noun. */
export function appliedSteps(database: Database): ReadonlyMap<string, number> {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (hasTable === undefined) return new Map();
  const rows = database.prepare('SELECT noun, MAX(step) AS step FROM migrations GROUP BY noun').all();
  return new Map(rows.map((row) => parseRow(appliedRow, row)).map(({ noun, step }) => [noun, step]));
}

function newer(folder: string, detail: string) {
  return failure(
    'profile-version-unknown',
    `The profile folder ${folder} was written by a newer version of Tenant Desk. It wasn’t changed. Update Tenant Desk, or start with a different profile folder.`,
    { detail: `${detail} is not known to this version.` },
  );
}
