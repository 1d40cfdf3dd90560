import { z } from 'zod';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { webhookDefinitionSchema } from '../../contract/webhooks.ts';
import { webhookDefinitionToText } from '../../contract/webhook-text.ts';
import type { ChangeContext, ChangeKind, ChangeView } from '../changes/change-kind.ts';
import { lineChangeSummary } from '../changes/line-change-summary.ts';
import { sendDelete } from './delete-webhook.ts';
import { enableWebhook } from './enable-webhook.ts';
import { mergeDefinitions } from './merge-definitions.ts';
import type { Rule } from '../tenants/endpoints/rule-record.ts';
import { createReplacement, takeBackReplacement } from './replacement-requests.ts';
import type { WebhookChangeParts } from './webhook-changes.ts';
import {
  definitionOf,
  definitionWarnings,
  differences,
  findCreated,
  freshRules,
  hideHeaders,
  requireRule,
  revealHeaders,
  webhookTarget,
} from './webhook-changes.ts';

const workSchema = z.object({
  webhookId: z.string(),
  name: z.string(),
  /** Both with credentials hidden; `before` is absent where the API could not create it again. */
  before: webhookDefinitionSchema.optional(),
  after: webhookDefinitionSchema,
  existingIds: z.array(z.string()),
});
const outcomeSchema = z.object({
  webhookId: z.string(),
  /** False: the new rule stands beside the old one. */
  isOldGone: z.boolean(),
});

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

/**
 * The platform cannot edit a rule. Replacing creates the new one, finds it by comparing the rules before and
 * after, and only then deletes the old one: at no moment is an event without a webhook.
 */
export function replaceWebhook(parts: WebhookChangeParts): ChangeKind<'webhook.replace', Work, Outcome> {
  async function look(work: Work, outcome: Outcome | undefined, context: ChangeContext) {
    const rules = await freshRules(parts, context);
    const old = rules.find(({ id }) => id === work.webhookId);
    const wanted = await revealHeaders(parts, work.after, context, old);
    const search = { rules, existingIds: work.existingIds };
    const created =
      outcome === undefined
        ? findCreated(parts, wanted, search, context)
        : rules.find(({ id }) => id === outcome.webhookId);
    return { old, wanted, created };
  }

  return {
    kind: 'webhook.replace',
    work: workSchema,
    outcome: outcomeSchema,

    async plan(intent, context) {
      const old = await requireRule(parts, intent.webhookId, context);
      const wanted = await revealHeaders(parts, intent.definition, context, old);
      const after = hideHeaders(parts, wanted);
      const before = definitionOf(parts, old, context);
      const fields = differences(parts, wanted, old, context);
      if (fields.length === 1 && fields[0] === 'enabled') {
        const change = { kind: 'webhook.enable', webhookId: old.id, enabled: wanted.enabled } as const;
        return { ...(await enableWebhook(parts).plan(change, context)), appliedAs: 'webhook.enable' };
      }
      const isChange = fields.length > 0;
      const theirs = before ?? after;
      const conflict =
        isChange && intent.base !== undefined
          ? await findConflict(parts, { base: intent.base, theirs, mine: after, old }, context)
          : undefined;
      return {
        work: {
          webhookId: old.id,
          name: old.name,
          after,
          existingIds: (await freshRules(parts, context)).map(({ id }) => id),
          ...(before === undefined ? {} : { before }),
        },
        view: {
          ...describeReplacement(old, { before: theirs, after, isChange }),
          ...(conflict === undefined ? {} : { conflict }),
          isUndoable: before !== undefined,
        },
      };
    },

    async begin(work, context) {
      const headers = [work.after, ...(work.before === undefined ? [] : [work.before])].map(
        (each) => each.headers,
      );
      await parts.secrets.keep(context.tenant.id, headers);
      return { ...work, existingIds: (await freshRules(parts, context)).map(({ id }) => id) };
    },

    async observe(work, outcome, context) {
      const { old, wanted, created } = await look(work, outcome, context);
      if (created === undefined) return oldOnly(parts, work, old, context);
      const fields = differences(parts, wanted, created, context);
      const outcomeNow = { webhookId: created.id, isOldGone: old === undefined };
      if (fields.length > 0) {
        const what = `The new webhook is there, but these differ: ${fields.join(', ')}.`;
        return { state: 'different', what, outcome: outcomeNow };
      }
      return { state: old === undefined ? 'in-effect' : 'partial', outcome: outcomeNow };
    },

    async apply(work, context) {
      const found = await look(work, undefined, context);
      const created =
        found.created ??
        (await createReplacement(parts, { wanted: found.wanted, existingIds: work.existingIds }, context));
      if (found.old === undefined) return { webhookId: created.id, isOldGone: true };
      try {
        await sendDelete(parts.client, { id: work.webhookId, name: work.name }, context);
      } catch (error) {
        await takeBackReplacement(parts, { oldId: work.webhookId, created }, context, error);
      }
      return { webhookId: created.id, isOldGone: true };
    },

    inverse({ before, after }, outcome) {
      if (outcome === undefined) {
        return { type: 'after-outcome', description: 'Bring the old webhook back and delete the new one' };
      }
      if (!outcome.isOldGone) {
        return { type: 'intents', intents: [{ kind: 'webhook.delete', webhookId: outcome.webhookId }] };
      }
      return before === undefined
        ? { type: 'none', reason: 'The old webhook cannot be created again through the tenant’s interface.' }
        : {
            type: 'intents',
            intents: [
              { kind: 'webhook.replace', webhookId: outcome.webhookId, definition: before, base: after },
            ],
          };
    },

    describe: ({ after }, { webhookId }) => ({ target: webhookTarget(webhookId, after.name) }),
  };
}

