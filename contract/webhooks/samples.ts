import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { sampleLimits } from './sample-limits.ts';
import { snapshotSchema } from '../schema/snapshot.ts';

/** A value of an event column. Null is no value: for a template the column is missing then. */
export const columnValueSchema = z.union([
  z.string().max(sampleLimits.value),
  z.number(),
  z.boolean(),
  z.null(),
  exactNumberSchema,
]);

/** An event that a person made to try templates with. Kept in this profile, and never sent to a tenant. */
export const ownSampleSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(sampleLimits.name, 'The name')),
  /** In the order in which they were written. A list, because a column may be called anything. */
  columns: z
    .array(z.strictObject({ name: z.string().min(1).max(sampleLimits.name), value: columnValueSchema }))
    .max(sampleLimits.columns),
});

/** Days before now. */
const eventSpanSchema = z.union([z.literal(1), z.literal(7), z.literal(30)]);

const pastEventSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** Null where the tenant does not tell it. */
  at: timestampSchema.nullable(),
  riskLevel: z.string().nullable(),
  /** True where every column is told, so that one without a value is missing. */
  isWhole: z.boolean(),
  /** In the order of the columns of all. */
  values: z.array(columnValueSchema),
});

/** What happened on the tenant, the newest first. */
export const pastEventsSchema = z.strictObject({
  days: eventSpanSchema,
  columns: z.array(z.string()).max(sampleLimits.columns),
  /** Those of them that are told of an event that is not whole; what the others held is not known. */
  knownColumns: z.array(z.string()),
  events: z.array(pastEventSchema).max(sampleLimits.events),
  /** Events of these days, as the tenant counts them. */
  total: z.number().int(),
  /** Values that were longer than is kept. */
  cutValues: z.number().int(),
});

export type EventSpan = z.infer<typeof eventSpanSchema>;
export type PastEvent = z.infer<typeof pastEventSchema>;
export type PastEvents = z.infer<typeof pastEventsSchema>;
export type ColumnValue = z.infer<typeof columnValueSchema>;
export type OwnSample = z.infer<typeof ownSampleSchema>;

export const sampleMethods = {
  /** The own samples of a tenant, in the order in which they were added. */
  'samples.list': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(ownSampleSchema), {
    lane: 'local',
  }),
  /** Adds a sample or takes the place of the one with this identifier. Refuses more than `sampleLimits` allow. */
  'samples.save': method(
    z.strictObject({ tenantId: tenantIdSchema, sample: ownSampleSchema }),
    z.undefined(),
    {
      lane: 'local',
    },
  ),
  'samples.remove': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(64) }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** The text of a JSON file that the person chooses; undefined: none chosen. What it holds is for the view to say. */
  'samples.openFile': method(
    z.undefined(),
    z.strictObject({ fileName: z.string(), text: z.string() }).optional(),
    { lane: 'local' },
  ),
  /** Events of the tenant's last days; the ones read last where the tenant cannot be asked, which may be of other days. */
  'samples.pastEvents': method(
    z.strictObject({ tenantId: tenantIdSchema, days: eventSpanSchema }),
    snapshotSchema(pastEventsSchema),
  ),
  /** The events that were read last, without asking; undefined where none are kept. */
  'samples.keptEvents': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    snapshotSchema(pastEventsSchema).optional(),
    { lane: 'local' },
  ),
  'samples.forgetEvents': method(z.strictObject({ tenantId: tenantIdSchema }), z.undefined(), {
    lane: 'local',
  }),
} as const;
