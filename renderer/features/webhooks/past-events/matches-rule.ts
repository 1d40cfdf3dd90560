import type { PastEvent } from '../../../../contract/webhooks/samples.ts';
import type { WebhookState } from '../../../../contract/webhooks/webhooks.ts';

const levels = ['low', 'medium', 'high'];
const alertType = 'SecurityAlert';

/**
 * Whether an event invokes a rule. For an alert its level counts, which the platform calls exceeded; we decided that this includes
 * equal levels. An unknown level exceeds only the lowest level and itself. Source: platform specification, "Events" 1 and 2.
 */
export function matchesRule(
  { type, riskLevel }: Pick<PastEvent, 'type' | 'riskLevel'>,
  rule: Pick<WebhookState, 'eventType' | 'riskLevel'>,
): boolean {
  if (type !== rule.eventType) return false;
  if (type !== alertType) return true;
  // Some tenants don't report the level of a rule; then every level matches.
  const least = rule.riskLevel.trim().toLowerCase();
  if (least === '') return true;
  if (riskLevel === null) return false;
  const level = riskLevel.trim().toLowerCase();
  if (level === least || least === 'low') return true;
  return levels.includes(least) && levels.indexOf(level) > levels.indexOf(least);
}
