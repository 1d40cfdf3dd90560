import { z } from 'zod';
import { webhookDefinitionToText } from '../../contract/webhook-text.ts';
import { webhookDefinitionSchema } from '../../contract/webhooks.ts';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { WebhookChangeParts } from './webhook-changes.ts';
import {
  assumedRiskLevel,
  activationOf,
  definitionOf,
  freshRules,
  webhookTarget,
} from './webhook-changes.ts';

const workSchema = z.object({
  webhookId: z.string(),
  /** What would create it again, credentials hidden; absent where the API cannot. */
  definition: webhookDefinitionSchema.optional(),
});
const outcomeSchema = z.object({});

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

export async function sendDelete(
  client: TenantClient,
  { id, name }: { readonly id: string; readonly name: string },
  { tenant, call }: ChangeContext,
): Promise<void> {
  await client.analytics(
    {
      tenantId: tenant.id,
      method: 'DELETE',
      path: `/rules/${encodeURIComponent(id)}`,
      response: z.undefined(),
      purpose: `delete the webhook ${name}`,
    },
    call,
  );
}

export function deleteWebhook(parts: WebhookChangeParts): ChangeKind<'webhook.delete', Work, Outcome> {
  return {
    kind: 'webhook.delete',
    work: workSchema,
    outcome: outcomeSchema,

    async plan({ webhookId }, context) {
      const rule = (await freshRules(parts, context)).find(({ id }) => id === webhookId);
      if (rule === undefined) return alreadyGone(webhookId);
      const definition = definitionOf(parts, rule, context);
      const isActivationKnown = activationOf(parts, rule, context) !== 'unknown';
      return {
        work: { webhookId, ...(definition === undefined ? {} : { definition }) },
        view: {
          action: 'delete',
          title: 'Delete webhook',
          target: webhookTarget(webhookId, rule.name),
          summary: rule.url === '' ? rule.method : `${rule.method} ${rule.url}`,
          format: 'json',
          before:
            definition === undefined
              ? JSON.stringify({ name: rule.name, method: rule.method, eventType: rule.eventType }, null, 2)
              : webhookDefinitionToText(definition),
          after: null,
          warnings: [
            definition === undefined
              ? 'This webhook cannot be created again through the tenant’s interface, so there is no undo.'
              : 'An undo creates the webhook anew: with a new identifier, and you as its creator.',
            ...(definition !== undefined && rule.riskLevel === ''
              ? [`The tenant does not tell the risk level. An undo would set it to ${assumedRiskLevel}.`]
              : []),
            ...(definition !== undefined && !isActivationKnown
              ? ['Whether it is enabled is not known. An undo would enable it.']
              : []),
          ],
          steps: [`Delete the webhook “${rule.name}”`, 'Read the webhooks and see that it is gone'],
          isUndoable: definition !== undefined,
        },
      };
    },

    async begin(work, context) {
      if (work.definition !== undefined)
        await parts.secrets.keep(context.tenant.id, [work.definition.headers]);
      return work;
    },

    async observe({ webhookId }, _outcome, context) {
      const isThere = (await freshRules(parts, context)).some(({ id }) => id === webhookId);
      return isThere ? { state: 'as-before' } : { state: 'in-effect', outcome: {} };
    },

    async apply({ webhookId, definition }, context) {
      await sendDelete(parts.client, { id: webhookId, name: definition?.name ?? webhookId }, context);
      return {};
    },

    inverse: ({ definition }) =>
      definition === undefined
        ? { type: 'none', reason: 'The webhook cannot be created again through the tenant’s interface.' }
        : { type: 'intents', intents: [{ kind: 'webhook.create', definition }] },
  };
}

function alreadyGone(webhookId: string) {
  return {
    work: { webhookId },
    view: {
      action: 'none' as const,
      title: 'Delete webhook',
      target: webhookTarget(webhookId, webhookId),
      summary: 'Already gone',
      format: 'text' as const,
      before: null,
      after: null,
      warnings: [],
      steps: [],
      isUndoable: false,
    },
  };
}
