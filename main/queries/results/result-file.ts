import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { maxShownLength } from '../../../contract/queries/result-formats.ts';
import type {
  ResultCell,
  ResultGrouping,
  ResultGroups,
  ResultView,
  ResultWindow,
} from '../../../contract/queries/results.ts';
import { makeOwnFile } from '../../platform/storage/owner-only.ts';
import { addCellFunctions, fromStored, lengthSql } from './cell-storage.ts';
import { addFilterFunctions } from './filter-sql.ts';
import { partOf, storedColumn } from './result-parts.ts';
import type { WhichCells } from './result-tables.ts';
import { createResultTables, numberIn } from './result-tables.ts';
import { groupRows } from './group-rows.ts';
import { viewOrder } from './view-order.ts';

/** The rows of one result, in a separate database. Every method throws what SQLite throws, including for a full disk. */
export interface ResultFile {
  /** Adds columns up to this count; they are null in existing rows. */
  widen(columns: number): void;
  /** Appends all of the rows, or none. */
  append(rows: Iterable<readonly ResultCell[]>): void;
  window(view: ResultView, first: number, count: number): ResultWindow;
  /** One full cell; undefined when there is none. */
  cell(view: ResultView, row: number, column: number): ResultCell | undefined;
  groups(view: ResultView, grouping: ResultGrouping): ResultGroups;
  /** All rows of a view as they are now, with full cells, in batches of this size. */
  batches(view: ResultView, size: number): Generator<ResultCell[][]>;
  readonly rowCount: number;
  /** Rows in the order of arrival, with full cells, from an index counted from 0. */
  rows(first: number, count: number): ResultCell[][];
  /** The rows with these IDs, which are counted from 1. */
  rowsOf(ids: readonly number[]): ResultCell[][];
  /** A copy at a path without a file, or with an empty one. */
  copyTo(path: string): void;
  close(): void;
}

/** Opens a file, or creates one that only its owner can read. */
export function openResultFile(path: string): ResultFile {
  makeOwnFile(path);
  const database = new DatabaseSync(path);
  // A result can be queried again, so durability isn't worth waiting for the disk.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
  database.exec('CREATE TABLE IF NOT EXISTS part0 (id INTEGER PRIMARY KEY)');
  addCellFunctions(database);
  addFilterFunctions(database);
  return createResultFile(database);
}

export function removeResultFile(path: string): void {
  // The last one belongs to a comparison that a crash interrupted.
  for (const suffix of ['', '-wal', '-shm', '-journal', '.keys']) rmSync(`${path}${suffix}`, { force: true });
}

function createResultFile(database: DatabaseSync): ResultFile {
  const tables = createResultTables(database);
  const { rowsBetween } = tables;
  /** Row IDs of the most recently requested view. */
  let ordered: { readonly key: string; readonly ids: Uint32Array } | undefined;

  /** Undefined for all rows in the order of arrival. */
  function idsOf(view: ResultView): Uint32Array | undefined {
    if (view.sort === null && view.filters.length === 0) return undefined;
    const key = JSON.stringify([tables.rowCount, tables.width, view]);
    if (ordered?.key !== key) ordered = { key, ids: viewOrder(database, tables.width, view) };
    return ordered.ids;
  }

  function rowsOf(
    which: WhichCells,
    ids: Uint32Array | undefined,
    first: number,
    end: number,
  ): ResultCell[][] {
    if (ids === undefined) return rowsBetween(which, first + 1, end);
    return Array.from(ids.subarray(first, end), (id) => rowsBetween(which, id, id)[0] ?? []);
  }

  return {
    widen: tables.widen,
    append: tables.append,
    window(view, first, count) {
      const ids = idsOf(view);
      const total = ids?.length ?? tables.rowCount;
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
      if (column >= tables.width) return undefined;
      const statement = database.prepare(
        `SELECT ${storedColumn(column)} AS cell FROM part${partOf(column)} WHERE id = ?`,
      );
      const found = statement.get(idAt(idsOf(view), row));
      return found === undefined ? undefined : fromStored(found['cell']);
    },
    groups: (view, grouping) => groupRows(database, tables.width, view, grouping),
    *batches(view, size) {
      const ids = idsOf(view);
      const total = ids?.length ?? tables.rowCount;
      for (let first = 0; first < total; first += size) {
        yield rowsOf('whole', ids, first, Math.min(first + size, total));
      }
    },
    get rowCount() {
      return tables.rowCount;
    },
    rows: (first, count) => rowsBetween('whole', first + 1, Math.min(first + count, tables.rowCount)),
    rowsOf: (ids) => ids.map((id) => rowsBetween('whole', id, id)[0] ?? []),
    copyTo: (path) => void database.prepare('VACUUM INTO ?').run(path),
    close: () => database.close(),
  };
}

function idAt(ids: Uint32Array | undefined, row: number): number {
  return ids === undefined ? row + 1 : (ids[row] ?? 0);
}
