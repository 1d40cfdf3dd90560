// cspell:ignore favourite (a table of existing databases)
import { queryableTables } from '../store/queryable-tables.ts';
import type { QueryScope } from './query-request.ts';

/** Columns by table; `all` if every column of the table is readable. */
type ReadableColumns = Readonly<Record<string, 'all' | readonly string[]>>;

/**
 * What each public view reads from tables that aren't public. Only these columns, and only through the view:
 * even if a caller makes SQLite believe that a view is being read, they see only what the view shows.
 */
const viewSources: Readonly<Record<string, ReadableColumns>> = {
  Application: {
    application_record: [
      'id',
      'name',
      'display_name',
      'description',
      'app_type',
      'web_app_type',
      'app_type_display_name',
      'state',
      'service_name',
      'handler',
      'category',
      'admin_tag',
      'generic',
      'on_prem',
      'featured',
      'icon',
      'template_name',
      'corp_identifier',
      'audience',
      'additional_field_1',
    ],
  },
  DataVault: { vaulted_object: ['id', 'kind', 'name', 'description', 'folder_id'] },
  Subscriptions: { vaulted_object: ['id', 'kind', 'name', 'description'] },
  MultiplexedAccount: {
    vaulted_object: ['id', 'kind', 'name', 'description', 'first_account', 'second_account'],
  },
};

/** What the tenant's own stored procedures read in addition to the public tables. */
const procedureSources: ReadableColumns = {
  role_member: 'all',
  role_application: 'all',
  application_user: 'all',
  application_grant: 'all',
  group_member: 'all',
  role_right: 'all',
  set_member: 'all',
  device_application: 'all',
  favourite: 'all',
  vaulted_object: ['id', 'folder_id'],
  job: ['id', 'script', 'state', 'requested_by', 'created_at', 'started_at', 'finished_at', 'error'],
};

/** SQLite's table-valued functions that derive rows from their arguments alone. */
const TABLE_FUNCTIONS = new Set(['json_each', 'json_tree']);
/** SQLite's virtual tables about itself or an index; they are in no schema. */
const INSIGHT_TABLES = new Set(['dbstat', 'bytecode', 'tables_used', 'stmt', 'fts3tokenize', 'fts5vocab']);

const EVERYBODY = ['application', 'role', 'user', 'dsusers', 'dsgroups'];
const SERVERS = ['server', 'sets', 'vaultaccount', 'vaultdatabase', 'vaultdomain'];
const PUBLIC = queryableTables.map((name) => name.toLowerCase());
const TABLES_OF: Readonly<Record<QueryScope, ReadonlySet<string>>> = {
  everybody: new Set(EVERYBODY),
  servers: new Set([...EVERYBODY, ...SERVERS]),
  public: new Set(PUBLIC),
  procedure: new Set(PUBLIC),
};
const VIEW_SOURCES = new Map(
  Object.entries(viewSources).map(([view, columns]) => [view.toLowerCase(), readable(columns)]),
);
const PROCEDURE_SOURCES = readable(procedureSources);

/**
 * Whether a statement may read a column. What isn't listed is denied: SQLite reports each read of a table, a
 * view or a table-valued function, and none of a common table expression or a subquery, except that it names
 * those whose rows are only counted. `schema` has the lower-case names of everything in the database.
 */
export function mayRead(
  scope: QueryScope,
  schema: ReadonlySet<string>,
  table: string,
  column: string,
  view: string,
): boolean {
  const name = table.toLowerCase();
  const tables = TABLES_OF[scope];
  if (tables.has(name) || TABLE_FUNCTIONS.has(name)) return true;
  const source = tables.has(view.toLowerCase()) ? VIEW_SOURCES.get(view.toLowerCase()) : undefined;
  if (isReadable(source?.get(name), column)) return true;
  if (scope === 'procedure' && isReadable(PROCEDURE_SOURCES.get(name), column)) return true;
  if (column !== '') return false;
  return isCountable(tables, name) || !isReserved(schema, name);
}

/** A read that only counts rows names no column, and then SQLite doesn't report the view it goes through. */
function isCountable(tables: ReadonlySet<string>, name: string): boolean {
  return [...VIEW_SOURCES].some(([view, sources]) => tables.has(view) && sources.has(name));
}

/** Whether a name refers to something else than a common table expression of a statement. */
export function isReserved(schema: ReadonlySet<string>, name: string): boolean {
  const lower = name.toLowerCase();
  return (
    schema.has(lower) ||
    INSIGHT_TABLES.has(lower) ||
    lower.startsWith('sqlite_') ||
    lower.startsWith('pragma_')
  );
}

function readable(columns: ReadableColumns): ReadonlyMap<string, 'all' | ReadonlySet<string>> {
  return new Map(
    Object.entries(columns).map(([table, names]) => [table, names === 'all' ? names : new Set(names)]),
  );
}

function isReadable(columns: 'all' | ReadonlySet<string> | undefined, column: string): boolean {
  if (columns === undefined) return false;
  return columns === 'all' || column === '' || columns.has(column);
}
