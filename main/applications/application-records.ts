import { z } from 'zod';
import { applicationStateSchema } from '../../contract/applications/applications.ts';
import { sentMembersSchema } from '../tenants/endpoints/application-members.ts';

/**
 * A state of an earlier version in today's shape. The first drafts of applications had their texts only; version 1 had
 * neither icon nor settings nor roles: nothing is known of them.
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
   * Of a new application: those that were there before and have its name or its template's. Not all that were there: a plan
   * over a thousand would read and keep the whole list a thousand times. Earlier versions did.
   */
  existingIds: z.array(z.string()).optional(),
  /** Of a deleted one, for its way back: what its state does not tell. */
  deleted: z
    .object({
      /** Its script, be it the template's: another one may come with the template the next time. */
      script: z.string(),
      /** Null where the tenant did not tell. */
      roles: z.array(z.string()).nullable(),
      automaticRoles: z.array(z.string()),
    })
    .optional(),
});

export const applicationOutcomeSchema = z.object({
  targetId: z.string(),
  /** The application as it was sent: nothing but what was edited may have changed. Of an earlier version: unknown. */
  sent: sentMembersSchema.optional().catch(undefined),
  /** Of an addition: what is there of it. */
  added: z.preprocess(
    (state) => (state === undefined ? state : upgradedState(state)),
    applicationStateSchema.optional(),
  ),
});

export type ApplicationNotes = z.infer<typeof applicationNotesSchema>;
export type ApplicationOutcome = z.infer<typeof applicationOutcomeSchema>;
