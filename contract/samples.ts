import { z } from 'zod';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';
import { sampleLimits } from './sample-limits.ts';

/** A value of an event column. Null is no value: for a template the column is missing then. */
export const columnValueSchema = z.union([
  z.string().max(sampleLimits.value),
  z.number(),
  z.boolean(),
  z.null(),
]);

/** An event that a person made to try templates with. Kept in this profile, and never sent to a tenant. */
export const ownSampleSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1, 'Enter a name.').max(sampleLimits.name),
  /** In the order in which they were written. A list, because a column may be called anything. */
  columns: z
    .array(z.strictObject({ name: z.string().min(1).max(sampleLimits.name), value: columnValueSchema }))
    .max(sampleLimits.columns),
});

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
} as const;
