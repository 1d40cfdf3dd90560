import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DamageReport } from '../../../contract/app/desk-info.ts';
import { writeDamageReport } from './damage-report.ts';
import type { Database } from './database.ts';
import { transaction } from './database.ts';
import type { SalvagedRow, TableShape } from './read-rows.ts';
import { quote, readRows, tableShapes } from './read-rows.ts';
import { makeOwnFile } from './owner-only.ts';
import type { SchemaSteps } from './schema-steps.ts';
import { appliedSteps, applySchemaSteps } from './schema-steps.ts';
import { storageFailure } from './storage-failure.ts';

export interface SaveRowsOptions {
  /** The damaged database, opened read-only. */
  readonly source: string;
  /** A file that does not exist yet. */
  readonly target: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
  /** The damaged database's new name, for the report. */
  readonly savedAs: string;
}

interface Tally {
  saved: number;
  lost: number;
  mayLackMore: boolean;
}

/**
 * Creates a migrated database with all readable rows of the damaged one, and the report. Throws disk errors.
 */
export function saveRows({ source, target, nouns, now, savedAs }: SaveRowsOptions): DamageReport {
  const damaged = open(source);
  // Rows are copied table by table, not in the order of their references.
  makeOwnFile(target);
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    // First with the damaged database's schema version, so that its rows fit; the newest if that can't be read.
    const steps = damaged === undefined ? undefined : readOrNothing(() => appliedSteps(damaged));
    const then = nouns.map((noun) => ({
      ...noun,
      steps: steps === undefined ? noun.steps : noun.steps.slice(0, steps.get(noun.noun) ?? 0),
    }));
    applySchemaSteps(database, then, now);
    const tallies = transaction(database, () => {
      const copied = copyTables(damaged, database);
      dropOrphans(database, copied);
      return copied;
    });
    applySchemaSteps(database, nouns, now);
    for (const { afterSalvage } of nouns) if (afterSalvage !== undefined) database.exec(afterSalvage);
    const report = { at: now(), savedAs, records: recordsOf(nouns, tallies) };
    writeDamageReport(database, report);
    return report;
  } finally {
    database.close();
    damaged?.close();
  }
}

/** Undefined if it is too damaged to be opened. */
function open(source: string): Database | undefined {
  const database = new DatabaseSync(source, { readOnly: true });
  // Allows reading other tables if the schema of one is damaged.
  const rows = readOrNothing(() => {
    database.exec('PRAGMA writable_schema = ON');
    return database.prepare('SELECT name FROM sqlite_schema').all();
  });
  if (rows !== undefined) return database;
  database.close();
  return undefined;
}

function copyTables(damaged: Database | undefined, database: Database): ReadonlyMap<string, Tally> {
  const tables = tableShapes(database).filter(({ name }) => name !== 'migrations');
  return new Map(
    tables.map((table) => [
      table.name,
      damaged === undefined ? { saved: 0, lost: 0, mayLackMore: true } : copyTable(damaged, database, table),
    ]),
  );
}

function copyTable(damaged: Database, database: Database, table: TableShape): Tally {
  const reading = readRows(damaged, table);
  const columns = [...(table.numberedBy === 'rowid' ? ['rowid'] : []), ...table.columns.map(quote)];
  const insert = database.prepare(
    `INSERT OR REPLACE INTO ${quote(table.name)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const tally = { saved: 0, lost: 0, mayLackMore: false };
  for (const row of reading.rows) {
    if (isInserted(() => insert.run(...valuesOf(row)))) tally.saved += 1;
    else tally.lost += 1;
  }
  tally.lost += reading.lost();
  tally.mayLackMore = reading.mayLackMore();
  return tally;
}

function valuesOf({ rowid, values }: SalvagedRow) {
  return rowid === undefined ? values : [rowid, ...values];
}

/** A rejected row belongs to another table and was read through a damaged page. Disk errors are thrown. */
function isInserted(insert: () => unknown): boolean {
  try {
    insert();
    return true;
  } catch (error) {
    if (storageFailure(error) !== undefined) throw error;
    return false;
  }
}

const orphanRow = z.object({ table: z.string(), rowid: z.number() });

/** Deletes rows that refer to lost rows. */
function dropOrphans(database: Database, tallies: ReadonlyMap<string, Tally>): void {
  for (const row of database.prepare('PRAGMA foreign_key_check').all()) {
    const { table, rowid } = orphanRow.parse(row);
    database.prepare(`DELETE FROM ${quote(table)} WHERE rowid = ?`).run(rowid);
    const tally = tallies.get(table);
    if (tally === undefined) continue;
    tally.saved -= 1;
    tally.lost += 1;
  }
}

function recordsOf(
  nouns: readonly SchemaSteps[],
  tallies: ReadonlyMap<string, Tally>,
): DamageReport['records'] {
  return nouns
    .flatMap(({ records = {} }) => Object.entries(records))
    .flatMap(([table, what]) => {
      const tally = tallies.get(table);
      return tally === undefined ? [] : [{ what, ...tally }];
    });
}

function readOrNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
