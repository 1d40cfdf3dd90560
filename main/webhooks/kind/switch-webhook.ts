import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { Observation } from '../../changes/kind/change-kind.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { lookUntil } from '../../changes/kind/poll-until.ts';
import { failure } from '../../platform/errors/failure.ts';
import { setRuleStatus } from '../../tenants/endpoints/rule-requests.ts';
import type { WebhookChangeParts } from './live-webhooks.ts';
import { findWebhook } from './live-webhooks.ts';
import type { WebhookNotes, WebhookOutcome, WebhookUpdate } from './webhook-records.ts';
import { outcomeOf } from './webhook-records.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/** Enables or disables a webhook in place, so that its ID stays the same. */
export async function applySwitch(
  parts: WebhookChangeParts,
  { targetId, after, notes }: WebhookUpdate,
  context: ChangeContext,
): Promise<WebhookOutcome> {
  const enabled = requestedState(after);
  const { tenant, call } = context;
  await setRuleStatus(parts.client, { tenantId: tenant.id, id: targetId, name: after.name, enabled }, call);
  await learnMeaning(parts, { targetId, enabled, notes }, context);
  return { targetId };
}

export async function observeSwitch(
  parts: WebhookChangeParts,
  { targetId, after, notes }: WebhookUpdate,
  outcome: WebhookOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<WebhookOutcome>> {
  const webhook = await findWebhook(parts, targetId, context);
  if (webhook === undefined) return { state: 'different', what: 'The webhook no longer exists.' };
  const { state, seen } = webhook;
  if (!isExactly({ ...after, enabled: null }, state)) {
    return { state: 'different', what: `These changed in the tenant: ${differenceOf(after, state)}.` };
  }
  if (state.enabled === after.enabled) return { state: 'in-effect', outcome: outcomeOf(webhook) };
  if (state.enabled !== null) return { state: 'as-before' };
  const known = outcomeOf(webhook);
  const what = `The tenant doesn’t show whether the webhook is ${after.enabled === true ? 'enabled' : 'disabled'}.`;
  // Without a known meaning of the number, the tenant's acceptance is the only evidence.
  if (outcome !== undefined) return { state: 'accepted', outcome: known, what };
  if ((seen.status ?? undefined) === notes.status) return { state: 'unreadable', outcome: known, what };
  return {
    state: 'different',
    outcome: known,
    what: `Its status changed to ${seen.status ?? 'nothing'}, whose meaning on this tenant isn’t known.`,
  };
}

/**
 * Only a changed number is conclusive: an unchanged one may be a late answer, or the webhook was already in that
 * state.
 */
export async function learnMeaning(
  parts: WebhookChangeParts,
  {
    targetId,
    enabled,
    notes,
  }: { readonly targetId: string; readonly enabled: boolean; readonly notes: Pick<WebhookNotes, 'status'> },
  context: ChangeContext,
): Promise<void> {
  const { tenant, reads } = context;
  const before = notes.status;
  if (before === undefined || parts.meanings.activation(tenant, before) !== 'unknown') return;
  const webhook = await lookUntil(
    context,
    // The switch was accepted: a failed read is no failure of it, and the meaning is learned another time.
    () => findWebhook(parts, targetId, context).catch(() => undefined),
    (found) => found === undefined || isOtherThan(before, found.seen.status),
  );
  const status = webhook?.seen.status ?? null;
  if (!isOtherThan(before, status)) return;
  parts.meanings.learn(tenant, before, !enabled);
  parts.meanings.learn(tenant, status, enabled);
  // Cached data has the old meaning.
  reads.forget();
}

function isOtherThan(before: number, status: number | null): status is number {
  return status !== null && status !== before;
}

function requestedState({ enabled }: WebhookState): boolean {
  if (enabled !== null) return enabled;
  throw failure('invalid-input', 'Choose whether to enable or disable the webhook.');
}
