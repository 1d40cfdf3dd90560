import { z } from 'zod';
import { applicationIdSchema } from './applications.ts';
import { tenantIdSchema } from './identifiers.ts';
import { method } from './method.ts';
import { freshnessSchema, snapshotSchema } from './snapshot.ts';

export const applicationScriptSchema = z.strictObject({
  script: z.string(),
  /** What the tenant reports: true when the script differs from its template's. */
  isModified: z.boolean(),
});

/** The script of an application as it is edited, compared and kept. */
export const scriptStateSchema = z.strictObject({
  /** Name of the application, for titles; nothing that is edited here. */
  application: z.string(),
  script: z.string(),
});

const mostProperties = 60;

/** A made-up user whom scripts are tried for. Kept in this profile, and never sent to a tenant. */
export const benchUserSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  /** As languages/assertion reads them; an empty value is a property that the user does not have. */
  properties: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(120), value: z.string().max(4000) }))
    .max(mostProperties),
});

/** Users that one tenant's bench may have. */
export const mostBenchUsers = 50;

export type BenchUser = z.infer<typeof benchUserSchema>;
export type ApplicationScript = z.infer<typeof applicationScriptSchema>;
export type ScriptState = z.infer<typeof scriptStateSchema>;

export const scriptMethods = {
  'scripts.get': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      applicationId: applicationIdSchema,
      freshness: freshnessSchema,
    }),
    snapshotSchema(applicationScriptSchema),
  ),
  /** The users of the bench of a tenant, in the order in which they were added. */
  'scripts.benchUsers': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(benchUserSchema), {
    lane: 'local',
  }),
  /** Adds a user or takes the place of the one with this identifier. Refuses more than `mostBenchUsers`. */
  'scripts.saveBenchUser': method(
    z.strictObject({ tenantId: tenantIdSchema, user: benchUserSchema }),
    z.undefined(),
    { lane: 'local' },
  ),
  'scripts.removeBenchUser': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(64) }),
    z.undefined(),
    { lane: 'local' },
  ),
} as const;
