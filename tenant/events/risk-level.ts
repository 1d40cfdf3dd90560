const ORDER: ReadonlyMap<string, number> = new Map([
  ['low', 1],
  ['medium', 2],
  ['high', 3],
]);

/**
 * Whether an alert's risk level exceeds the level of a rule, which by our decision includes equal levels (Low
 * < Medium < High). The set of levels is open: an unknown level exceeds Low, the level of "every alert", and
 * itself, but nothing else, because its rank is unknown.
 */
export function exceedsRiskLevel(alertLevel: string, ruleLevel: string): boolean {
  const alert = alertLevel.trim().toLowerCase();
  const rule = ruleLevel.trim().toLowerCase();
  if (alert === rule || rule === 'low') return true;
  const alertRank = ORDER.get(alert);
  const ruleRank = ORDER.get(rule);
  return alertRank !== undefined && ruleRank !== undefined && alertRank >= ruleRank;
}
