import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Longest text of a setting, in characters. */
const text = z.string().max(10_000);

/**
 * What of a tenant's configuration can be set beside the trusted origins, under the platform's own names. Null where the tenant
 * tells none of it, or not as it should: that is left alone. Source: platform specification, "Tenant configuration endpoints".
 */
export const configurationStateSchema = z.strictObject({
  IsPasswordPersistanceEnabled: z.boolean().nullable(),
  ForgotUsernameAllowed: z.boolean().nullable(),
  SendPasswordChangeConfirmation: z.boolean().nullable(),
  Domain: text.nullable(),
  /** In the order of the tenant; while it is typed a name may be empty, or there twice. */
  MfaAttributeMapping: z
    .array(z.strictObject({ name: text, value: text }))
    .max(1000)
    .nullable(),
});

/** The one thing of its kind in a tenant. */
export const configurationTargetId = 'configuration';

export const configurationSchema = z.strictObject({
  state: configurationStateSchema,
  /** Everything that the tenant tells of itself, in its order and secrets hidden. */
  members: z.array(z.strictObject({ name: z.string(), value: z.json() })),
});

export type ConfigurationState = z.infer<typeof configurationStateSchema>;
export type Configuration = z.infer<typeof configurationSchema>;

export const configurationMethods = {
  'configuration.get': method(
    z.strictObject({ tenantId: tenantIdSchema, freshness: freshnessSchema }),
    snapshotSchema(configurationSchema),
  ),
} as const;
