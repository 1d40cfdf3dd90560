import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { applicationIdSchema } from '../applications/application-summary.ts';
import { testUserLimits } from './test-user-limits.ts';
import { tenantIdSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { maxTextBytes } from '../schema/text-limits.ts';
import { freshnessSchema, snapshotSchema } from '../schema/snapshot.ts';

export const applicationScriptSchema = z.strictObject({
  script: z.string(),
  /** As reported by the tenant: true if the script differs from its template's. */
  isModified: z.boolean(),
});

/** The script of an application as it is edited, compared and stored. */
export const scriptStateSchema = z.strictObject({
  /** Name of the application, for titles; not edited here. */
  application: z.string(),
  script: z.string(),
});

/** A made-up user for test runs of scripts. Stored in this profile, never sent to a tenant. */
export const testUserSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(testUserLimits.name, 'The name')),
  /** In the format of languages/assertion; an empty value means that the user doesn't have the property. */
  properties: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(testUserLimits.name),
        value: z.string().max(testUserLimits.value),
      }),
    )
    .max(testUserLimits.properties),
});

export type TestUser = z.infer<typeof testUserSchema>;
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
  /** The test users of a tenant, in the order they were added. */
  'scripts.testUsers': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(testUserSchema), {
    lane: 'local',
  }),
  /** Adds a user, or replaces the one with this ID. Rejects more than `testUserLimits` allow. */
  'scripts.saveTestUser': method(
    z.strictObject({ tenantId: tenantIdSchema, user: testUserSchema }),
    z.undefined(),
    { lane: 'local' },
  ),
  'scripts.removeTestUser': method(
    z.strictObject({ tenantId: tenantIdSchema, id: z.string().min(1).max(64) }),
    z.undefined(),
    { lane: 'local' },
  ),
  /** Lets the user choose a script file; undefined: none chosen. The view decides whether it becomes a draft. */
  'scripts.openFile': method(
    z.undefined(),
    z.strictObject({ fileName: z.string(), script: z.string() }).optional(),
    { lane: 'local' },
  ),
  /** Throws `file-too-large` if the file couldn't be opened again; undefined: no file chosen. */
  'scripts.saveFile': method(
    z.strictObject({
      /** Suggested file name: the name of the application. */
      name: z.string().max(1000),
      script: z.string().max(4 * maxTextBytes),
    }),
    z.strictObject({ fileName: z.string() }).optional(),
    { lane: 'local' },
  ),
} as const;
