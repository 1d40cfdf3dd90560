import { z } from 'zod';
import type { ApplicationState } from '../tenants/endpoints/application-state.ts';
import {
  applicationStateSchema,
  differingMembers,
  readApplicationState,
  updateApplication,
} from '../tenants/endpoints/application-state.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import { lineChangeSummary } from '../changes/line-change-summary.ts';
import { isSameText, mergeTexts } from '../changes/three-way-merge.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';

const workSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
});
/** The whole application as it was sent: nothing but the script may have changed. */
const outcomeSchema = z.object({ sent: applicationStateSchema.optional() });

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/** The script of an application, replaced as a whole. Source: platform specification, rule 1 of the application endpoints. */
export function replaceScript(client: TenantClient): ChangeKind<'script.replace', Work, Outcome> {
  const read = (id: string, context: ChangeContext): Promise<ApplicationState> =>
    readApplicationState(client, id, context);

  return {
    kind: 'script.replace',
    work: workSchema,
    outcome: outcomeSchema,

    async plan({ applicationId, script, base }, context) {
      const { name, script: theirs, hasOwnScript } = await read(applicationId, context);
      const isChange = !isSameText(theirs, script);
      const conflict = isChange ? findConflict(base, theirs, script) : undefined;
      return {
        work: { applicationId, name, before: theirs, after: script },
        view: {
          action: isChange ? 'update' : 'none',
          title: 'Replace script',
          target: { type: 'application', id: applicationId, name },
          summary: isChange ? lineChangeSummary(theirs, script) : 'No change',
          format: 'script',
          before: theirs,
          after: script,
          ...(conflict === undefined ? {} : { conflict }),
          warnings: isChange ? scriptWarnings(script, hasOwnScript) : [],
          steps: isChange
            ? [
                `Read ${name} as it is now`,
                'Send it back whole with the new script',
                'Read the application and its script back',
              ]
            : [],
          isUndoable: true,
        },
      };
    },

    async observe({ applicationId, before, after }, outcome, context) {
      const now = await read(applicationId, context);
      if (isSameText(now.script, after)) {
        const changed = outcome?.sent === undefined ? [] : differingMembers(outcome.sent, now);
        return changed.length === 0
          ? { state: 'in-effect', outcome: outcome ?? {} }
          : {
              state: 'different',
              what: `The script is as wanted, but this changed with it: ${changed.join(', ')}.`,
            };
      }
      if (isSameText(now.script, before)) return { state: 'as-before' };
      return { state: 'different', what: `The script differs by ${lineChangeSummary(after, now.script)}.` };
    },

    async apply({ applicationId, after }, context) {
      const sent = { ...(await read(applicationId, context)), script: after, hasOwnScript: true };
      await updateApplication(client, { id: applicationId, wanted: sent }, context);
      return { sent };
    },

    inverse: ({ applicationId, before, after }) => ({
      type: 'intents',
      intents: [{ kind: 'script.replace', applicationId, script: before, base: after }],
    }),
  };
}

function findConflict(base: string | undefined, theirs: string, mine: string) {
  if (base === undefined || isSameText(base, theirs)) return undefined;
  return { base, theirs, mine, ...mergeTexts(base, theirs, mine) };
}

function scriptWarnings(script: string, hasOwnScript: boolean): string[] {
  return [
    ...(script.trim() === '' ? ['The new script is empty.'] : []),
    ...(hasOwnScript
      ? []
      : [
          'The application uses its template’s script now. An undo brings the text back, but as a script of its own.',
        ]),
  ];
}
