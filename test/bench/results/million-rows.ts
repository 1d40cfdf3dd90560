import { DatabaseSync } from 'node:sqlite';

export const rowCount = Number(process.env['BENCH_ROWS'] ?? 1_000_000);

const names = [
  'Id',
  'WhenOccurred',
  'EventType',
  'NormalizedUser',
  'FromIPAddress',
  'Succeeded',
  'Risk',
  'Note',
];

/** A table of events with everything that is hard in CSV: quotes, commas, line breaks, formulas, null. */
export function makeTable(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE rows AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
    SELECT
      i AS Id,
      strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i, 'unixepoch') AS WhenOccurred,
      CASE i % 3 WHEN 0 THEN 'Cloud.Core.LoginFail' WHEN 1 THEN 'Cloud.Core.Login' ELSE 'Cloud.Saas.Application.AppLaunch' END AS EventType,
      'user' || (i % 5000) || '@acme.example' AS NormalizedUser,
      '203.0.' || (i % 113) || '.' || (i % 251) AS FromIPAddress,
      i % 3 > 0 AS Succeeded,
      i / 8.0 AS Risk,
      CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'said "no", twice' WHEN 2 THEN 'one' || char(10) || 'two' WHEN 3 THEN '' ELSE 'plain' END AS Note
    FROM n`);
  return database;
}

/** The same rows as CSV, created by SQLite alone. */
export function* csvOfTable(database: DatabaseSync): Generator<string> {
  const quoted = (column: string): string => `
    CASE WHEN ${column} IS NULL THEN ''
      WHEN typeof(${column}) = 'real' AND ${column} = CAST(${column} AS INTEGER) THEN CAST(${column} AS INTEGER)
      WHEN instr(${column}, '"') OR instr(${column}, ',') OR instr(${column}, char(10)) THEN '"' || replace(${column}, '"', '""') || '"'
      ELSE ${column} END`;
  const line = database.prepare(
    `SELECT ${names.map(quoted).join(" || ',' || ")} || char(13, 10) AS line FROM rows ORDER BY Id`,
  );
  yield `${names.join(',')}\r\n`;
  for (const row of line.iterate()) yield row['line'] as string;
}

/** One page in the tenant's format. */
export function pageOf(database: DatabaseSync, pageNumber: number, pageSize: number): object {
  const rows = database
    .prepare('SELECT * FROM rows WHERE Id > ? AND Id <= ? ORDER BY Id')
    .all((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return {
    success: true,
    Result: {
      FullCount: rowCount,
      Columns: names.map((Name) => ({ Name, IsHidden: false })),
      Results: rows.map((Row) => ({ Row })),
    },
  };
}
