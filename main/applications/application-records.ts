import { z } from 'zod';
import { applicationStateSchema } from '../../contract/applications/applications.ts';
import { sentMembersSchema } from '../tenants/endpoints/application-members.ts';

/**
 * A state of an earlier version in today's shape. The first drafts of applications had only name and texts; version 1 had
 * neither icon nor settings nor roles: these are unknown.
 */
export function upgradedState(state: unknown): unknown {
  return {
    templateId: '',
    icon: '',
    script: null,
    settings: {},
    roles: null,
    ...z.looseObject({}).parse(state),
  };
}

export const applicationNotesSchema = z.object({
  /**
   * For a new application: those that existed before and have its name or its template's. Not the whole list: a plan over
   * a thousand applications would read and store it a thousand times. Earlier versions did.
   */
  existingIds: z.array(z.string()).optional(),
  /** For a deleted one, so that it can be restored: what its state doesn't contain. */
  deleted: z
    .object({
      /** Its script, even the template's: the template may come with another one the next time. */
      script: z.string(),
      /** Null when the tenant didn't report it. */
      roles: z.array(z.string()).nullable(),
      automaticRoles: z.array(z.string()),
    })
    .optional(),
});

export const applicationOutcomeSchema = z.object({
  targetId: z.string(),
  /** The application as it was sent: only what was edited may have changed. Unknown in records of earlier versions. */
  sent: sentMembersSchema.optional().catch(undefined),
  /** For an addition: what is known to exist so far. */
  added: z.preprocess(
    (state) => (state === undefined ? state : upgradedState(state)),
    applicationStateSchema.optional(),
  ),
});

export type ApplicationNotes = z.infer<typeof applicationNotesSchema>;
export type ApplicationOutcome = z.infer<typeof applicationOutcomeSchema>;
