import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { maxShownLength } from '../../../contract/queries/result-formats.ts';
import type {
  ResultCell,
  ResultGrouping,
  ResultGroups,
  ResultView,
  ResultWindow,
} from '../../../contract/queries/results.ts';
import { makeOwnFile } from '../../platform/storage/owner-only.ts';
import { addCellFunctions, fromStored, headSql, lengthSql, toStored } from './cell-storage.ts';
import { addFilterFunctions } from './filter-sql.ts';
import { columnsOfPart, partCount, partOf, storedColumn } from './result-parts.ts';
import { groupRows } from './group-rows.ts';
import { viewOrder } from './view-order.ts';

/** The rows of one result, in a database of their own. Every method throws what SQLite throws, for a full disk too. */
export interface ResultFile {
  /** Makes room for so many columns; the cells of rows that are there are null. */
  widen(columns: number): void;
  /** All of the rows are kept, or none. */
  append(rows: Iterable<readonly ResultCell[]>): void;
  window(view: ResultView, first: number, count: number): ResultWindow;
  /** One cell, whole; undefined where there is none. */
  cell(view: ResultView, row: number, column: number): ResultCell | undefined;
  groups(view: ResultView, grouping: ResultGrouping): ResultGroups;
  /** All rows of a view as they are now, whole, so many at a time. */
  batches(view: ResultView, size: number): Generator<ResultCell[][]>;
  readonly rowCount: number;
  /** Rows as they came, whole, from one on, counted from 0. */
  rows(first: number, count: number): ResultCell[][];
  /** Those of these identifiers, which are counted from 1. */
  rowsOf(ids: readonly number[]): ResultCell[][];
  /** A copy at a path where no file is, or an empty one. */
  copyTo(path: string): void;
  close(): void;
}

/** Opens a file, or makes one that only its owner can read. */
export function openResultFile(path: string): ResultFile {
  makeOwnFile(path);
  const database = new DatabaseSync(path);
  // A result can be had again: what a crash of the machine takes of it is not worth waiting for the disk.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
  database.exec('CREATE TABLE IF NOT EXISTS part0 (id INTEGER PRIMARY KEY)');
  addCellFunctions(database);
  addFilterFunctions(database);
  return createResultFile(database);
}

export function removeResultFile(path: string): void {
  // The last one is of a comparison that a crash has cut short.
  for (const suffix of ['', '-wal', '-shm', '-journal', '.keys']) rmSync(`${path}${suffix}`, { force: true });
}

/** What is read of each table: whole cells, or as much of them as is shown. */
interface Readers {
  readonly whole: readonly StatementSync[];
  readonly shown: readonly StatementSync[];
}

