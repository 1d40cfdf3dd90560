import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { isSameText } from '../changes/three-way-merge.ts';
import { headerValues } from './header-text.ts';
import type { Activation, Rule } from '../tenants/endpoints/rule-record.ts';

/**
 * The fields in which a rule is not what a definition asks for, in plain words. What the tenant's records do
 * not tell (the risk level, and whether the rule is enabled) counts as equal. Headers of both in full.
 */
export function differingFields(
  definition: WebhookDefinition,
  rule: Omit<Rule, 'id' | 'record' | 'status'>,
  activation: Activation,
): string[] {
  const isSame = (one: string, other: string): boolean => isSameText(one.trim(), other.trim());
  return [
    ...(isSame(definition.name, rule.name) ? [] : ['name']),
    ...(isSame(definition.description, rule.description) ? [] : ['description']),
    ...(definition.url === rule.url ? [] : ['address']),
    ...(definition.method === rule.method ? [] : ['method']),
    ...(isSame(definition.contentType, rule.contentType) ? [] : ['content type']),
    ...(isSameHeaders(definition.headers, rule.headers) ? [] : ['headers']),
    ...(isSame(definition.requestBody, rule.requestBody) ? [] : ['payload template']),
    ...(definition.eventType === rule.eventType ? [] : ['event type']),
    ...(rule.riskLevel === '' || definition.riskLevel === rule.riskLevel ? [] : ['risk level']),
    ...(activation === 'unknown' || definition.enabled === (activation === 'enabled') ? [] : ['enabled']),
  ];
}

function isSameHeaders(one: string, other: string): boolean {
  const mine = headerValues(one);
  const theirs = headerValues(other);
  return mine.size === theirs.size && [...mine].every(([name, value]) => theirs.get(name) === value);
}
