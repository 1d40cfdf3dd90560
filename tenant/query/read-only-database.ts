import { constants, DatabaseSync } from 'node:sqlite';
import { queryableTables } from '../store/queryable-tables.ts';
import { dateFunc } from './date-func.ts';

/** Bytes that SQLite may use for one connection before a query fails. */
const HEAP_LIMIT_BYTES = 256 * 1024 * 1024;

const PUBLIC_TABLES = new Set(queryableTables.map((name) => name.toLowerCase()));
const SECRET_TABLES = new Set(['credential', 'signing_key', 'oidc_artifact', 'tenant_setting']);
/** Tables that SQLite makes up about itself. */
const INSIGHT_TABLES = new Set(['dbstat', 'bytecode', 'tables_used', 'stmt']);
const REFUSED_FUNCTIONS = new Set([
  'load_extension',
  'zeroblob',
  'randomblob',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
]);

/**
 * Opens the tenant's database for reading only. Beyond SQLite's own read-only mode, an authorizer admits
 * nothing but SELECT over the queryable tables (`public`), or over everything that is no secret (`procedure`).
 */
export function openReadOnly(file: string, scope: 'public' | 'procedure', now: () => number): DatabaseSync {
  // The first connections to a database settle its log between them, and the others have to wait for that.
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false, timeout: 5000 });
  database.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT_BYTES}`);
  database.exec('PRAGMA cache_size = -16000');
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA query_only = ON');
  database.function('DateFunc', { deterministic: true, varargs: true }, (base, offset) =>
    dateFunc(base, offset, now),
  );
  const schema = new Set(
    database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map((row) => String(row['name']).toLowerCase()),
  );
  database.setAuthorizer((action, first, second, _database, view) => {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return constants.SQLITE_OK;
      case constants.SQLITE_FUNCTION:
        return REFUSED_FUNCTIONS.has((second ?? '').toLowerCase())
          ? constants.SQLITE_DENY
          : constants.SQLITE_OK;
      case constants.SQLITE_READ:
        return mayRead(scope, schema, first ?? '', second ?? '', view ?? '')
          ? constants.SQLITE_OK
          : constants.SQLITE_DENY;
      default:
        return constants.SQLITE_DENY;
    }
  });
  return database;
}

/**
 * A view of ours may read its own base tables. A name that the schema does not have is a common table
 * expression. A read without a column only counts rows, and SQLite does not tell then that it goes through a view.
 */
function mayRead(
  scope: 'public' | 'procedure',
  schema: ReadonlySet<string>,
  table: string,
  column: string,
  view: string,
): boolean {
  const name = table.toLowerCase();
  if (name.startsWith('sqlite_') || name.startsWith('pragma_') || INSIGHT_TABLES.has(name)) return false;
  if (scope === 'procedure') return !SECRET_TABLES.has(name);
  if (name === 'application_record' && column === '') return true;
  return !schema.has(name) || PUBLIC_TABLES.has(name) || PUBLIC_TABLES.has(view.toLowerCase());
}