function createResultFile(database: DatabaseSync): ResultFile {
  let width = readWidth(database);
  let rowCount = numberIn(database, 'SELECT count(*) FROM part0');
  let insertions: readonly StatementSync[] | undefined;
  let readers: Readers | undefined;
  /** Which rows the view that was asked for last has. */
  let ordered: { readonly key: string; readonly ids: Uint32Array } | undefined;

  function atOnce(work: () => void): void {
    database.exec('BEGIN');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  /** A table without rows is made anew: SQLite takes long to add columns one by one. */
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

  /** One statement for each table. */
  function forParts(sql: (part: number, columns: readonly string[]) => string): StatementSync[] {
    return Array.from({ length: partCount(width) }, (_, part) => {
      const statement = database.prepare(sql(part, columnsOfPart(part, width).map(storedColumn)));
      statement.setReturnArrays(true);
      return statement;
    });
  }

  function prepareReaders(): Readers {
    const reading = (expression: (column: string) => string) =>
      forParts(
        (part, columns) =>
          `SELECT ${columns.map(expression).join(', ') || 'id'} FROM part${part} WHERE id BETWEEN ? AND ? ORDER BY id`,
      );
    return {
      whole: reading((column) => column),
      shown: reading((column) => headSql(column, maxShownLength + 1)),
    };
  }

  /** Rows that follow each other, by their identifiers, from 1. */
  function rowsBetween(which: keyof Readers, first: number, last: number): ResultCell[][] {
    readers ??= prepareReaders();
    const rows: ResultCell[][] = [];
    for (const statement of readers[which]) {
      (statement.all(first, last) as unknown as unknown[][]).forEach((cells, at) => {
        const row = (rows[at] ??= []);
        if (width > 0) for (const cell of cells) row.push(fromStored(cell));
      });
    }
    return rows;
  }

  /** Undefined for all rows as they came. */
  function idsOf(view: ResultView): Uint32Array | undefined {
    if (view.sort === null && view.filters.length === 0) return undefined;
    const key = JSON.stringify([rowCount, width, view]);
    if (ordered?.key !== key) ordered = { key, ids: viewOrder(database, width, view) };
    return ordered.ids;
  }

  function rowsOf(
    which: keyof Readers,
    ids: Uint32Array | undefined,
    first: number,
    end: number,
  ): ResultCell[][] {
    if (ids === undefined) return rowsBetween(which, first + 1, end);
    return Array.from(ids.subarray(first, end), (id) => rowsBetween(which, id, id)[0] ?? []);
  }

  function idAt(ids: Uint32Array | undefined, row: number): number {
    return ids === undefined ? row + 1 : (ids[row] ?? 0);
  }

  return {
    widen(columns) {
      if (columns <= width) return;
      atOnce(() => {
        for (let part = partOf(width); part < partCount(columns); part += 1) widenPart(part, columns);
      });
      width = columns;
      insertions = undefined;
      readers = undefined;
    },
    append(rows) {
      insertions ??= forParts((part, columns) => {
        const names = ['id', ...columns];
        return `INSERT INTO part${part} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      });
      const statements = insertions;
      const parts = statements.map((statement, part) => ({ statement, columns: columnsOfPart(part, width) }));
      let last = rowCount;
      atOnce(() => {
        for (const row of rows) {
          last += 1;
          for (const { statement, columns } of parts) {
            statement.run(last, ...columns.map((column) => toStored(row[column] ?? null)));
          }
        }
      });
      rowCount = last;
    },
    window(view, first, count) {
      const ids = idsOf(view);
      const total = ids?.length ?? rowCount;
      const rows = rowsOf('shown', ids, first, Math.min(first + count, total));
      const cut: ResultWindow['cut'] = [];
      rows.forEach((row, at) => {
        row.forEach((cell, column) => {
          if (typeof cell !== 'string' || cell.length <= maxShownLength) return;
          row[column] = cell.slice(0, maxShownLength);
          const length = `SELECT ${lengthSql(storedColumn(column))} FROM part${partOf(column)} WHERE id = ?`;
          cut.push([at, column, numberIn(database, length, idAt(ids, first + at))]);
        });
      });
      return { rowCount: total, rows, cut };
    },
    cell(view, row, column) {
      if (column >= width) return undefined;
      const wanted = database.prepare(
        `SELECT ${storedColumn(column)} AS cell FROM part${partOf(column)} WHERE id = ?`,
      );
      const found = wanted.get(idAt(idsOf(view), row));
      return found === undefined ? undefined : fromStored(found['cell']);
    },
    groups: (view, grouping) => groupRows(database, width, view, grouping),
    *batches(view, size) {
      const ids = idsOf(view);
      const total = ids?.length ?? rowCount;
      for (let first = 0; first < total; first += size) {
        yield rowsOf('whole', ids, first, Math.min(first + size, total));
      }
    },
    get rowCount() {
      return rowCount;
    },
    rows: (first, count) => rowsBetween('whole', first + 1, Math.min(first + count, rowCount)),
    rowsOf: (ids) => ids.map((id) => rowsBetween('whole', id, id)[0] ?? []),
    copyTo: (path) => void database.prepare('VACUUM INTO ?').run(path),
    close: () => database.close(),
  };
}

function readWidth(database: DatabaseSync): number {
  let width = 0;
  for (let part = 0; ; part += 1) {
    const columns = numberIn(database, `SELECT count(*) FROM pragma_table_info('part${part}')`);
    if (columns === 0) return width;
    width += columns - 1;
  }
}

function numberIn(database: DatabaseSync, sql: string, ...values: number[]): number {
  return Number(Object.values(database.prepare(sql).get(...values) ?? {})[0] ?? 0);
}
