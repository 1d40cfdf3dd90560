import type { SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import type { Database } from './database.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** `rowid`: hidden row number. `column`: a column is the row number. `none`: WITHOUT ROWID. */
  readonly numberedBy: 'rowid' | 'column' | 'none';
}

export interface SalvagedRow {
  /** Undefined if the row has none, or it is a column. */
  readonly rowid: number | undefined;
  /** In the order of the columns. */
  readonly values: readonly SQLOutputValue[];
}

export interface RowReading {
  readonly rows: Iterable<SalvagedRow>;
  /** Number of rows that exist but can't be read; valid once all rows were iterated. */
  lost(): number;
  /** True if more rows may be lost than could be detected. */
  mayLackMore(): boolean;
}

const columnRow = z.object({ name: z.string(), type: z.string(), pk: z.number() });
const indexRow = z.object({ name: z.string(), partial: z.number() });
const indexColumnRow = z.object({ name: z.string().nullable() });
const tableRow = z.object({ name: z.string(), wr: z.number() });

/** The tables of an intact database, without SQLite's own. */
export function tableShapes(database: Database): readonly TableShape[] {
  const tables = database.prepare("SELECT name, wr FROM pragma_table_list WHERE schema = 'main'").all();
  return tables
    .map((row) => tableRow.parse(row))
    .filter(({ name }) => !name.startsWith('sqlite_'))
    .map(({ name, wr }) => {
      const columns = database
        .prepare('SELECT name, type, pk FROM pragma_table_info(?)')
        .all(name)
        .map((row) => columnRow.parse(row));
      const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
      const isNumbered = keys.length === 1 && keys[0]?.type === 'INTEGER';
      return {
        name,
        columns: columns.map((column) => column.name),
        primaryKey: keys.map((key) => key.name),
        numberedBy: wr === 1 ? 'none' : isNumbered ? 'column' : 'rowid',
      };
    });
}

/**
 * Reads a table of a damaged database row by row, from both ends and through its indexes, skipping unreadable pages. Never throws
 * for damage.
 */
export function readRows(database: Database, table: TableShape): RowReading {
  return table.numberedBy === 'none' ? readByKey(database, table) : readByNumber(database, table);
}

function readByNumber(database: Database, table: TableShape): RowReading {
  const name = quote(table.name);
  const found = findNumbers(database, table);
  let lost = 0;
  function* rows(): Generator<SalvagedRow> {
    const select = prepared(database, `SELECT ${columnList(table)} FROM ${name} WHERE rowid = ?`);
    const bytesOf = table.columns.map((column) => `CAST(${quote(column)} AS BLOB) AS ${quote(column)}`);
    const selectBytes = prepared(database, `SELECT ${bytesOf.join(', ')} FROM ${name} WHERE rowid = ?`);
    const isIntact = (rowid: number): boolean =>
      attempt(() => asArray(selectBytes?.get(rowid)))?.every(isText) === true;
    for (const rowid of found.numbers) {
      const values = select === undefined ? undefined : attempt(() => asArray(select.get(rowid)));
      if (values === undefined || !isIntact(rowid)) lost += 1;
      else yield { rowid: table.numberedBy === 'rowid' ? rowid : undefined, values };
    }
  }
  return { rows: rows(), lost: () => lost, mayLackMore: () => !found.isComplete };
}

/** The numbers of all rows that the table or one of its indexes lists. */
function findNumbers(
  database: Database,
  table: TableShape,
): { readonly numbers: readonly number[]; readonly isComplete: boolean } {
  const name = quote(table.name);
  const numbers = new Set<number>();
  const scan = (rest: string): boolean =>
    scanNumbers(database, `SELECT rowid AS id FROM ${name} ${rest}`, numbers);
  const inOrder = (isComplete: boolean) => ({ numbers: [...numbers].toSorted((a, b) => a - b), isComplete });
  if (scan('NOT INDEXED ORDER BY rowid')) return inOrder(true);
  scan('NOT INDEXED ORDER BY rowid DESC');
  let isComplete = false;
  for (const { index, columns } of indexesOf(database, table)) {
    const by = `INDEXED BY ${quote(index)}`;
    const backwards = columns.map((column) => `${quote(column)} DESC`).join(', ');
    if (scan(by)) isComplete = true;
    else scan(`${by} ORDER BY ${backwards}`);
  }
  return inOrder(isComplete);
}

const idRow = z.object({ id: z.number() });

/** Adds row numbers until the query hits damage; true if it completed. */
function scanNumbers(database: Database, sql: string, numbers: Set<number>): boolean {
  const statement = prepared(database, sql);
  if (statement === undefined) return false;
  const seen = new Set<number>();
  try {
    for (const row of statement.iterate()) {
      const { id } = idRow.parse(row);
      // Damaged pages may form an endless loop.
      if (seen.has(id)) return false;
      seen.add(id);
      numbers.add(id);
    }
    return true;
  } catch {
    return false;
  }
}

function indexesOf(database: Database, { name }: TableShape) {
  const list = attempt(() => database.prepare('SELECT name, partial FROM pragma_index_list(?)').all(name));
  return (list ?? [])
    .map((row) => indexRow.parse(row))
    .filter(({ partial }) => partial === 0)
    .map(({ name: index }) => ({
      index,
      columns: database
        .prepare('SELECT name FROM pragma_index_info(?)')
        .all(index)
        .flatMap((row) => indexColumnRow.parse(row).name ?? []),
    }));
}

/** A table without row numbers can only be read from its two ends. */
function readByKey(database: Database, table: TableShape): RowReading {
  const seen = new Set<string>();
  let ends = 0;
  const keyColumns = table.primaryKey.map((column) => table.columns.indexOf(column));
  function* from(direction: 'ASC' | 'DESC'): Generator<SalvagedRow> {
    const order = table.primaryKey.map((column) => `${quote(column)} ${direction}`).join(', ');
    const sql = `SELECT ${columnList(table)} FROM ${quote(table.name)} ORDER BY ${order}`;
    const rows = prepared(database, sql)?.iterate();
    for (;;) {
      const next = rows === undefined ? undefined : attempt(() => rows.next());
      if (next === undefined) return;
      if (next.done === true) break;
      const values = asArray(next.value);
      const key = JSON.stringify(keyColumns.map((column) => String(values?.[column])));
      if (values === undefined || seen.has(key)) return;
      seen.add(key);
      yield { rowid: undefined, values };
    }
    ends += 1;
  }
  function* rows(): Generator<SalvagedRow> {
    yield* from('ASC');
    if (ends === 0) yield* from('DESC');
  }
  return { rows: rows(), lost: () => 0, mayLackMore: () => ends === 0 };
}

function prepared(database: Database, sql: string) {
  return attempt(() => database.prepare(sql));
}

/**
 * True if the bytes are valid text. A long text has overflow pages, and overwritten ones can still be read: as U+FFFD for invalid
 * UTF-8, and truncated at a zero.
 */
function isText(value: unknown): boolean {
  if (!(value instanceof Uint8Array)) return true;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(value).includes('\0')) === false;
}

function asArray(row: unknown): readonly SQLOutputValue[] | undefined {
  return typeof row === 'object' && row !== null ? Object.values(row) : undefined;
}

/** A statement that fails because of a damaged page doesn't affect the next one. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function columnList({ columns }: TableShape): string {
  return columns.map(quote).join(', ');
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
