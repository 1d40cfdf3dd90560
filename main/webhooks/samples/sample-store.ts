import { z } from 'zod';
import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { OwnSample } from '../../../contract/webhooks/samples.ts';
import { ownSampleSchema } from '../../../contract/webhooks/samples.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Database } from '../../platform/storage/database.ts';
import { parseJsonColumn, parseRow } from '../../platform/storage/database.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** Events that people made to try templates with, by tenant. They stay in this profile. */
export interface SampleStore {
  /** In the order in which they were added; one that this version cannot read is left out, and kept. */
  list(tenantId: string): OwnSample[];
  /** Throws `invalid-input` for one too many. */
  save(tenantId: string, sample: OwnSample): void;
  remove(tenantId: string, id: string): void;
}

export const sampleSchemaSteps: SchemaSteps = {
  noun: 'samples',
  records: { event_samples: 'samples of events' },
  steps: [
    `CREATE TABLE event_samples (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       tenant_id TEXT NOT NULL,
       id TEXT NOT NULL,
       content TEXT NOT NULL,
       UNIQUE (tenant_id, id)
     ) STRICT;
     -- They may be made of what happened to people: nothing of that outlives the tenant here.
     CREATE TRIGGER event_samples_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM event_samples WHERE tenant_id = OLD.id; END`,
  ],
};

const rowSchema = z.object({ content: z.string() });
const countSchema = z.object({ count: z.number() });

export function createSampleStore(database: Database): SampleStore {
  const select = database.prepare('SELECT content FROM event_samples WHERE tenant_id = ? ORDER BY sequence');
  const countOthers = database.prepare(
    'SELECT count(*) AS count FROM event_samples WHERE tenant_id = ? AND id <> ?',
  );
  const upsert = database.prepare(
    `INSERT INTO event_samples (tenant_id, id, content) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET content = excluded.content`,
  );
  const remove = database.prepare('DELETE FROM event_samples WHERE tenant_id = ? AND id = ?');
  return {
    list: (tenantId) =>
      select.all(tenantId).flatMap((row) => {
        try {
          return [parseJsonColumn(ownSampleSchema, parseRow(rowSchema, row).content)];
        } catch {
          return [];
        }
      }),
    save(tenantId, sample) {
      if (parseRow(countSchema, countOthers.get(tenantId, sample.id)).count >= sampleLimits.samples) {
        throw failure(
          'invalid-input',
          `A tenant has at most ${sampleLimits.samples} own samples. Delete one first.`,
        );
      }
      upsert.run(tenantId, sample.id, JSON.stringify(sample));
    },
    remove: (tenantId, id) => void remove.run(tenantId, id),
  };
}
