import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { maxShownLength } from '../../../contract/queries/result-formats.ts';
import type { ResultCell } from '../../../contract/queries/results.ts';
import { fromStored, headSql, toStored } from './cell-storage.ts';
import { columnsOfPart, partCount, partOf, storedColumn } from './result-parts.ts';
import { transaction } from '../../platform/storage/database.ts';

/** The statements for each table: full cells, or the part that is shown. */
interface Readers {
  readonly whole: readonly StatementSync[];
  readonly shown: readonly StatementSync[];
}

/** Full cells, or the part that is shown. */
export type WhichCells = keyof Readers;

/** The tables in which the rows of a result are stored: its columns may be too many for one. */
export interface ResultTables {
  readonly width: number;
  readonly rowCount: number;
  /** Adds columns up to this count; they are null in existing rows. */
  widen(columns: number): void;
  /** All of the rows are stored, or none. */
  append(rows: Iterable<readonly ResultCell[]>): void;
  /** Consecutive rows, by their IDs, from 1. */
  rowsBetween(which: WhichCells, first: number, last: number): ResultCell[][];
}

export function createResultTables(database: DatabaseSync): ResultTables {
  let width = readWidth(database);
  let rowCount = numberIn(database, 'SELECT count(*) FROM part0');
  let insertions: readonly StatementSync[] | undefined;
  let readers: Readers | undefined;

  /** A table without rows is created again: SQLite takes long to add columns one by one. */
  function widenPart(part: number, columns: number): void {
    const names = columnsOfPart(part, columns).map(storedColumn);
    const known = columnsOfPart(part, width).length;
    if (rowCount === 0 || (part > 0 && known === 0)) {
      database.exec(`DROP TABLE IF EXISTS part${part}`);
      database.exec(`CREATE TABLE part${part} (${['id INTEGER PRIMARY KEY', ...names].join(', ')})`);
      if (part > 0) database.exec(`INSERT INTO part${part} (id) SELECT id FROM part0`);
      return;
    }
    for (const name of names.slice(known)) database.exec(`ALTER TABLE part${part} ADD COLUMN ${name}`);
  }

  function rowsBetween(which: keyof Readers, first: number, last: number): ResultCell[][] {
    readers ??= prepareReaders(database, width);
    const rows: ResultCell[][] = [];
    for (const statement of readers[which]) {
      // Arrays, by `setReturnArrays`, of which the types know nothing.
      statement.all(first, last).forEach((cells: unknown, at) => {
        const row = (rows[at] ??= []);
        if (width > 0 && Array.isArray(cells)) for (const cell of cells) row.push(fromStored(cell));
      });
    }
    return rows;
  }

  return {
    get width() {
      return width;
    },
    get rowCount() {
      return rowCount;
    },
    widen(columns) {
      if (columns <= width) return;
      transaction(database, () => {
        for (let part = partOf(width); part < partCount(columns); part += 1) widenPart(part, columns);
      });
      width = columns;
      insertions = undefined;
      readers = undefined;
    },
    append(rows) {
      insertions ??= prepareInsertions(database, width);
      const statements = insertions;
      const parts = statements.map((statement, part) => ({ statement, columns: columnsOfPart(part, width) }));
      let last = rowCount;
      transaction(database, () => {
        for (const row of rows) {
          last += 1;
          for (const { statement, columns } of parts) {
            statement.run(last, ...columns.map((column) => toStored(row[column] ?? null)));
          }
        }
      });
      rowCount = last;
    },
    rowsBetween,
  };
}

/** One statement for each table. */
function forParts(
  database: DatabaseSync,
  width: number,
  sql: (part: number, columns: readonly string[]) => string,
): StatementSync[] {
  return Array.from({ length: partCount(width) }, (_, part) => {
    const statement = database.prepare(sql(part, columnsOfPart(part, width).map(storedColumn)));
    statement.setReturnArrays(true);
    return statement;
  });
}

function prepareReaders(database: DatabaseSync, width: number): Readers {
  const reading = (expression: (column: string) => string) =>
    forParts(
      database,
      width,
      (part, columns) =>
        `SELECT ${columns.map(expression).join(', ') || 'id'} FROM part${part} WHERE id BETWEEN ? AND ? ORDER BY id`,
    );
  return {
    whole: reading((column) => column),
    shown: reading((column) => headSql(column, maxShownLength + 1)),
  };
}

function prepareInsertions(database: DatabaseSync, width: number): StatementSync[] {
  return forParts(database, width, (part, columns) => {
    const names = ['id', ...columns];
    return `INSERT INTO part${part} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  });
}

function readWidth(database: DatabaseSync): number {
  let width = 0;
  for (let part = 0; ; part += 1) {
    const columns = numberIn(database, `SELECT count(*) FROM pragma_table_info('part${part}')`);
    if (columns === 0) return width;
    width += columns - 1;
  }
}

export function numberIn(database: DatabaseSync, sql: string, ...values: number[]): number {
  return Number(Object.values(database.prepare(sql).get(...values) ?? {})[0] ?? 0);
}
