import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { exactNumberSchema } from '../schema/exact-number.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { sampleLimits } from './sample-limits.ts';
import { snapshotSchema } from '../schema/snapshot.ts';

/** A value of an event column. Null: no value, the column is missing for a template. */
export const columnValueSchema = z.union([
  z.string().max(sampleLimits.value),
  z.number(),
  z.boolean(),
  z.null(),
  exactNumberSchema,
]);

/** A user-defined event for testing templates. Stored in this profile, never sent to a tenant. */
export const ownSampleSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(sampleLimits.name, 'The name')),
  /** In the order of creation. A list, because a column may have any name. */
  columns: z
    .array(z.strictObject({ name: z.string().min(1).max(sampleLimits.name), value: columnValueSchema }))
    .max(sampleLimits.columns),
});

/** Days before now. */
const eventSpanSchema = z.union([z.literal(1), z.literal(7), z.literal(30)]);

const pastEventSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** Null if the tenant doesn't report it. */
  at: timestampSchema.nullable(),
  riskLevel: z.string().nullable(),
  /** True if every column is known, so that one without a value is missing. */
  isWhole: z.boolean(),
  /** In the order of `columns`. */
  values: z.array(columnValueSchema),
});

/** Past events of the tenant, newest first. */
export const pastEventsSchema = z.strictObject({
  days: eventSpanSchema,
  columns: z.array(z.string()).max(sampleLimits.columns),
  /** Columns that are known for incomplete events; the values of others are unknown. */
  knownColumns: z.array(z.string()),
  events: z.array(pastEventSchema).max(sampleLimits.events),
  /** Number of events of these days, as counted by the tenant. */
  total: z.number().int(),
  /** Number of truncated values. */
  cutValues: z.number().int(),
});

export type EventSpan = z.infer<typeof eventSpanSchema>;
export type PastEvent = z.infer<typeof pastEventSchema>;
export type PastEvents = z.infer<typeof pastEventsSchema>;
export type ColumnValue = z.infer<typeof columnValueSchema>;
export type OwnSample = z.infer<typeof ownSampleSchema>;

export const sampleMethods = {
  /** The user-defined samples of a tenant, in the order they were added. */
  'samples.list': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(ownSampleSchema), {
    lane: 'local',
  }),
  /** Adds a sample, or replaces the one with this ID. Rejects more than `sampleLimits` allow. */
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
  /** Lets the user choose a JSON file and returns its text; undefined: none chosen. The view parses it. */
  'samples.openFile': method(
    z.undefined(),
    z.strictObject({ fileName: z.string(), text: z.string() }).optional(),
    { lane: 'local' },
  ),
  /** Events of the last days; cached events if the tenant can't be reached, which may be of other days. */
  'samples.pastEvents': method(
    z.strictObject({ tenantId: tenantIdSchema, days: eventSpanSchema }),
    snapshotSchema(pastEventsSchema),
  ),
  /** Cached events; undefined if there are none. */
  'samples.cachedEvents': method(
    z.strictObject({ tenantId: tenantIdSchema }),
    snapshotSchema(pastEventsSchema).optional(),
    { lane: 'local' },
  ),
  'samples.forgetEvents': method(z.strictObject({ tenantId: tenantIdSchema }), z.undefined(), {
    lane: 'local',
  }),
} as const;
