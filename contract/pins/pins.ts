import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { typedParametersSchema } from '../queries/queries.ts';
import { chartChoiceSchema, resultFilterSchema } from '../queries/results.ts';

/** More than anybody looks at in the morning. */
export const maxPins = 24;

const textSchema = z
  .string()
  .min(1)
  .max(...atMost(1_000_000, 'The query'));

/** What gives a pinned chart its rows, and where it can be changed. */
const pinSourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('query'), text: textSchema, parameters: typedParametersSchema }),
  z.strictObject({
    from: z.literal('procedure'),
    /** In the library. */
    procedureId: z.string().min(1).max(200),
    /** The call with its arguments, as it is sent. */
    text: textSchema,
    /** What was entered for each argument. */
    entered: z.record(z.string(), z.string().max(100_000)),
  }),
]);

/** A chart on the Overview of a tenant. Its last result is kept at `placeOfPin`. */
export const pinSchema = z.strictObject({
  id: z.string().min(1).max(64),
  tenantId: tenantIdSchema,
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(...atMost(120, 'The title')),
  source: pinSourceSchema,
  /** Only rows that pass them all are drawn. Columns go by their names; null for any of them. */
  filters: z
    .array(z.strictObject({ ...resultFilterSchema.shape, column: z.string().max(2000).nullable() }))
    .max(50),
  chart: chartChoiceSchema,
});

export type Pin = z.infer<typeof pinSchema>;
export type PinSource = z.infer<typeof pinSourceSchema>;

const ofPinSchema = z.strictObject({ tenantId: tenantIdSchema, id: pinSchema.shape.id });
/** Among the pins of the tenant, from 0. */
const placeSchema = z.number().int().nonnegative();

export const pinMethods = {
  /** In their order. Results of charts that are pinned no longer are let go. */
  'pins.list': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(pinSchema), { lane: 'local' }),
  /** Adds one, or changes the one of this identifier. Throws `invalid-input` for one too many. */
  'pins.keep': method(
    z.strictObject({
      ...pinSchema.shape,
      id: pinSchema.shape.id.optional(),
      /** Where a new one stands; the last without it. */
      place: placeSchema.optional(),
    }),
    pinSchema,
    { lane: 'local' },
  ),
  'pins.move': method(z.strictObject({ ...ofPinSchema.shape, place: placeSchema }), z.undefined(), {
    lane: 'local',
  }),
  /** Its last result stays until the pins are listed again, so that it can be put back whole. */
  'pins.remove': method(ofPinSchema, z.undefined(), { lane: 'local' }),
} as const;
