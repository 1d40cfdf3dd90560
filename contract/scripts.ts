import { z } from 'zod';
import { applicationIdSchema } from './applications.ts';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';
import { freshnessSchema, snapshotSchema } from './snapshot.ts';

export const applicationScriptSchema = z.strictObject({
  script: z.string(),
  /** What the tenant reports: true when the script differs from its template's. */
  isModified: z.boolean(),
});

/** An earlier state of a script that this installation saw applied. */
export const scriptVersionSchema = z.strictObject({
  historyId: z.string(),
  appliedAt: timestampSchema,
  appliedBy: z.string(),
  script: z.string(),
});

export type ApplicationScript = z.infer<typeof applicationScriptSchema>;
export type ScriptVersion = z.infer<typeof scriptVersionSchema>;

export const scriptMethods = {
  'scripts.get': method(
    z.strictObject({
      tenantId: tenantIdSchema,
      applicationId: applicationIdSchema,
      freshness: freshnessSchema,
    }),
    snapshotSchema(applicationScriptSchema),
  ),
  'scripts.versions': method(
    z.strictObject({ tenantId: tenantIdSchema, applicationId: applicationIdSchema }),
    z.array(scriptVersionSchema),
  ),
} as const;
