import { z } from 'zod';
import type { Database } from '../platform/storage/database.ts';
import { parseRow } from '../platform/storage/database.ts';
import type { SchemaSteps } from '../platform/storage/schema-steps.ts';

/** When a tenant was last open in a window. Milliseconds since the epoch; null for never. */
export interface Visits {
  readonly openedAt: number | null;
  /** The end of the visit before the one that `openedAt` belongs to. */
  readonly openedBefore: number | null;
}

export interface VisitStore {
  of(tenantId: string): Visits;
  /** It is open now. Calls within half an hour belong to the same visit, unless the stored time is in the future. */
  note(tenantId: string, now: number): void;
}

export const visitSchemaSteps: SchemaSteps = {
  noun: 'visits',
  records: { tenant_visits: 'tenant visits' },
  steps: [
    `CREATE TABLE tenant_visits (
       tenant_id TEXT NOT NULL PRIMARY KEY,
       opened_at INTEGER NOT NULL,
       opened_before INTEGER
     ) STRICT;
     CREATE TRIGGER visits_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM tenant_visits WHERE tenant_id = OLD.id; END`,
  ],
};

const visitMs = 30 * 60_000;

const rowSchema = z.object({ openedAt: z.number().int(), openedBefore: z.number().int().nullable() });

export function createVisitStore(database: Database): VisitStore {
  const select = database.prepare(
    'SELECT opened_at AS openedAt, opened_before AS openedBefore FROM tenant_visits WHERE tenant_id = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO tenant_visits (tenant_id, opened_at, opened_before) VALUES (:tenantId, :now, NULL)
     ON CONFLICT (tenant_id) DO UPDATE SET
       opened_before = CASE WHEN :now - opened_at NOT BETWEEN 0 AND :visitMs THEN opened_at ELSE opened_before END,
       opened_at = :now`,
  );
  return {
    of(tenantId) {
      const row = select.get(tenantId);
      return row === undefined ? { openedAt: null, openedBefore: null } : parseRow(rowSchema, row);
    },
    note: (tenantId, now) => void upsert.run({ tenantId, now, visitMs }),
  };
}
