import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import type { ElsewhereChange, Retargeted } from '../../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../../changes/kind/retarget.ts';
import type { WebhookChangeParts } from './live-webhooks.ts';
import { readWebhooks } from './live-webhooks.ts';

/** The same change of the webhook of this name and event type; a new one is added as it is. */
export async function retargetWebhook(
  parts: WebhookChangeParts,
  { base, wanted }: ElsewhereChange<WebhookState>,
  context: ChangeContext,
): Promise<Retargeted<WebhookState>> {
  const webhooks = await readWebhooks(parts, context);
  const { name: tenantName } = context.tenant;
  if (base === null) {
    const isTaken = webhooks.some(({ state }) => isSameName(state.name, wanted?.name ?? ''));
    const notes = isTaken ? [`${tenantName} has a webhook of this name already: there would be two.`] : [];
    return { targetId: null, base, wanted, notes };
  }
  const found = onlyMatch(
    webhooks.filter(({ state }) => isSameName(state.name, base.name) && state.eventType === base.eventType),
    `webhook “${base.name}” for ${base.eventType}`,
    tenantName,
  );
  return 'leftOut' in found ? found : { targetId: found.match.id, base, wanted, notes: [] };
}
