import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { OwnSample } from '../../../contract/webhooks/samples.ts';
import { ownSampleSchema } from '../../../contract/webhooks/samples.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { OwnRecords } from '../../platform/storage/own-records.ts';
import { createOwnRecords, ownRecordsBackup, ownRecordsTable } from '../../platform/storage/own-records.ts';
import type { SchemaSteps } from '../../platform/storage/schema-steps.ts';

/** Sample events that users made to test templates, by tenant. */
export type SampleStore = OwnRecords<OwnSample>;

export const sampleSchemaSteps: SchemaSteps = {
  noun: 'samples',
  records: { event_samples: 'sample events' },
  backup: [ownRecordsBackup('event_samples', ownSampleSchema, sampleLimits.name)],
  steps: [
    `${ownRecordsTable('event_samples')};
     -- They may be made of what happened to people: nothing of that outlives the tenant here.
     CREATE TRIGGER event_samples_go_with_tenant AFTER DELETE ON tenants
     BEGIN DELETE FROM event_samples WHERE tenant_id = OLD.id; END`,
  ],
};

export const createSampleStore = (database: Database): SampleStore =>
  createOwnRecords(database, {
    table: 'event_samples',
    schema: ownSampleSchema,
    maxCount: sampleLimits.samples,
    tooMany: `A tenant can have up to ${sampleLimits.samples} custom samples. Delete one first.`,
  });
