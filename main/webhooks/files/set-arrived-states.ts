import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { setRuleStatus } from '../../tenants/endpoints/rule-requests.ts';
import type { LiveWebhook, WebhookChangeParts } from '../kind/live-webhooks.ts';
import { learnMeaning } from '../kind/switch-webhook.ts';
import type { Arrival } from './match-arrivals.ts';

/** An imported webhook that isn't, or isn't known to be, in its requested state. */
export interface Unset {
  readonly webhook: LiveWebhook;
  readonly enabled: boolean;
}

/** `accepted`: those whose state the tenant accepted; if it doesn't report states, there is no other evidence. */
export function unsetOf(
  arrived: readonly Arrival<LiveWebhook>[],
  accepted: readonly string[],
): readonly Unset[] {
  const isAccepted = new Set(accepted);
  return arrived.flatMap(({ webhook, enabled }) => {
    const { enabled: now } = webhook.state;
    const isSet = enabled === null || now === enabled || (now === null && isAccepted.has(webhook.id));
    return isSet ? [] : [{ webhook, enabled }];
  });
}

/**
 * Sets the requested states of imported webhooks, since a tenant's import ignores states; `read` returns them fresh.
 * Disabling comes first, because each of them may be called until then. Returns whose state was accepted.
 */
export async function setArrivedStates(
  parts: WebhookChangeParts,
  read: () => Promise<readonly Arrival<LiveWebhook>[]>,
  context: ChangeContext,
): Promise<readonly string[]> {
  const accepted: string[] = [];
  const next = async (): Promise<readonly Unset[]> =>
    unsetOf(await read(), accepted).toSorted((one, other) => Number(one.enabled) - Number(other.enabled));
  const set = async ({ webhook: { id, state }, enabled }: Unset): Promise<void> => {
    const { tenant, call } = context;
    await setRuleStatus(parts.client, { tenantId: tenant.id, id, name: state.name, enabled }, call);
    accepted.push(id);
  };
  let unset = await next();
  const [first] = unset;
  if (first?.webhook.state.enabled === null && !first.enabled) {
    // The first one teaches the meaning of this tenant's status numbers, and with it the states of all others.
    await set(first);
    const { id, seen } = first.webhook;
    const notes = seen.status === null ? {} : { status: seen.status };
    await learnMeaning(parts, { targetId: id, enabled: first.enabled, notes }, context);
    context.reads.forget();
    unset = await next();
  }
  for (const each of unset) await set(each);
  return accepted;
}
