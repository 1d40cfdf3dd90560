import { z } from 'zod';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { StoredResult } from '../../../contract/queries/results.ts';
import { storedResultSchema } from '../../../contract/queries/results.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';

/**
 * Metadata of each stored result; its rows are in a file. Entries that are damaged or written by another version
 * are ignored: a result can be queried again, and must not prevent the next one.
 */
export interface ResultStore {
  /** Replaces one with the same ID. */
  keep(result: StoredResult): void;
  get(id: string): StoredResult | undefined;
  /** The latest of a place. */
  at(tenantId: string, place: string): StoredResult | undefined;
  /** The latest first. */
  all(): StoredResult[];
  /** Of results of tenants that aren't in the list. */
  idsOfOthers(tenantIds: readonly string[]): string[];
  remove(id: string): void;
  /** Removes all but these. */
  retain(ids: readonly string[]): void;
}

const rowSchema = z.object({ content: z.string() });
const idRowSchema = z.object({ id: z.string() });

export function createResultStore(database: Database): ResultStore {
  const upsert = database.prepare(
    `INSERT INTO query_results (id, tenant_id, place, started_at, content) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET content = excluded.content`,
  );
  const select = database.prepare('SELECT content FROM query_results WHERE id = ?');
  const selectAt = database.prepare(
    'SELECT content FROM query_results WHERE tenant_id = ? AND place = ? ORDER BY started_at DESC, rowid DESC LIMIT 1',
  );
  const selectAll = database.prepare(
    'SELECT content FROM query_results ORDER BY started_at DESC, rowid DESC',
  );
  const selectOthers = database.prepare(
    'SELECT id FROM query_results WHERE tenant_id NOT IN (SELECT value FROM json_each(?))',
  );
  const retain = database.prepare(
    'DELETE FROM query_results WHERE id NOT IN (SELECT value FROM json_each(?))',
  );
  const remove = database.prepare('DELETE FROM query_results WHERE id = ?');
  const found = (row: unknown): StoredResult | undefined => {
    try {
      return row === undefined
        ? undefined
        : parseJsonColumn(storedResultSchema, parseRow(rowSchema, row).content);
    } catch (error) {
      if (error instanceof DeskFailure && error.code === 'storage-failed') return undefined;
      throw error;
    }
  };

  return {
    keep(result) {
      const { id, tenantId, place, startedAt } = result;
      upsert.run(id, tenantId, place, startedAt, JSON.stringify(result));
    },
    get: (id) => found(select.get(id)),
    at: (tenantId, place) => found(selectAt.get(tenantId, place)),
    all: () => selectAll.all().flatMap((row) => found(row) ?? []),
    idsOfOthers: (tenantIds) =>
      selectOthers.all(JSON.stringify(tenantIds)).map((row) => parseRow(idRowSchema, row).id),
    remove: (id) => void remove.run(id),
    retain: (ids) => void retain.run(JSON.stringify(ids)),
  };
}