function describeReplacement(
  old: Rule,
  change: {
    readonly before: WebhookDefinition;
    readonly after: WebhookDefinition;
    readonly isChange: boolean;
  },
): Omit<ChangeView, 'isUndoable' | 'conflict'> {
  const before = webhookDefinitionToText(change.before);
  const after = webhookDefinitionToText(change.after);
  const shared = {
    title: 'Replace webhook',
    target: webhookTarget(old.id, old.name),
    format: 'json',
    before,
    after,
  } as const;
  if (!change.isChange) return { ...shared, action: 'none', summary: 'No change', warnings: [], steps: [] };
  return {
    ...shared,
    action: 'update',
    summary: lineChangeSummary(before, after),
    warnings: [
      'The tenant cannot edit a webhook: a new one is created, then the old one is deleted. Its identifier changes.',
      ...definitionWarnings(change.after),
    ],
    steps: [
      `Create the webhook “${change.after.name}” as it shall be`,
      'Read the webhooks and find the new one',
      `Delete the old webhook “${old.name}”; if that fails, delete the new one again`,
      'Read the webhooks back',
    ],
  };
}

async function oldOnly(
  parts: WebhookChangeParts,
  work: Work,
  old: Rule | undefined,
  context: ChangeContext,
): Promise<{ state: 'as-before' } | { state: 'different'; what: string }> {
  if (old === undefined) return { state: 'different', what: 'The webhook is no longer there.' };
  if (work.before === undefined) return { state: 'as-before' };
  const before = await revealHeaders(parts, work.before, context, old);
  const fields = differences(parts, before, old, context);
  return fields.length === 0
    ? { state: 'as-before' }
    : { state: 'different', what: `These changed in the tenant: ${fields.join(', ')}.` };
}

async function findConflict(
  parts: WebhookChangeParts,
  sides: {
    readonly base: WebhookDefinition;
    readonly theirs: WebhookDefinition;
    readonly mine: WebhookDefinition;
    readonly old: Rule;
  },
  context: ChangeContext,
) {
  const began = await revealHeaders(parts, sides.base, context, sides.old);
  if (differences(parts, began, sides.old, context).length === 0) return undefined;
  const base = hideHeaders(parts, began);
  return {
    base: webhookDefinitionToText(base),
    theirs: webhookDefinitionToText(sides.theirs),
    mine: webhookDefinitionToText(sides.mine),
    ...mergeDefinitions(base, sides.theirs, sides.mine),
  };
}
