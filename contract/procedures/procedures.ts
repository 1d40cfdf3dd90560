import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { argumentTypes } from './library-argument.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** Beside how it is read, what an argument of one's own is chosen from. */
export const ownArgumentTypes = [
  ...argumentTypes,
  'one-of',
  'user',
  'role',
  'server',
  'application',
] as const;
export type OwnArgumentType = (typeof ownArgumentTypes)[number];

export const ownArgumentSchema = z.strictObject({
  name: z
    .string()
    .min(1, 'Enter a name.')
    .max(...atMost(100, 'The name of an argument')),
  /** What people call it; its name where it is empty. */
  label: z.string().max(...atMost(100, 'The label')),
  type: z.enum(ownArgumentTypes),
  isRequired: z.boolean(),
  words: z.string().max(...atMost(500, 'The description')),
  /** Filled in by “Example”; empty for none. */
  example: z.string().max(...atMost(1000, 'The example')),
  /** Sent where nothing is entered; empty for nothing. */
  initial: z.string().max(...atMost(1000, 'The value')),
  /** What `one-of` is chosen from. */
  options: z.array(z.string().min(1).max(200)).max(100),
});

/** A procedure or a job that somebody has added to the library. */
export const ownEntrySchema = z.strictObject({
  id: z.string().min(1).max(64),
  /** Null for all tenants. */
  tenantId: tenantIdSchema.nullable(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(120, 'The name')),
  words: z.string().max(...atMost(1000, 'The description')),
  /** Of its file, without an `@`. */
  path: z.string().max(...atMost(256, 'The path')),
  /** A `query` has rows; a `job` does something. */
  via: z.enum(['query', 'job']),
  parameters: z.array(ownArgumentSchema).max(50, 'A procedure has at most 50 arguments here.'),
  savedAt: timestampSchema,
});

export type OwnArgument = z.infer<typeof ownArgumentSchema>;
export type OwnEntry = z.infer<typeof ownEntrySchema>;

export const procedureMethods = {
  /** Own entries of the tenant and those of all tenants, by name. */
  'procedures.own': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(ownEntrySchema), {
    lane: 'local',
  }),
  /** Adds one, or takes the place of the one with this identifier. Throws `invalid-input` for what no call can be written of. */
  'procedures.keepOwn': method(
    z.strictObject({
      ...ownEntrySchema.omit({ id: true, savedAt: true }).shape,
      id: z.string().max(64).exactOptional(),
    }),
    ownEntrySchema,
    { lane: 'local' },
  ),
  'procedures.removeOwn': method(z.strictObject({ id: z.string().max(64) }), z.undefined(), {
    lane: 'local',
  }),
} as const;
