import { z } from 'zod';
import type { QueryRun, QueryTable, QueryTabs } from '../../../contract/queries/queries.ts';
import { maxRuns, queryTabsSchema, typedParametersSchema } from '../../../contract/queries/queries.ts';
import type { Log } from '../../platform/log/log.ts';
import { createBestEffort } from '../../platform/storage/best-effort.ts';
import type { Database } from '../../platform/storage/database.ts';
import {
  emptyWriteAheadLog,
  parseJsonColumn,
  parseRow,
  transaction,
} from '../../platform/storage/database.ts';

/** Runs, open queries and columns that results have shown. A full disk doesn't fail a query, only its history. */
export interface QueryStore {
  addRun(tenantId: string, run: QueryRun): void;
  /** Newest first, read lazily. */
  runs(tenantId: string): Iterable<QueryRun>;
  run(tenantId: string, id: string): QueryRun | undefined;
  /** Without an ID, removes all of them; nothing of them stays on the disk. */
  forgetRuns(tenantId: string, id?: string): void;
  learnColumns(tenantId: string, table: string, columns: readonly { name: string; type: string }[]): void;
  seenTables(tenantId: string): QueryTable[];
  /** Empty before any were saved. */
  tabs(tenantId: string): QueryTabs;
  saveTabs(tenantId: string, tabs: QueryTabs): void;
}

/** Maximum bytes of the stored query texts of a tenant; the newest is always stored. */
const maxBytes = 20_000_000;
/** Maximum columns learned from the results of a tenant; a limit for results with generated column names. */
const maxColumns = 5000;

const runRowSchema = z.object({
  id: z.string(),
  text: z.string(),
  parameters: z.string(),
  ran_at: z.number(),
  duration_ms: z.number(),
  row_count: z.number().nullable(),
  error_message: z.string().nullable(),
});
const tabsRowSchema = z.object({ content: z.string() });
const columnRowSchema = z.object({ table_name: z.string(), column_name: z.string(), type: z.string() });

export function createQueryStore(database: Database, log: Log): QueryStore {
  const tryTo = createBestEffort(log, 'queries.not-noted');
  const statements = prepareStatements(database);

  return {
    addRun(tenantId, run) {
      const note = () => {
        const { id, text, parameters, ranAt, durationMs, rowCount, errorMessage } = run;
        const entered = JSON.stringify(parameters);
        statements.insertRun.run(id, tenantId, text, entered, ranAt, durationMs, rowCount, errorMessage);
        statements.trimRuns.run({ tenant: tenantId, limit: maxRuns });
        statements.trimBytes.run(tenantId, maxBytes);
      };
      tryTo(() => transaction(database, note));
    },
    *runs(tenantId) {
      for (const row of statements.selectRuns.iterate(tenantId)) yield readRun(row);
    },
    run(tenantId, id) {
      const row = statements.selectRun.get(tenantId, id);
      return row === undefined ? undefined : readRun(row);
    },
    forgetRuns(tenantId, id) {
      if (id === undefined) statements.deleteRuns.run(tenantId);
      else statements.deleteRun.run(tenantId, id);
      emptyWriteAheadLog(database);
    },
    learnColumns(tenantId, table, columns) {
      const learn = () => {
        for (const { name, type } of columns) statements.insertColumn.run(tenantId, table, name, type);
      };
      tryTo(() => transaction(database, learn));
    },
    tabs(tenantId) {
      const row = statements.selectTabs.get(tenantId);
      if (row === undefined) return { tabs: [], chosen: '' };
      return parseJsonColumn(queryTabsSchema, parseRow(tabsRowSchema, row).content);
    },
    saveTabs: (tenantId, tabs) => void statements.upsertTabs.run(tenantId, JSON.stringify(tabs)),
    seenTables(tenantId) {
      const tables = new Map<string, { name: string; type: string }[]>();
      for (const row of statements.selectColumns.all(tenantId)) {
        const { table_name, column_name, type } = parseRow(columnRowSchema, row);
        const columns = tables.get(table_name) ?? [];
        columns.push({ name: column_name, type });
        tables.set(table_name, columns);
      }
      return [...tables].map(([name, columns]) => ({ name, columns }));
    },
  };
}

function prepareStatements(database: Database) {
  return {
    insertRun: database.prepare(
      `INSERT INTO query_runs (id, tenant_id, text, parameters, ran_at, duration_ms, row_count, error_message)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    trimRuns: database.prepare(
      `DELETE FROM query_runs WHERE tenant_id = :tenant AND sequence <= (
         SELECT sequence FROM query_runs WHERE tenant_id = :tenant ORDER BY sequence DESC LIMIT 1 OFFSET :limit)`,
    ),
    trimBytes: database.prepare(
      `DELETE FROM query_runs WHERE sequence IN (
         SELECT sequence FROM (
           SELECT sequence, row_number() OVER newest AS place,
             sum(octet_length(text) + octet_length(parameters)) OVER newest AS bytes
           FROM query_runs WHERE tenant_id = ? WINDOW newest AS (ORDER BY sequence DESC))
         WHERE place > 1 AND bytes > ?)`,
    ),
    selectRun: database.prepare('SELECT * FROM query_runs WHERE tenant_id = ? AND id = ?'),
    deleteRun: database.prepare('DELETE FROM query_runs WHERE tenant_id = ? AND id = ?'),
    deleteRuns: database.prepare('DELETE FROM query_runs WHERE tenant_id = ?'),
    selectRuns: database.prepare('SELECT * FROM query_runs WHERE tenant_id = ? ORDER BY sequence DESC'),
    insertColumn: database.prepare(
      `INSERT INTO seen_columns (tenant_id, table_name, column_name, type) SELECT ?1, ?2, ?3, ?4
       WHERE (SELECT count(*) FROM seen_columns WHERE tenant_id = ?1) < ${maxColumns}
       ON CONFLICT DO UPDATE SET type = excluded.type`,
    ),
    selectColumns: database.prepare(
      'SELECT * FROM seen_columns WHERE tenant_id = ? ORDER BY table_name, column_name',
    ),
    selectTabs: database.prepare('SELECT content FROM query_tabs WHERE tenant_id = ?'),
    upsertTabs: database.prepare(
      'INSERT INTO query_tabs (tenant_id, content) VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content',
    ),
  };
}

function readRun(row: unknown): QueryRun {
  const run = parseRow(runRowSchema, row);
  return {
    id: run.id,
    text: run.text,
    parameters: parseJsonColumn(typedParametersSchema, run.parameters),
    ranAt: run.ran_at,
    durationMs: run.duration_ms,
    rowCount: run.row_count,
    errorMessage: run.error_message,
  };
}
