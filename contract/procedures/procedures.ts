import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { argumentTypes } from './library-argument.ts';
import { tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** Types of user-defined arguments: how the value is parsed, or what it is chosen from. */
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
  /** Display name; empty: same as `name`. */
  label: z.string().max(...atMost(100, 'The label')),
  type: z.enum(ownArgumentTypes),
  isRequired: z.boolean(),
  words: z.string().max(...atMost(500, 'The description')),
  /** Inserted by the “Example” button; empty for none. */
  example: z.string().max(...atMost(1000, 'The example')),
  /** Default value; empty for none. */
  initial: z.string().max(...atMost(1000, 'The value')),
  /** Choices of `one-of`. */
  options: z.array(z.string().min(1).max(200)).max(100),
});

/** A procedure or job that a user added to the library. */
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
  /** Path of its file, without an `@`. */
  path: z.string().max(...atMost(256, 'The path')),
  /** A `query` returns rows; a `job` changes something. */
  via: z.enum(['query', 'job']),
  parameters: z.array(ownArgumentSchema).max(50, 'A procedure can have at most 50 arguments.'),
  savedAt: timestampSchema,
});

export type OwnArgument = z.infer<typeof ownArgumentSchema>;
export type OwnEntry = z.infer<typeof ownEntrySchema>;

export const procedureMethods = {
  /** User-defined entries of the tenant and those for all tenants, by name. */
  'procedures.own': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(ownEntrySchema), {
    lane: 'local',
  }),
  /** Adds an entry, or replaces the one with this ID. Throws `invalid-input` if no valid call can be made from it. */
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
