import { z } from 'zod';
import type { Database } from '../platform/storage/database.ts';
import { parseRow } from '../platform/storage/database.ts';
import type { TableSpace } from '../platform/storage/schema-steps.ts';

export interface Used {
  readonly bytes: number;
  readonly count: number;
}

export type UsedByTenant = ReadonlyMap<string, Used>;

const columnRow = z.object({ name: z.string() });
const tenantRow = z.object({ tenant: z.string() });
const usedRow = z.object({ tenant: z.string(), bytes: z.number(), count: z.number() });

/** The bytes of the content of these tables by tenant. Long texts aren't loaded to measure them. */
export function measureTables(database: Database, tables: readonly TableSpace[]): UsedByTenant {
  const found = new Map<string, Used>();
  for (const { table, tenant = 'tenant_id', isCounted } of tables) {
    const columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => parseRow(columnRow, row).name);
    const size = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ');
    const rows = database.prepare(
      `SELECT coalesce(${tenant}, '') AS tenant, sum(${size}) AS bytes, count(*) AS count
       FROM ${table} GROUP BY 1`,
    );
    for (const row of rows.all()) {
      const used = parseRow(usedRow, row);
      const before = found.get(used.tenant) ?? { bytes: 0, count: 0 };
      const count = before.count + (isCounted === true ? used.count : 0);
      found.set(used.tenant, { bytes: before.bytes + used.bytes, count });
    }
  }
  return found;
}

/** The tenants that these tables have something of. */
export function tenantsIn(database: Database, tables: readonly TableSpace[]): ReadonlySet<string> {
  const rows = tables.flatMap(({ table, tenant = 'tenant_id' }) =>
    database.prepare(`SELECT DISTINCT coalesce(${tenant}, '') AS tenant FROM ${table}`).all(),
  );
  return new Set(rows.map((row) => parseRow(tenantRow, row).tenant));
}

export function totalOf(used: Iterable<Used>): Used {
  let [bytes, count] = [0, 0];
  for (const each of used) {
    bytes += each.bytes;
    count += each.count;
  }
  return { bytes, count };
}
