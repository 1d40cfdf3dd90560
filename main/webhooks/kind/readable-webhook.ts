import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { Observation } from '../../changes/kind/change-kind.ts';
import type { LiveWebhook } from './live-webhooks.ts';
import type { WebhookOutcome } from './webhook-records.ts';
import { outcomeOf } from './webhook-records.ts';
import { assumed } from './webhook-parts.ts';

/**
 * The status of a webhook that is listed as it was sent: verified for what the tenant returns; other choices
 * were only accepted. `before` is null for a new one: there defaults don't count as choices.
 */
export function inEffect(
  { before, after }: { readonly before: WebhookState | null; readonly after: WebhookState },
  webhook: LiveWebhook,
  outcome: WebhookOutcome = outcomeOf(webhook),
): Observation<WebhookOutcome> {
  const from = before ?? assumed;
  const now = webhook.state;
  const unreadable = [
    ...(now.enabled === null && after.enabled !== null && after.enabled !== from.enabled
      ? [`whether it is ${after.enabled ? 'enabled' : 'disabled'}`]
      : []),
    ...(now.riskLevel === '' && after.riskLevel !== '' && after.riskLevel !== from.riskLevel
      ? ['its risk level']
      : []),
  ];
  if (unreadable.length === 0) return { state: 'in-effect', outcome };
  return {
    state: 'accepted',
    outcome,
    what: `The tenant lists the webhook, but doesn’t show ${unreadable.join(' or ')}.`,
  };
}
