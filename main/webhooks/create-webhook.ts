import { z } from 'zod';
import { webhookDefinitionSchema } from '../../contract/webhooks.ts';
import { webhookDefinitionToText } from '../../contract/webhook-text.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import { toWireDefinition } from '../tenants/endpoints/rule-record.ts';
import type { WebhookChangeParts } from './webhook-changes.ts';
import {
  definitionWarnings,
  differences,
  findCreated,
  freshRules,
  hideHeaders,
  revealHeaders,
  webhookTarget,
} from './webhook-changes.ts';

const workSchema = z.object({
  /** Credentials hidden. */
  definition: webhookDefinitionSchema,
  /** Rules that were there before: the answer to a create request does not name the new one. */
  existingIds: z.array(z.string()),
});
const outcomeSchema = z.object({ webhookId: z.string() });

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

export function createWebhook(parts: WebhookChangeParts): ChangeKind<'webhook.create', Work, Outcome> {
  const idsNow = async (context: ChangeContext): Promise<string[]> =>
    (await freshRules(parts, context)).map(({ id }) => id);

  return {
    kind: 'webhook.create',
    work: workSchema,
    outcome: outcomeSchema,

    async plan(intent, context) {
      const definition = hideHeaders(parts, intent.definition);
      await revealHeaders(parts, definition, context);
      const rules = await freshRules(parts, context);
      const isDouble = rules.some(({ name }) => name.trim() === definition.name.trim());
      return {
        work: { definition, existingIds: rules.map(({ id }) => id) },
        view: {
          action: 'create',
          title: 'Create webhook',
          target: webhookTarget('', definition.name),
          summary: `${definition.method} ${new URL(definition.url).host}`,
          format: 'json',
          before: null,
          after: webhookDefinitionToText(definition),
          warnings: [
            ...(isDouble
              ? [`There is a webhook named “${definition.name}” already. This adds another.`]
              : []),
            ...definitionWarnings(definition),
          ],
          steps: [`Create the webhook “${definition.name}”`, 'Read the webhooks and find the new one'],
          isUndoable: true,
        },
      };
    },

    async begin(work, context) {
      await parts.secrets.keep(context.tenant.id, [work.definition.headers]);
      return { ...work, existingIds: await idsNow(context) };
    },

    async observe({ definition, existingIds }, outcome, context) {
      const rules = await freshRules(parts, context);
      const wanted = await revealHeaders(parts, definition, context);
      const created =
        outcome === undefined
          ? findCreated(parts, wanted, { rules, existingIds }, context)
          : rules.find(({ id }) => id === outcome.webhookId);
      if (created === undefined) return { state: 'as-before' };
      const fields = differences(parts, wanted, created, context);
      return fields.length === 0
        ? { state: 'in-effect', outcome: { webhookId: created.id } }
        : {
            state: 'different',
            what: `The webhook is there, but these differ: ${fields.join(', ')}.`,
            outcome: { webhookId: created.id },
          };
    },

    async apply({ definition }, context) {
      const wanted = await revealHeaders(parts, definition, context);
      await parts.client.analytics(
        {
          tenantId: context.tenant.id,
          method: 'POST',
          path: '/rules/webhook',
          json: toWireDefinition(wanted),
          response: z.undefined(),
          purpose: `create the webhook ${definition.name}`,
        },
        context.call,
      );
      // The answer does not name the new rule: the list does.
      return undefined;
    },

    inverse: (_work, outcome) =>
      outcome === undefined
        ? { type: 'after-outcome', description: 'Delete the webhook that this creates' }
        : { type: 'intents', intents: [{ kind: 'webhook.delete', webhookId: outcome.webhookId }] },

    describe: ({ definition }, { webhookId }) => ({ target: webhookTarget(webhookId, definition.name) }),
  };
}
