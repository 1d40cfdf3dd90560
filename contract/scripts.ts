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

/** The script of an application as it is edited, compared and kept. */
export const scriptStateSchema = z.strictObject({
  /** Name of the application, for titles; nothing that is edited here. */
  application: z.string(),
  script: z.string(),
});

/** An earlier state of a script that this installation saw applied. */
export const scriptVersionSchema = z.strictObject({
  /** The item of the history that applied it. */
  planId: z.string(),
  itemId: z.string(),
  appliedAt: timestampSchema,
  appliedBy: z.string(),
  script: z.string(),
});

export type ApplicationScript = z.infer<typeof applicationScriptSchema>;
export type ScriptState = z.infer<typeof scriptStateSchema>;
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
    { lane: 'local' },
  ),
} as const;
