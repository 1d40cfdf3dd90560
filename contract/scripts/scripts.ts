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
  /** What the tenant reports: true when the script differs from its template's. */
  isModified: z.boolean(),
});

/** The script of an application as it is edited, compared and kept. */
export const scriptStateSchema = z.strictObject({
  /** Name of the application, for titles; nothing that is edited here. */
  application: z.string(),
  script: z.string(),
});

/** A made-up user whom scripts are tried for. Kept in this profile, and never sent to a tenant. */
export const testUserSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(...atMost(testUserLimits.name, 'The name')),
  /** As languages/assertion reads them; an empty value is a property that the user does not have. */
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
  /** The users of the bench of a tenant, in the order in which they were added. */
  'scripts.testUsers': method(z.strictObject({ tenantId: tenantIdSchema }), z.array(testUserSchema), {
    lane: 'local',
  }),
  /** Adds a user or takes the place of the one with this identifier. Refuses more than `testUserLimits` allow. */
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
  /** A script from a file that the person chooses; undefined: none chosen. It becomes a draft where the view makes it one. */
  'scripts.openFile': method(
    z.undefined(),
    z.strictObject({ fileName: z.string(), script: z.string() }).optional(),
    { lane: 'local' },
  ),
  /** Throws `file-too-large` for what could not be opened again; undefined: no place chosen. */
  'scripts.saveFile': method(
    z.strictObject({
      /** What the file is called unless the person says otherwise: the name of the application. */
      name: z.string().max(1000),
      script: z.string().max(4 * maxTextBytes),
    }),
    z.strictObject({ fileName: z.string() }).optional(),
    { lane: 'local' },
  ),
} as const;
