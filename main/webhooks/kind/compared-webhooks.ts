import type { Webhook, WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { Comparable, ComparedItem } from '../../changes/kind/compared.ts';
import { describeRule, readRules } from '../../tenants/endpoints/rule-record.ts';
import type { WebhookChangeParts } from './live-webhooks.ts';
import type { Hide } from '../secrets/webhook-secrets.ts';

/** A webhook with its state: the list contains it. */
interface ListedWebhook extends ComparedItem {
  readonly state: WebhookState;
}

/** The webhooks of two tenants, with credentials hidden by a shared key, so that equal ones compare as equal. */
export function comparedWebhooks({
  client,
  secrets,
  meanings,
  offline,
}: WebhookChangeParts): Comparable<WebhookState, WebhookState> {
  const listed = (webhook: Webhook): ListedWebhook => ({
    id: webhook.id,
    name: webhook.name,
    variant: webhook.eventType,
    state: webhookStateOf(webhook),
    changed: { by: webhook.updatedBy, at: webhook.updatedAt },
  });
  const list = async ({ tenant, call }: ChangeContext, hide: Hide): Promise<ListedWebhook[]> => {
    const rules = await readRules(client, tenant.id, call);
    return rules.map((rule) => listed(describeRule(rule, meanings.activation(tenant, rule.status), hide)));
  };
  const stateOf = (item: ComparedItem): WebhookState | undefined =>
    'state' in item ? (item as ListedWebhook).state : undefined;
  return {
    source: {
      isWhole: true,
      list: (context) => list(context, secrets.hide),
      read: async (item) => stateOf(item),
      ofOne: {
        list: async (context) => await list(context, await secrets.hiderFor(context.tenant.id)),
        read: async (item) => stateOf(item),
        keyId: secrets.keyId,
      },
      cached(tenant) {
        const stored = offline.list(tenant.id);
        return stored && { readAt: stored.fetchedAt, items: stored.data.map(listed), record: stateOf };
      },
    },
    stateOf: (state) => state,
  };
}
