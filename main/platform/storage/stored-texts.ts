import { z } from 'zod';
import type { Database } from './database.ts';
import { parseRow } from './database.ts';

/** Text columns of one table whose content from earlier versions has to be migrated. All members except `table` are SQL. */
export interface StoredTexts {
  readonly table: string;
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** Expression for the tenant ID of a row. */
  readonly tenant: string;
  readonly where: string;
  readonly columns: readonly string[];
}

export interface StoredText {
  readonly tenantId: string;
  readonly column: string;
  readonly text: string;
}

const keyRow = z.record(z.string(), z.union([z.string(), z.number()]));
const textRow = z.looseObject({ stored_tenant: z.string() });

/** Applies `change` to all texts, row by row, and writes back those that changed. */
export function mapStoredTexts(
  database: Database,
  { table, key, tenant, where, columns }: StoredTexts,
  change: (stored: StoredText) => string,
): void {
  const byKey = key.map((column) => `${column} = ?`).join(' AND ');
  const keys = database.prepare(`SELECT ${key.join(', ')} FROM ${table} WHERE ${where}`).all();
  const select = database.prepare(
    `SELECT coalesce(${tenant}, '') AS stored_tenant, ${columns.join(', ')} FROM ${table} WHERE ${byKey}`,
  );
  for (const row of keys) {
    const values = Object.values(parseRow(keyRow, row));
    const { stored_tenant: tenantId, ...texts } = parseRow(textRow, select.get(...values));
    for (const [column, text] of Object.entries(texts)) {
      if (typeof text !== 'string') continue;
      const changed = change({ tenantId, column, text });
      if (changed === text) continue;
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${byKey}`).run(changed, ...values);
    }
  }
}
