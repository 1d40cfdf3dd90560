import { z } from 'zod';
import type { Intent, IntentKind } from '../../contract/changes.ts';
import { intentSchema } from '../../contract/changes.ts';
import { applicationIdSchema } from '../../contract/applications.ts';

/** Brings a deleted application back as far as the platform allows: an import from its template, then its texts. */
const applicationRestoreSchema = z.strictObject({
  kind: z.literal('application.import'),
  templateId: z.string().min(1),
  name: z.string().min(1),
  restore: z.strictObject({
    description: z.string(),
    /** Absent where the application had no script of its own. */
    script: z.string().optional(),
  }),
});

/** An update that knows what it expects to find, so that an undo notices an edit made in between. */
const applicationUpdateWithBaseSchema = z.strictObject({
  kind: z.literal('application.update'),
  applicationId: applicationIdSchema,
  name: z.string().optional(),
  description: z.string().optional(),
  base: z.strictObject({ name: z.string().optional(), description: z.string().optional() }),
});

/** What people can ask for (`Intent`) and what only an undo asks for. Stored in the journal as inverses. */
export const changeIntentSchema = z.union([
  applicationRestoreSchema,
  applicationUpdateWithBaseSchema,
  intentSchema,
]);

export type ChangeIntent =
  Intent | z.infer<typeof applicationRestoreSchema> | z.infer<typeof applicationUpdateWithBaseSchema>;

export type ChangeIntentOf<Kind extends IntentKind> = Extract<ChangeIntent, { kind: Kind }>;

export function isIntentOf<Kind extends IntentKind>(
  intent: ChangeIntent,
  kind: Kind,
): intent is ChangeIntentOf<Kind> {
  return intent.kind === kind;
}
