import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Settings } from '../../contract/settings/settings.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import { knownSettings } from '../platform/settings/changed-settings.ts';
import type { BackupTable, StoredRow } from '../platform/storage/backup-table.ts';
import type { Database } from '../platform/storage/database.ts';
import { makeOwnFile } from '../platform/storage/owner-only.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';
import { applySchemaSteps } from '../platform/storage/schema-steps.ts';
import { storageFailure } from '../platform/storage/storage-failure.ts';
import { createYielder } from '../platform/timing/yielder.ts';
import type { BackupFile } from './backup-header.ts';
import { damagedBackup, newerBackup } from './backup-header.ts';
import type { BackupLimits, SecretRecord, TenantRecord } from './backup-records.ts';
import { readRecords, rowSchema } from './backup-records.ts';

/** A backup that was read completely and checked, beside the profile. Secrets of it are in memory only. */
export interface StagedBackup {
  readonly file: Omit<BackupFile, 'payload'>;
  readonly tenants: readonly TenantRecord[];
  readonly settings: Partial<Settings>;
  readonly secrets: readonly SecretRecord[];
  /** Its rows as they arrive in a profile of this version. */
  rows(table: BackupTable): Iterable<StoredRow>;
  /** The rows of a table with a parent that belong to it. */
  children(table: BackupTable, parentId: StoredRow[string]): readonly StoredRow[];
  close(): void;
}

