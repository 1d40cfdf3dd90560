import { z } from 'zod';
import type { ChangeContext, ChangeKind } from '../changes/change-kind.ts';
import type { Rule } from '../tenants/endpoints/rule-record.ts';
import type { WebhookChangeParts } from './webhook-changes.ts';
import { activationOf, freshRules, requireRule, webhookTarget } from './webhook-changes.ts';

const workSchema = z.object({
  webhookId: z.string(),
  name: z.string(),
  before: z.enum(['enabled', 'disabled', 'unknown']),
  enabled: z.boolean(),
});
const outcomeSchema = z.object({});

type Work = z.infer<typeof workSchema>;
type Outcome = z.infer<typeof outcomeSchema>;

const wordFor = (enabled: boolean): 'enabled' | 'disabled' => (enabled ? 'enabled' : 'disabled');

/** Source: platform specification, POST /rules/{id}/status. */
export function enableWebhook(parts: WebhookChangeParts): ChangeKind<'webhook.enable', Work, Outcome> {
  return {
    kind: 'webhook.enable',
    work: workSchema,
    outcome: outcomeSchema,

    async plan({ webhookId, enabled }, context) {
      const rule = await requireRule(parts, webhookId, context);
      const before = activationOf(parts, rule, context);
      const isChange = before !== wordFor(enabled);
      const verb = enabled ? 'Enable' : 'Disable';
      return {
        work: { webhookId, name: rule.name, before, enabled },
        view: {
          action: isChange ? 'update' : 'none',
          title: `${verb} webhook`,
          target: webhookTarget(webhookId, rule.name),
          summary: isChange ? wordFor(enabled) : `Already ${wordFor(enabled)}`,
          format: 'text',
          before: before === 'unknown' ? `unknown (status ${rule.status})` : before,
          after: wordFor(enabled),
          warnings:
            before === 'unknown'
              ? [
                  `What status ${rule.status} means on this tenant is not known yet, so an undo is not offered.`,
                ]
              : [],
          steps: isChange ? [`${verb} the webhook “${rule.name}”`, 'Read the webhooks back'] : [],
          isUndoable: before !== 'unknown',
        },
      };
    },

    async observe({ webhookId, enabled }, outcome, context) {
      const rule = (await freshRules(parts, context)).find(({ id }) => id === webhookId);
      if (rule === undefined) return { state: 'different', what: 'The webhook is no longer there.' };
      const activation = activationOf(parts, rule, context);
      if (activation === wordFor(enabled)) return { state: 'in-effect', outcome: {} };
      // Without a known meaning the tenant's acceptance is all the evidence there can be.
      if (activation === 'unknown' && outcome !== undefined) return { state: 'in-effect', outcome };
      return { state: 'as-before' };
    },

    async apply({ webhookId, name, enabled }, context) {
      const before = await requireRule(parts, webhookId, context);
      await parts.client.analytics(
        {
          tenantId: context.tenant.id,
          method: 'POST',
          path: `/rules/${encodeURIComponent(webhookId)}/status`,
          json: enabled,
          response: z.undefined(),
          purpose: `${enabled ? 'enable' : 'disable'} the webhook ${name}`,
        },
        context.call,
      );
      if (activationOf(parts, before, context) === 'unknown') await learn(parts, before, enabled, context);
      return {};
    },

    inverse: ({ webhookId, before }) =>
      before === 'unknown'
        ? { type: 'none', reason: 'Whether the webhook was enabled before is not known.' }
        : {
            type: 'intents',
            intents: [{ kind: 'webhook.enable', webhookId, enabled: before === 'enabled' }],
          },
  };
}

/**
 * Only a number that changed tells anything: one that stayed may be a late answer, or the webhook was in that
 * state already.
 */
async function learn(
  parts: WebhookChangeParts,
  before: Rule,
  isEnabled: boolean,
  context: ChangeContext,
): Promise<void> {
  for (const pause of [undefined, ...context.pauses]) {
    await pause?.();
    context.reads.forget();
    const { status } = await requireRule(parts, before.id, context);
    if (status === before.status) continue;
    parts.meanings.learn(context.tenant, before.status, !isEnabled);
    parts.meanings.learn(context.tenant, status, isEnabled);
    return;
  }
}
