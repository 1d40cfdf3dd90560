import { z } from 'zod';
import type { QueryRun, QueryTable, QueryTabs, SavedQuery } from '../../contract/queries.ts';
import { queryTabsSchema, savedQuerySchema } from '../../contract/queries.ts';
import type { Log } from '../platform/log/log.ts';
import { createBestEffort } from '../platform/storage/best-effort.ts';
import type { Database } from '../platform/storage/database.ts';
import { parseJsonColumn, parseRow, transaction } from '../platform/storage/database.ts';

/** Runs, saved queries and columns that results have shown. Only saving a query fails with the disk. */
export interface QueryStore {
  addRun(tenantId: string, run: QueryRun): void;
  /** Newest first. */
  runs(tenantId: string): QueryRun[];
  saved(): SavedQuery[];
  save(query: SavedQuery): void;
  remove(id: string): void;
  learnColumns(tenantId: string, table: string, columns: readonly { name: string; type: string }[]): void;
  seenTables(tenantId: string): QueryTable[];
  /** None before any were kept. */
  tabs(tenantId: string): QueryTabs;
  keepTabs(tenantId: string, tabs: QueryTabs): void;
}

const keptRuns = 500;
/** What one tenant's results may teach; a bound against results with made-up columns. */
const mostColumns = 5000;

const runRowSchema = z.object({
  id: z.string(),
  text: z.string(),
  ran_at: z.number(),
  duration_ms: z.number(),
  row_count: z.number().nullable(),
  error_message: z.string().nullable(),
});
const savedRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  parameters: z.string(),
  saved_at: z.number(),
});
const tabsRowSchema = z.object({ content: z.string() });
const columnRowSchema = z.object({ table_name: z.string(), column_name: z.string(), type: z.string() });

export function createQueryStore(database: Database, log: Log): QueryStore {
  const tryTo = createBestEffort(log, 'queries.not-noted');
  const insertRun = database.prepare(
    `INSERT INTO query_runs (id, tenant_id, text, ran_at, duration_ms, row_count, error_message)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const trimRuns = database.prepare(
    `DELETE FROM query_runs WHERE tenant_id = :tenant AND sequence <= (
       SELECT sequence FROM query_runs WHERE tenant_id = :tenant ORDER BY sequence DESC LIMIT 1 OFFSET :kept)`,
  );
  const selectRuns = database.prepare('SELECT * FROM query_runs WHERE tenant_id = ? ORDER BY sequence DESC');
  const selectSaved = database.prepare('SELECT * FROM saved_queries ORDER BY name COLLATE NOCASE');
  const upsertSaved = database.prepare(
    `INSERT INTO saved_queries (id, name, text, parameters, saved_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, text = excluded.text, parameters = excluded.parameters,
       saved_at = excluded.saved_at`,
  );
  const deleteSaved = database.prepare('DELETE FROM saved_queries WHERE id = ?');
  const insertColumn = database.prepare(
    `INSERT INTO seen_columns (tenant_id, table_name, column_name, type) SELECT ?1, ?2, ?3, ?4
     WHERE (SELECT count(*) FROM seen_columns WHERE tenant_id = ?1) < ${mostColumns}
     ON CONFLICT DO UPDATE SET type = excluded.type`,
  );
  const selectColumns = database.prepare(
    'SELECT * FROM seen_columns WHERE tenant_id = ? ORDER BY table_name, column_name',
  );
  const selectTabs = database.prepare('SELECT content FROM query_tabs WHERE tenant_id = ?');
  const upsertTabs = database.prepare(
    'INSERT INTO query_tabs (tenant_id, content) VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content',
  );

  return {
    addRun(tenantId, run) {
      const note = () => {
        const { id, text, ranAt, durationMs, rowCount, errorMessage } = run;
        insertRun.run(id, tenantId, text, ranAt, durationMs, rowCount, errorMessage);
        trimRuns.run({ tenant: tenantId, kept: keptRuns });
      };
      tryTo(() => transaction(database, note));
    },
    runs: (tenantId) =>
      selectRuns.all(tenantId).map((row) => {
        const run = parseRow(runRowSchema, row);
        return {
          id: run.id,
          text: run.text,
          ranAt: run.ran_at,
          durationMs: run.duration_ms,
          rowCount: run.row_count,
          errorMessage: run.error_message,
        };
      }),
    saved: () =>
      selectSaved.all().map((row) => {
        const { saved_at: savedAt, parameters, ...query } = parseRow(savedRowSchema, row);
        return {
          ...query,
          parameters: parseJsonColumn(savedQuerySchema.shape.parameters, parameters),
          savedAt,
        };
      }),
    save: ({ id, name, text, parameters, savedAt }) =>
      void upsertSaved.run(id, name, text, JSON.stringify(parameters), savedAt),
    remove: (id) => void deleteSaved.run(id),
    learnColumns(tenantId, table, columns) {
      const learn = () => {
        for (const { name, type } of columns) insertColumn.run(tenantId, table, name, type);
      };
      tryTo(() => transaction(database, learn));
    },
    tabs(tenantId) {
      const row = selectTabs.get(tenantId);
      if (row === undefined) return { tabs: [], chosen: '' };
      return parseJsonColumn(queryTabsSchema, parseRow(tabsRowSchema, row).content);
    },
    keepTabs: (tenantId, tabs) => void upsertTabs.run(tenantId, JSON.stringify(tabs)),
    seenTables(tenantId) {
      const tables = new Map<string, { name: string; type: string }[]>();
      for (const row of selectColumns.all(tenantId)) {
        const { table_name, column_name, type } = parseRow(columnRowSchema, row);
        const columns = tables.get(table_name) ?? [];
        columns.push({ name: column_name, type });
        tables.set(table_name, columns);
      }
      return [...tables].map(([name, columns]) => ({ name, columns }));
    },
  };
}
