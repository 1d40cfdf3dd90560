import { constants, DatabaseSync } from 'node:sqlite';
import { dateFunc } from './date-func.ts';
import { ipLookup } from './ip-lookup.ts';
import type { QueryScope } from './query-request.ts';
import { mayRead } from './read-policy.ts';

/** Maximum bytes of one string or row: a function could allocate this much before any check. */
const MAX_VALUE_BYTES = 16 * 1024 * 1024;

const BLOCKED_FUNCTIONS = new Set([
  'load_extension',
  'zeroblob',
  'randomblob',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
]);

/** Read-only access to a tenant's database. */
export interface ReadOnlyDatabase {
  readonly connection: DatabaseSync;
  /** Lower-case names of everything in its schema. */
  readonly schema: ReadonlySet<string>;
}

/**
 * Opens the tenant's database for reading only. In addition to SQLite's read-only mode, an authorizer allows
 * only SELECT over what the scope may read (read-policy.ts).
 */
export function openReadOnly(file: string, scope: QueryScope, now: () => number): ReadOnlyDatabase {
  // The first connections to a database recover its log between them, and the others have to wait for that.
  const connection = new DatabaseSync(file, {
    readOnly: true,
    allowExtension: false,
    timeout: 5000,
    // Text in double quotes that isn't a column is a string, as public clients write it.
    enableDoubleQuotedStringLiterals: true,
    limits: { length: MAX_VALUE_BYTES },
  });
  connection.exec('PRAGMA cache_size = -16000');
  connection.exec('PRAGMA busy_timeout = 5000');
  connection.exec('PRAGMA query_only = ON');
  connection.function('DateFunc', { deterministic: true, varargs: true }, (...args) => dateFunc(args, now));
  connection.function('IPLookup', { deterministic: true }, (address, field) => ipLookup(address, field));
  const schema = new Set(
    connection
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map((row) => String(row['name']).toLowerCase()),
  );
  connection.setAuthorizer((action, first, second, _database, view) => {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return constants.SQLITE_OK;
      case constants.SQLITE_FUNCTION:
        return BLOCKED_FUNCTIONS.has((second ?? '').toLowerCase())
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
  return { connection, schema };
}