export interface StageOptions {
  readonly file: BackupFile;
  /** Decrypted. */
  readonly payload: Uint8Array;
  readonly nouns: readonly SchemaSteps[];
  /** The profile folder. */
  readonly folder: string;
  readonly limits: BackupLimits;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const maxTenants = 1000;
const maxSecrets = maxTenants * 3;

/**
 * Reads a backup into a separate database, which gets the schema that the backup was made with and is then updated by the same
 * steps as a profile. Throws `file-wrong-shape`, `file-newer`, `file-too-large` and `storage-…`, and leaves nothing behind.
 */
export async function stageBackup(options: StageOptions): Promise<StagedBackup> {
  const { name } = options.file;
  const path = removeStaged(options.folder);
  makeOwnFile(path);
  const database = new DatabaseSync(path);
  const discard = (): void => {
    if (database.isOpen) database.close();
    removeStaged(options.folder);
  };
  try {
    // It is only a copy: a crash may leave it damaged.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
    const content = await fillDatabase(database, options);
    await checkRows(database, options);
    const { payload: _payload, ...file } = options.file;
    return { file, ...content, ...readersOf(database), close: discard };
  } catch (error) {
    discard();
    if (error instanceof DeskFailure) throw error;
    options.signal.throwIfAborted();
    throw storageFailure(error) ?? damagedBackup(name, String(error), error);
  }
}

/** Removes what a crash left, and returns the path of the database. */
export function removeStaged(folder: string): string {
  const path = join(folder, 'desk.restore-in-progress');
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return path;
}

type Content = Pick<StagedBackup, 'tenants' | 'settings' | 'secrets'>;

async function fillDatabase(database: Database, options: StageOptions): Promise<Content> {
  const { file, payload, nouns, limits, now, signal } = options;
  const tenants: TenantRecord[] = [];
  const secrets: SecretRecord[] = [];
  let settings: Partial<Settings> = {};
  const insert = createInsertion(database, nouns, file.name);
  const yielder = createYielder();
  for await (const record of readRecords(file.name, payload, limits)) {
    if (yielder.isOver()) {
      await yielder.rest();
      signal.throwIfAborted();
    }
    if (record.is === 'schema') {
      applySchemaSteps(database, stepsOf(record.steps, nouns, file.name), now);
      database.exec('PRAGMA foreign_keys = OFF; BEGIN');
    }
    if (record.is === 'tenant') tenants.push({ profile: record.profile, embeddedKey: record.embeddedKey });
    if (record.is === 'secret')
      secrets.push({ tenantId: record.tenantId, kind: record.kind, secret: record.secret });
    if (record.is === 'settings') settings = knownSettings(record.settings);
    if (record.is === 'row') insert(record.table, record.row);
    if (tenants.length > maxTenants || secrets.length > maxSecrets)
      throw damagedBackup(file.name, 'It has too many tenants or secrets.');
  }
  database.exec('COMMIT');
  applySchemaSteps(database, nouns, now);
  if (secrets.length > 0 && file.header.encryption === null)
    throw damagedBackup(file.name, 'It has secrets that aren’t encrypted.');
  return { tenants, secrets, settings };
}

/** The schema of the version that made the backup. */
function stepsOf(
  counts: Readonly<Record<string, number>>,
  nouns: readonly SchemaSteps[],
  name: string,
): readonly SchemaSteps[] {
  for (const [noun, count] of Object.entries(counts)) {
    const known = nouns.find((each) => each.noun === noun)?.steps.length ?? 0;
    if (count > known) throw newerBackup(name, `Step ${count} of ${noun} is not known to this version.`);
  }
  return nouns.map((each) =>
    each.backup === undefined ? each : { ...each, steps: each.steps.slice(0, counts[each.noun] ?? 0) },
  );
}

type Insert = (table: string, row: StoredRow) => void;

/** Only into tables that backups have, and only into their columns. */
function createInsertion(database: Database, nouns: readonly SchemaSteps[], name: string): Insert {
  const known = new Set(nouns.flatMap(({ backup = [] }) => backup.map(({ table }) => table)));
  const statements = new Map<string, ReturnType<Database['prepare']>>();
  const columnRow = z.object({ name: z.string() });
  return (table, row) => {
    if (!known.has(table)) throw damagedBackup(name, `It has rows of an unknown table.`);
    const columns = Object.keys(row);
    const key = `${table} ${columns.join(' ')}`;
    let statement = statements.get(key);
    if (statement === undefined) {
      const found = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      const existing = new Set(found.map((each) => columnRow.parse(each).name));
      if (columns.length === 0 || !columns.every((column) => existing.has(column)))
        throw damagedBackup(name, `A row of ${table} has unknown columns.`);
      if (statements.size > 200) throw damagedBackup(name, 'Its rows have too many shapes.');
      const values = columns.map(() => '?').join(', ');
      statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`);
      statements.set(key, statement);
    }
    statement.run(...Object.values(row));
  };
}

/** Every row has the shape that this version writes, so that none can break a list. */
async function checkRows(database: Database, { nouns, file, signal }: StageOptions): Promise<void> {
  const yielder = createYielder();
  for (const table of nouns.flatMap(({ backup = [] }) => backup)) {
    for (const row of database.prepare(`SELECT * FROM ${table.table}`).iterate()) {
      if (yielder.isOver()) {
        await yielder.rest();
        signal.throwIfAborted();
      }
      const { error } = table.row.safeParse(row);
      const issue = error?.issues[0];
      if (issue !== undefined)
        throw damagedBackup(file.name, `${table.table}: ${issue.path.join('.')} ${issue.message}`);
    }
  }
}

function readersOf(database: Database): Pick<StagedBackup, 'rows' | 'children'> {
  // `checkRows` has validated what is in it.
  const arriving = (table: BackupTable, row: unknown): StoredRow => {
    const parsed = rowSchema.parse(row);
    return table.arriving?.(parsed) ?? parsed;
  };
  return {
    *rows(table) {
      for (const row of database.prepare(`SELECT * FROM ${table.table}`).iterate())
        yield arriving(table, row);
    },
    children: (table, parentId) =>
      selectChildren(database, table, parentId).map((row) => arriving(table, row)),
  };
}

/** In the order in which they were inserted. */
export function selectChildren(
  database: Database,
  { table, parent }: BackupTable,
  parentId: StoredRow[string] | undefined,
): unknown[] {
  if (parent === undefined || parentId === undefined) return [];
  return database.prepare(`SELECT * FROM ${table} WHERE ${parent.column} = ? ORDER BY rowid`).all(parentId);
}
