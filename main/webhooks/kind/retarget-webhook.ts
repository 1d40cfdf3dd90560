import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { ForeignChange, Retargeted } from '../../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../../changes/kind/retarget.ts';
import type { WebhookChangeParts } from './live-webhooks.ts';
import { readWebhooks } from './live-webhooks.ts';

/** The same change for the webhook with this name and event type; a new one is added unchanged. */
export async function retargetWebhook(
  parts: WebhookChangeParts,
  { base, wanted }: ForeignChange<WebhookState>,
  context: ChangeContext,
): Promise<Retargeted<WebhookState>> {
  const webhooks = await readWebhooks(parts, context);
  const { name: tenantName } = context.tenant;
  if (base === null) {
    const isTaken = webhooks.some(({ state }) => isSameName(state.name, wanted?.name ?? ''));
    const notes = isTaken ? [`${tenantName} already has a webhook with this name. This adds another.`] : [];
    return { targetId: null, base, wanted, notes };
  }
  const found = onlyMatch(
    webhooks.filter(({ state }) => isSameName(state.name, base.name) && state.eventType === base.eventType),
    `webhook “${base.name}” for ${base.eventType}`,
    tenantName,
  );
  return 'skipped' in found ? found : { targetId: found.match.id, base, wanted, notes: [] };
}
