import { z } from 'zod';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { webhookDefinitionSchema } from '../../contract/webhooks.ts';
import { webhookDefinitionToText } from '../../contract/webhook-text.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import { lineChangeSummary } from '../changes/line-change-summary.ts';
import { failure } from '../failure.ts';
import { sendDelete } from './delete-webhook.ts';
import { enableWebhook } from './enable-webhook.ts';
import { mergeDefinitions } from './merge-definitions.ts';
import type { Rule } from './rule-record.ts';
import { toWireDefinition } from './rule-record.ts';
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
      const beforeText = webhookDefinitionToText(theirs);
      const afterText = webhookDefinitionToText(after);
      return {
        work: {
          webhookId: old.id,
          name: old.name,
          after,
          existingIds: (await freshRules(parts, context)).map(({ id }) => id),
          ...(before === undefined ? {} : { before }),
        },
        view: {
          action: isChange ? 'update' : 'none',
          title: 'Replace webhook',
          target: webhookTarget(old.id, old.name),
          summary: isChange ? lineChangeSummary(beforeText, afterText) : 'No change',
          format: 'json',
          before: beforeText,
          after: afterText,
          ...(conflict === undefined ? {} : { conflict }),
          warnings: isChange
            ? [
                'The tenant cannot edit a webhook: a new one is created, then the old one is deleted. Its identifier changes.',
                ...definitionWarnings(after),
              ]
            : [],
          steps: isChange
            ? [
                `Create the webhook “${after.name}” as it shall be`,
                'Read the webhooks and find the new one',
                `Delete the old webhook “${old.name}”; if that fails, delete the new one again`,
                'Read the webhooks back',
              ]
            : [],
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
      const created = found.created ?? (await create(parts, work, found.wanted, context));
      if (found.old === undefined) return { webhookId: created.id, isOldGone: true };
      try {
        await sendDelete(parts.client, { id: work.webhookId, name: work.name }, context);
      } catch (error) {
        await takeBackNewRule(parts, { work, created }, context, error);
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

async function create(
  parts: WebhookChangeParts,
  work: Work,
  wanted: WebhookDefinition,
  context: ChangeContext,
): Promise<Rule> {
  await parts.client.analytics(
    {
      tenantId: context.tenant.id,
      method: 'POST',
      path: '/rules/webhook',
      json: toWireDefinition(wanted),
      response: z.undefined(),
      purpose: `create the new webhook ${wanted.name}`,
    },
    context.call,
  );
  for (const pause of [undefined, ...context.pauses]) {
    await pause?.();
    context.reads.forget();
    const search = { rules: await freshRules(parts, context), existingIds: work.existingIds };
    const created = findCreated(parts, wanted, search, context);
    if (created !== undefined) return created;
  }
  throw failure(
    'verification-failed',
    `${context.tenant.name} accepted the new webhook “${wanted.name}”, but does not list it. The old one is untouched.`,
  );
}

/** The old rule could not be deleted: unless it is gone all the same, the new one goes. Throws what was thrown. */
async function takeBackNewRule(
  parts: WebhookChangeParts,
  { work, created }: { readonly work: Work; readonly created: Rule },
  context: ChangeContext,
  thrown: unknown,
): Promise<void> {
  context.reads.forget();
  const rules = await freshRules(parts, context);
  if (!rules.some(({ id }) => id === work.webhookId)) return;
  await sendDelete(parts.client, { id: created.id, name: created.name }, context);
  throw thrown;
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
