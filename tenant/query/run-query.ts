import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { fromStoredTime } from '../store/timestamps.ts';
import { countStatement } from './count-statement.ts';
import type { QueryPage, QueryParameter, QueryRequest } from './query-request.ts';
import { commonTableNames, readQueryText } from './query-text.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';
import { isReserved } from './read-policy.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { approximate, isExactNumber, numberOf } from '../../languages/json/exact-number.ts';
import { memberKey } from '../../languages/json/member-names.ts';

/** Rows that one answer may carry; more must be asked for in pages. */
const MAX_ROWS = 50_000;

/** An error in the query itself, reported to the caller. */
export class QueryError extends Error {
  readonly errorId: string;
  constructor(errorId: string, message: string) {
    super(message);
    this.errorId = errorId;
  }
}

interface Column {
  readonly name: string;
  readonly type: string | null;
  readonly table: string | null;
}

/**
 * Runs a query and returns the Result of the envelope as JSON text: FullCount, Count, Columns, Results.
 * Source: platform specification, "Query result rows"; compatibility, "query result". Throws QueryError, or
 * SQLite's error.
 */
export function runQuery(
  { connection: database, schema }: ReadOnlyDatabase,
  request: Pick<QueryRequest, 'sql' | 'parameters' | 'page'>,
): string {
  const text = readQueryText(request.sql);
  if (text.hasMore) throw new QueryError('QuerySyntax', 'Send one statement at a time.');
  if (!['SELECT', 'WITH', 'VALUES'].includes(text.verb))
    throw new QueryError('QueryNotAllowed', 'Only SELECT statements are allowed.');
  for (const name of text.parameters) {
    if (!Object.hasOwn(request.parameters, name))
      throw new QueryError('MissingParameter', `Missing parameter @${name}. Add it to Parameters.`);
  }
  // SQLite can't distinguish such a name from that of a view being read, which would hide a table from the
  // authorizer.
  for (const name of commonTableNames(text.statement)) {
    if (isReserved(schema, name))
      throw new QueryError(
        'QueryNotAllowed',
        `The query is not allowed: WITH can't use the name of the existing table ${name}. Choose another name.`,
      );
  }
  // Prepared on its own first, so that errors refer to the caller's text.
  const columns = columnsOf(database.prepare(text.statement));
  const used = Object.fromEntries(
    [...text.parameters].map((name) => [name, boundValue(request.parameters[name] ?? null)]),
  );
  const values =
    request.page.filter === undefined ? used : { ...used, [FILTER_PARAMETER]: request.page.filter.value };
  const inner = wrap(text.statement, columns, request.page);
  const order = orderBy(columns, request.page);

  const counting =
    request.page.filter === undefined ? countStatement(text.statement) : `SELECT count(*) FROM (${inner}\n)`;
  const { paging } = request.page;
  if (paging === undefined) {
    const rows = read(database, `${inner}${order} LIMIT ${MAX_ROWS + 1}`, values);
    if (rows.length > MAX_ROWS)
      throw new QueryError(
        'TooManyRows',
        `The query returns more than ${MAX_ROWS} rows. Use PageNumber and PageSize.`,
      );
    return toResultJson(columns, rows, rows.length);
  }
  const offset = (paging.number - 1) * paging.size;
  const size = Math.min(paging.size, paging.limit ?? paging.size);
  const rows = read(database, `${inner}${order} LIMIT ${size} OFFSET ${offset}`, values);
  return toResultJson(columns, rows, fullCount(database, counting, values, rows.length, size, offset));
}

const FILTER_PARAMETER = '_filter';

/** A short first page determines the number of rows; otherwise SQLite counts. */
function fullCount(
  database: DatabaseSync,
  counting: string,
  values: Record<string, SQLInputValue>,
  read: number,
  size: number,
  offset: number,
): number {
  if (read < size && (read > 0 || offset === 0)) return offset + read;
  const statement = database.prepare(counting);
  // It lacks parameters that only the columns or the order use.
  statement.setAllowUnknownNamedParameters(true);
  return Number(Object.values(statement.get(values) ?? {})[0] ?? 0);
}

function read(database: DatabaseSync, sql: string, values: Record<string, SQLInputValue>): unknown[][] {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  // Beyond 2^53 a JavaScript number differs from the stored one.
  statement.setReadBigInts(true);
  // Node's types only know rows as objects, regardless of setReturnArrays.
  return statement.all(values) as unknown as unknown[][];
}

