import { z } from 'zod';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

/** Maximum length of a setting, in characters. */
const text = z.string().max(10_000);

/**
 * The settable tenant configuration besides trusted origins, under the platform's names. Null if the tenant doesn't report a
 * value, or one of an unexpected type: it is left alone. Source: platform specification, "Tenant configuration endpoints".
 */
export const configurationStateSchema = z.strictObject({
  IsPasswordPersistanceEnabled: z.boolean().nullable(),
  ForgotUsernameAllowed: z.boolean().nullable(),
  SendPasswordChangeConfirmation: z.boolean().nullable(),
  Domain: text.nullable(),
  /** In the tenant's order; during editing a name may be empty or duplicate. */
  MfaAttributeMapping: z
    .array(z.strictObject({ name: text, value: text }))
    .max(1000)
    .nullable(),
});

/** The only item of its kind in a tenant. */
export const configurationTargetId = 'configuration';

export const configurationSchema = z.strictObject({
  state: configurationStateSchema,
  /** All configuration members reported by the tenant, in its order, with secrets hidden. */
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
