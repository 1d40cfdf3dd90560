import { z } from 'zod';
import { failure } from '../errors/failure.ts';
import type { Database } from './database.ts';
import { parseRow, transaction } from './database.ts';

/**
 * The tables of one noun. Step 1 is the first entry; steps are never edited once released, only added to. Each
 * runs in one transaction with the note that it ran.
 */
export interface SchemaSteps {
  /** The noun that owns the tables, for example `drafts`. */
  readonly noun: string;
  /** SQL scripts in the order in which they were added. */
  readonly steps: readonly string[];
  /** Tables with what a person made, each with its plural: what is told of them after the database was damaged. */
  readonly records?: Readonly<Record<string, string>>;
  /** SQL that puts right what must hold between rows when some of them may be lost. */
  readonly afterSalvage?: string;
}

/** Layout of the profile folder as a whole; raised when an older version must not touch it any more. */
export const profileVersion = 1;

const versionRow = z.object({ user_version: z.number().int() });
const appliedRow = z.object({ noun: z.string(), step: z.number().int() });

/**
 * Throws `profile-version-unknown` when a newer Tenant Desk has written this database. Only reads, so that the
 * file stays as it is.
 */
export function refuseUnknownVersion(
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

/** Brings every noun's tables up to date, each step in a transaction of its own. */
export function applySchemaSteps(database: Database, nouns: readonly SchemaSteps[], now: () => number): void {
  // The table bears the name that the first profiles gave it.
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
  // Even the same number is a page to write, for which a full disk has no room.
  if (versionOf(database) !== profileVersion) database.exec(`PRAGMA user_version = ${profileVersion}`);
}

function versionOf(database: Database): number {
  return parseRow(versionRow, database.prepare('PRAGMA user_version').get()).user_version;
}

/** The last step that ran, by noun. */
export function appliedSteps(database: Database): ReadonlyMap<string, number> {
  const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  if (hasTable === undefined) return new Map();
  const rows = database.prepare('SELECT noun, MAX(step) AS step FROM migrations GROUP BY noun').all();
  return new Map(rows.map((row) => parseRow(appliedRow, row)).map(({ noun, step }) => [noun, step]));
}

function newer(folder: string, detail: string) {
  return failure(
    'profile-version-unknown',
    `The profile folder ${folder} was written by a newer Tenant Desk. It was left as it is. Update Tenant Desk, or start with another profile folder.`,
    { detail: `${detail} is not known to this version.` },
  );
}