function wrap(statement: string, columns: readonly Column[], page: QueryPage): string {
  if (page.filter === undefined && page.sortBy.length === 0 && page.paging === undefined)
    return `SELECT * FROM (${statement}\n)`;
  const filters = (page.filter?.columns ?? []).map(
    (name) =>
      `CAST(${quote(findColumn(columns, name, 'FilterBy').name)} AS TEXT) LIKE '%' || @${FILTER_PARAMETER} || '%'`,
  );
  return `SELECT * FROM (${statement}\n)${filters.length === 0 ? '' : ` WHERE ${filters.join(' OR ')}`}`;
}

function orderBy(columns: readonly Column[], page: QueryPage): string {
  if (page.sortBy.length === 0) return '';
  const direction = page.ascending ? 'ASC' : 'DESC';
  const terms = page.sortBy.map((name) => {
    const column = findColumn(columns, name, 'SortBy');
    // Text sorts naturally; a date must not, or its index couldn't be used.
    return `${quote(column.name)}${column.type === 'TEXT' ? ' COLLATE NOCASE' : ''} ${direction}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

function findColumn(columns: readonly Column[], name: string, member: string): Column {
  const wanted = name.trim().toLowerCase();
  const found = columns.find((column) => column.name.toLowerCase() === wanted);
  if (found === undefined)
    throw new QueryError('UnknownColumn', `${member}: the query has no column ${name.trim()}.`);
  return found;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function columnsOf(statement: StatementSync): Column[] {
  return statement.columns().map((column) => ({ name: column.name, type: column.type, table: column.table }));
}

/** JDBC type numbers, as read by public clients of the platform; its numbers beyond text are our guess. */
const TYPE_NUMBERS: Readonly<Record<string, number>> = { TEXT: 12, INTEGER: 4, BOOLEAN: 16, DATETIME: 93 };

function toResultJson(
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
  count: number,
): string {
  const main = columns.find((column) => column.table !== null)?.table ?? 'Row';
  const key = columns.findIndex((column) => /^(ID|InternalName)$/i.test(column.name));
  const convert = columns.map((column) => converter(column));
  const names = columns.map((column) => column.name);
  const results = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++)
      record[memberKey(names[index] ?? '')] = convert[index]?.(row[index]) ?? null;
    const id = key === -1 ? '' : String(row[key] ?? '');
    return { Entities: [{ Type: tableName(main), Key: id, IsForeignKey: false }], Row: record };
  });
  return formatExact({
    IsAggregate: false,
    Count: rows.length,
    Columns: columns.map((column) => ({
      Name: column.name,
      IsHidden: false,
      DDName: column.name,
      Title: column.name,
      DDTitle: column.name,
      Description: '',
      Type: TYPE_NUMBERS[column.type ?? 'TEXT'] ?? 12,
      Format: null,
      Width: 0,
      TableKey: column.name === names[key] ? 'Primary' : 'NotAKey',
      ForeignKey: null,
      TableName: tableName(column.table ?? ''),
    })),
    FullCount: count,
    Results: results,
    ReturnID: '',
  });
}

/** The base table of the applications is shown under the name of its view. */
function tableName(table: string): string {
  return table === 'application_record' ? 'Application' : table;
}

const STORED_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;

function converter(column: Column): (value: unknown) => unknown {
  if (column.type === 'BOOLEAN') return (value) => (value === null ? null : value !== 0n && value !== 0);
  if (column.type === 'TEXT' || column.type === 'INTEGER') return jsonValue;
  // A date, or an expression such as max(WhenOccurred) that has lost its type.
  return (value) => {
    if (typeof value === 'string' && STORED_TIME.test(value)) return `/Date(${fromStoredTime(value)})/`;
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : jsonValue(value);
  };
}

function jsonValue(value: unknown): unknown {
  return typeof value === 'bigint' ? numberOf(String(value)) : value;
}

/** Binds 64-bit integers as such; SQLite can only store larger ones as doubles. */
function boundValue(value: QueryParameter): SQLInputValue {
  if (!isExactNumber(value)) return value;
  if (!/^-?\d+$/.test(value.$number)) return approximate(value);
  const whole = BigInt(value.$number);
  return BigInt.asIntN(64, whole) === whole ? whole : approximate(value);
}
