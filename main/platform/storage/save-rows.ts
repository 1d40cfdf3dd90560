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
  /** The damaged database, left as it is. */
  readonly source: string;
  /** A file that does not exist yet. */
  readonly target: string;
  readonly nouns: readonly SchemaSteps[];
  readonly now: () => number;
  /** Under which name the damaged one will be found, for the report. */
  readonly keptAs: string;
}

interface Tally {
  saved: number;
  lost: number;
  mayLackMore: boolean;
}

/**
 * Makes a new database that has every row that can be read of the damaged one, up to date, and the report of it. Throws
 * what a disk throws that cannot be written to.
 */
export function saveRows({ source, target, nouns, now, keptAs }: SaveRowsOptions): DamageReport {
  const damaged = open(source);
  // Rows come in the order of the tables, and not in that of what they refer to.
  makeOwnFile(target);
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    // As old as the damaged one at first, so that its rows fit; of steps that cannot be read, the newest are taken.
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
    const report = { at: now(), keptAs, records: recordsOf(nouns, tallies) };
    writeDamageReport(database, report);
    return report;
  } finally {
    database.close();
    damaged?.close();
  }
}

/** Undefined where it is so damaged that it is no database any more. */
function open(source: string): Database | undefined {
  const database = new DatabaseSync(source, { readOnly: true });
  // A description of one table that cannot be read hides no other table then.
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

/** A row that no table takes is of another table, read by way of a damaged page. A disk that is full is something else. */
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

/** Rows that belong to one that is lost: nothing could show them. */
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
