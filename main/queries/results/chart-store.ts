import { z } from 'zod';
import type { PlaceChart } from '../../../contract/queries/results.ts';
import { placeChartSchema } from '../../../contract/queries/results.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** The chart settings of the results at the places of a tenant. */
export interface ChartStore {
  save(tenantId: string, place: string, chart: PlaceChart): void;
  /** Undefined when none is saved, and for one that this version can't read. */
  at(tenantId: string, place: string): PlaceChart | undefined;
  /** Of the places of the tenant that begin with this prefix, removes all but these. */
  limitPlaces(tenantId: string, beginning: string, places: readonly string[]): void;
}

export const resultSchemaSteps: SchemaSteps = {
  noun: 'results',
  steps: [
    `CREATE TABLE result_charts (
       tenant_id TEXT NOT NULL,
       place TEXT NOT NULL,
       content TEXT NOT NULL,
       PRIMARY KEY (tenant_id, place)
     ) STRICT, WITHOUT ROWID;
     CREATE TRIGGER result_charts_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM result_charts WHERE tenant_id = OLD.id; END`,
  ],
};

const rowSchema = z.object({ content: z.string() });

export function createChartStore(database: Database): ChartStore {
  const upsert = database.prepare(
    'INSERT INTO result_charts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET content = excluded.content',
  );
  const select = database.prepare('SELECT content FROM result_charts WHERE tenant_id = ? AND place = ?');
  const remove = database.prepare(
    `DELETE FROM result_charts WHERE tenant_id = ?1 AND substr(place, 1, length(?2)) = ?2
       AND place NOT IN (SELECT value FROM json_each(?3))`,
  );
  return {
    save: (tenantId, place, chart) => void upsert.run(tenantId, place, JSON.stringify(chart)),
    at(tenantId, place) {
      const row = select.get(tenantId, place);
      if (row === undefined) return undefined;
      try {
        return parseJsonColumn(placeChartSchema, parseRow(rowSchema, row).content);
      } catch {
        // It is quickly chosen again, and must not prevent the result from opening.
        return undefined;
      }
    },
    limitPlaces: (tenantId, beginning, places) =>
      void remove.run(tenantId, beginning, JSON.stringify(places)),
  };
}
