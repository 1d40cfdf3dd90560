import { SECURITY_ALERT, type AnalyticsEvent } from './analytics-event.ts';
import { exceedsRiskLevel } from './risk-level.ts';

/**
 * Whether an event invokes a rule: the types are equal and, for a security alert, the rule's risk level is
 * exceeded. Other events have no risk level, so the level of their rules is ignored. Source: platform
 * specification, "Events" 1 and 2.
 */
export function matchesRule(
  event: Pick<AnalyticsEvent, 'eventType' | 'riskLevel'>,
  rule: { readonly eventType: string; readonly riskLevel: string },
): boolean {
  if (event.eventType !== rule.eventType) return false;
  if (event.eventType !== SECURITY_ALERT) return true;
  return event.riskLevel !== null && exceedsRiskLevel(event.riskLevel, rule.riskLevel);
}
