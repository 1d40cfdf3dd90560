import type { Webhook, WebhookState } from '../../contract/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks.ts';
import type { ChangeContext } from '../changes/kind/change-kind.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { describeRule, readRules } from '../tenants/endpoints/rule-record.ts';
import type { HeaderSecrets } from './header-secrets.ts';
import type { OfflineWebhooks } from './offline-webhooks.ts';
import type { RuleStatusMeanings } from './rule-status.ts';
import { withAssumed } from './webhook-parts.ts';

/** What the changes of webhooks are made from. */
export interface WebhookChangeParts {
  readonly client: TenantClient;
  readonly secrets: HeaderSecrets;
  readonly meanings: RuleStatusMeanings;
  readonly offline: OfflineWebhooks;
}

/** A webhook as the tenant has it, credentials hidden. */
export interface LiveWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly seen: Webhook;
}

/** All webhooks of the tenant; one request for all that ask before the next `forget`. */
export function readWebhooks(
  { client, secrets, meanings, offline }: WebhookChangeParts,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly LiveWebhook[]> {
  return reads.once('webhooks', async () => {
    const [hide, rules] = [await secrets.hiderFor(tenant.id), await readRules(client, tenant.id, call)];
    const webhooks = rules.map((rule) => describeRule(rule, meanings.activation(tenant, rule.status), hide));
    offline.noteRead(tenant.id, webhooks);
    return webhooks.map((seen) => ({ id: seen.id, state: webhookStateOf(seen), seen }));
  });
}

export async function findWebhook(
  parts: WebhookChangeParts,
  id: string,
  context: ChangeContext,
): Promise<LiveWebhook | undefined> {
  return (await readWebhooks(parts, context)).find((webhook) => webhook.id === id);
}

/** What creates this webhook: headers in full, and with what has to be assumed. Throws `invalid-input`. */
export async function definitionOf(
  { secrets }: Pick<WebhookChangeParts, 'secrets'>,
  state: WebhookState,
  { tenant }: ChangeContext,
  present?: WebhookState,
) {
  const presentHeaders = present === undefined ? '' : await secrets.reveal(tenant.id, present.headers);
  return { ...withAssumed(state), headers: await secrets.reveal(tenant.id, state.headers, presentHeaders) };
}
