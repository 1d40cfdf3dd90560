import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyticsSchemaSteps } from '../../tenant/analytics/index.ts';
import { openReadOnly, type ReadOnlyDatabase } from '../../tenant/query/read-only-database.ts';
import { runQuery } from '../../tenant/query/run-query.ts';
import { openDatabase } from '../../tenant/store/open-database.ts';
import { managementSchemaSteps } from '../../tenant/store/management-schema.ts';
import { queryableTables } from '../../tenant/store/queryable-tables.ts';
import { applySchemaSteps } from '../../tenant/store/schema-steps.ts';
import { maliciousStatement, type SchemaNames } from './malicious-statement.ts';

const STATEMENTS = 10_000;
const SECRETS = [
  { file: 'one.db', canary: 'Canary', number: 7_777_001 },
  { file: 'two.db', canary: 'AnotherSecret', number: 8_888_002 },
] as const;
/** Also in hexadecimal, of which `hex` makes an answer. */
const SECRET = /Canary|AnotherSecret|43616E617279|416E6F74686572536563726574|777700\d|888800\d/i;
/** Text from which the schema derives other columns. */
const JSON_COLUMNS = new Set(['payload']);
const page = { sortBy: [], ascending: true };

let folder: string;
let names: SchemaNames;
/** Two tenants that differ in their secrets alone: what an ordinary user may see of them is the same. */
let twins: readonly ReadOnlyDatabase[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'query-fuzz-'));
  for (const { file, canary, number } of SECRETS) names = buildTenant(join(folder, file), canary, number);
  twins = SECRETS.map(({ file }) => openReadOnly(join(folder, file), 'public', () => 0));
});

afterAll(() => {
  for (const { connection } of twins) connection.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A tenant's whole schema with two rows in each table: the canary in every column that no public name shows. */
function buildTenant(file: string, canary: string, number: number): SchemaNames {
  const database = openDatabase(file);
  applySchemaSteps(database, [...managementSchemaSteps, ...analyticsSchemaSteps]);
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec('PRAGMA ignore_check_constraints = ON');
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row['name']));
  const isPublic = new Set(queryableTables);
  const secretColumns: string[] = [];
  database.exec('DELETE FROM schema_step');
  for (const table of tables) {
    const columns = columnsOf(database, table);
    const secrets = columns.filter(({ name }) => !isPublic.has(table) && !isShownByAView(table, name));
    secretColumns.push(...secrets.map(({ name }) => name));
    for (const row of [1, 2]) {
      const values = columns.map(({ name, type }) => {
        const isSecret = secrets.some((secret) => secret.name === name);
        if (type === 'INTEGER') return isSecret ? number + row : row;
        if (JSON_COLUMNS.has(name)) return JSON.stringify({ clientId: `${canary} ${row}` });
        return isSecret ? `${canary} ${name} ${row}` : `${name} ${row}`;
      });
      database.prepare(`INSERT INTO "${table}" VALUES (${values.map(() => '?').join(', ')})`).run(...values);
    }
  }
  const publicColumns = queryableTables.flatMap((table) =>
    columnsOf(database, table).map(({ name }) => name),
  );
  database.close();
  return {
    publicTables: queryableTables,
    secretTables: [
      ...tables.filter((table) => !isPublic.has(table)),
      'sqlite_schema',
      'sqlite_stat1',
      'dbstat',
      'pragma_table_list',
    ],
    publicColumns: [...new Set(publicColumns)],
    secretColumns: [...new Set([...secretColumns, 'sql', 'rowid'])],
  };
}

function columnsOf(database: DatabaseSync, table: string): { name: string; type: string }[] {
  return database
    .prepare(`PRAGMA table_info("${table}")`)
    .all()
    .map((column) => ({ name: String(column['name']), type: String(column['type']) }));
}

/** The one view over a table with secrets; which of its columns it shows is written here once more, on purpose. */
function isShownByAView(table: string, column: string): boolean {
  const shown =
    'id name display_name description app_type web_app_type app_type_display_name state service_name handler ' +
    'category admin_tag generic on_prem featured icon template_name corp_identifier audience additional_field_1';
  return table === 'application_record' && shown.split(' ').includes(column);
}

/** The response to a statement; undefined if it is rejected or wrong. */
function response(database: ReadOnlyDatabase, sql: string): string | undefined {
  try {
    return runQuery(database, { sql, parameters: {}, page });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

describe('among 10,000 generated statements of an ordinary user', () => {
  it('none returns a secret, or anything that depends on one', { timeout: 120_000 }, () => {
    let answered = 0;
    fc.assert(
      fc.property(maliciousStatement(names), (sql) => {
        const [one, other] = twins.map((each) => response(each, sql));
        if (one === undefined) {
          expect(other).toBeUndefined();
          return;
        }
        answered++;
        expect(one).not.toMatch(SECRET);
        expect(other).toBe(one);
      }),
      { numRuns: STATEMENTS, seed: 8 },
    );
    // Else nothing would have been tried.
    expect(answered).toBeGreaterThan(STATEMENTS / 10);
  });
});
