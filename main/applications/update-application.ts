import { z } from 'zod';
import type { ChangeIntentOf } from '../changes/change-intent.ts';
import type { ChangeKind } from '../changes/change-kind.ts';
import { isSameText, mergeTexts } from '../changes/three-way-merge.ts';
import { failure } from '../platform/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { ApplicationState } from '../tenants/endpoints/application-state.ts';
import {
  applicationStateSchema,
  differingMembers,
  readApplicationState,
  updateApplication as sendUpdate,
} from '../tenants/endpoints/application-state.ts';

const textsSchema = z.object({ name: z.string().optional(), description: z.string().optional() });
/** Both hold exactly the members that change. */
const workSchema = z.object({ applicationId: z.string(), before: textsSchema, after: textsSchema });
const outcomeSchema = z.object({ sent: applicationStateSchema.optional() });

type Texts = z.infer<typeof textsSchema>;
type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

const members = ['name', 'description'] as const;

export function updateApplication(client: TenantClient): ChangeKind<'application.update', Work, Outcome> {
  return {
    kind: 'application.update',
    work: workSchema,
    outcome: outcomeSchema,

    async plan(intent, context) {
      if (intent.name?.trim() === '') throw failure('invalid-input', 'An application needs a name.');
      const now = await readApplicationState(client, intent.applicationId, context);
      const changing = members.filter((member) => {
        const wanted = intent[member];
        return wanted !== undefined && !isSameText(wanted, now[member]);
      });
      const before = pick(now, changing);
      const after = pick(intent, changing);
      const conflict = findConflict(intent, now, changing);
      return {
        work: { applicationId: intent.applicationId, before, after },
        view: {
          action: changing.length === 0 ? 'none' : 'update',
          title: 'Change application',
          target: { type: 'application', id: intent.applicationId, name: now.name },
          summary: changing.length === 0 ? 'No change' : changing.join(', '),
          format: 'text',
          before: toText(before),
          after: toText(after),
          ...(conflict === undefined ? {} : { conflict }),
          warnings: [],
          steps:
            changing.length === 0
              ? []
              : [
                  `Read ${now.name} as it is now`,
                  `Send it back whole with the new ${changing.join(' and ')}`,
                  'Read the application back',
                ],
          isUndoable: true,
        },
      };
    },

    async observe({ applicationId, before, after }, outcome, context) {
      const now = await readApplicationState(client, applicationId, context);
      if (has(now, after)) {
        const changed = outcome?.sent === undefined ? [] : differingMembers(outcome.sent, now);
        return changed.length === 0
          ? { state: 'in-effect', outcome: outcome ?? {} }
          : { state: 'different', what: `This changed with it: ${changed.join(', ')}.` };
      }
      if (has(now, before)) return { state: 'as-before' };
      const differing = members.filter((member) => !has(now, pick(after, [member])));
      return { state: 'different', what: `Not as wanted: ${differing.join(', ')}.` };
    },

    async apply({ applicationId, after }, context) {
      const now = await readApplicationState(client, applicationId, context);
      const sent: ApplicationState = {
        ...now,
        name: after.name ?? now.name,
        description: after.description ?? now.description,
      };
      await sendUpdate(client, { id: applicationId, wanted: sent }, context);
      return { sent };
    },

    inverse: ({ applicationId, before, after }) => ({
      type: 'intents',
      intents: [{ kind: 'application.update', applicationId, ...before, base: after }],
    }),
  };
}

function pick(texts: Texts, names: readonly (keyof Texts)[]): Texts {
  const picked: Texts = {};
  for (const name of names) {
    const value = texts[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function has(now: ApplicationState, texts: Texts): boolean {
  return members.every((member) => {
    const wanted = texts[member];
    return wanted === undefined || isSameText(wanted, now[member]);
  });
}

function toText(texts: Texts): string {
  return members
    .flatMap((member) => (texts[member] === undefined ? [] : [`${member}: ${texts[member]}`]))
    .join('\n');
}

function findConflict(
  intent: ChangeIntentOf<'application.update'>,
  now: ApplicationState,
  changing: readonly (keyof Texts)[],
) {
  if (!('base' in intent) || has(now, pick(intent.base, changing))) return undefined;
  const base = toText(pick(intent.base, changing));
  const theirs = toText(pick(now, changing));
  const mine = toText(pick(intent, changing));
  return { base, theirs, mine, ...mergeTexts(base, theirs, mine) };
}
