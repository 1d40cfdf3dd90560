import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { typedParametersSchema } from '../queries/queries.ts';
import { chartChoiceSchema, resultFilterSchema } from '../queries/results.ts';

/** Maximum pinned charts per tenant. */
export const maxPins = 24;

const textSchema = z
  .string()
  .min(1)
  .max(...atMost(1_000_000, 'The query'));

/** The query or procedure that a pinned chart gets its rows from. */
const pinSourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('query'), text: textSchema, parameters: typedParametersSchema }),
  z.strictObject({
    from: z.literal('procedure'),
    /** ID in the library. */
    procedureId: z.string().min(1).max(200),
    /** The call with its arguments, as sent. */
    text: textSchema,
    /** Entered text by argument. */
    entered: z.record(z.string(), z.string().max(100_000)),
  }),
]);

/** A chart on a tenant's Overview. Its last result is stored at `placeOfPin`. */
export const pinSchema = z.strictObject({
  id: z.string().min(1).max(64),
  tenantId: tenantIdSchema,
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(...atMost(120, 'The title')),
  source: pinSourceSchema,
  /** All must match. Columns by name; null: any column. */
  filters: z
    .array(z.strictObject({ ...resultFilterSchema.shape, column: z.string().max(2000).nullable() }))
    .max(50),
  chart: chartChoiceSchema,
});

export type Pin = z.infer<typeof pinSchema>;
export type PinSource = z.infer<typeof pinSourceSchema>;

const ofPinSchema = z.strictObject({ tenantId: tenantIdSchema, id: pinSchema.shape.id });
/** Zero-based position among the tenant's pins. */
const placeSchema = z.number().int().nonnegative();

export const pinMethods = {
  /** In order. Deletes the results of removed charts. */
  'pins.list': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(pinSchema), { lane: 'local' }),
  /** Adds a pin, or updates the one with this ID. Throws `invalid-input` if there are too many. */
  'pins.keep': method(
    z.strictObject({
      ...pinSchema.shape,
      id: pinSchema.shape.id.optional(),
      /** Position of a new pin; last by default. */
      place: placeSchema.optional(),
    }),
    pinSchema,
    { lane: 'local' },
  ),
  'pins.move': method(z.strictObject({ ...ofPinSchema.shape, place: placeSchema }), z.undefined(), {
    lane: 'local',
  }),
  /** Its last result stays until the pins are listed again, so that removal can be undone completely. */
  'pins.remove': method(ofPinSchema, z.undefined(), { lane: 'local' }),
} as const;
