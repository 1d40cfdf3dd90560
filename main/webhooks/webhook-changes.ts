import type { PlanItem } from '../../contract/changes.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import { webhookDefinitionSchema } from '../../contract/webhooks.ts';
import type { ChangeContext } from '../changes/change-kind.ts';
import { failure } from '../platform/failure.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { differingFields } from './compare-definitions.ts';
import type { HeaderSecrets } from './header-secrets.ts';
import type { Activation, Rule } from '../tenants/endpoints/rule-record.ts';
import { readRules } from '../tenants/endpoints/rule-record.ts';
import type { RuleStatusMeanings } from './rule-status.ts';

/** What the changes of webhooks are made from. */
export interface WebhookChangeParts {
  readonly client: TenantClient;
  readonly secrets: HeaderSecrets;
  readonly meanings: RuleStatusMeanings;
}

export function freshRules(
  parts: WebhookChangeParts,
  { tenant, call, reads }: ChangeContext,
): Promise<Rule[]> {
  return reads.once('webhook-rules', () => readRules(parts.client, tenant.id, call));
}

export async function requireRule(
  parts: WebhookChangeParts,
  id: string,
  context: ChangeContext,
): Promise<Rule> {
  const rule = (await freshRules(parts, context)).find((each) => each.id === id);
  if (rule !== undefined) return rule;
  throw failure(
    'not-found',
    `The webhook is no longer in ${context.tenant.name}. It may have been deleted or replaced: read the list again.`,
  );
}

export function activationOf(parts: WebhookChangeParts, rule: Rule, context: ChangeContext): Activation {
  return parts.meanings.activation(context.tenant, rule.status);
}

/** Used where the tenant does not tell the risk level and one has to be sent. */
export const assumedRiskLevel = 'Low';

/**
 * The definition that would create this rule again, credentials hidden; undefined for a rule that cannot be
 * created through the API, for example one imported without an address.
 */
export function definitionOf(
  parts: WebhookChangeParts,
  rule: Rule,
  context: ChangeContext,
): WebhookDefinition | undefined {
  const parsed = webhookDefinitionSchema.safeParse({
    name: rule.name,
    description: rule.description,
    url: rule.url,
    method: rule.method,
    contentType: rule.contentType,
    headers: parts.secrets.hide(rule.headers),
    requestBody: rule.requestBody,
    enabled: activationOf(parts, rule, context) !== 'disabled',
    eventType: rule.eventType,
    riskLevel: rule.riskLevel === '' ? assumedRiskLevel : rule.riskLevel,
  });
  return parsed.success ? parsed.data : undefined;
}

export function hideHeaders(parts: WebhookChangeParts, definition: WebhookDefinition): WebhookDefinition {
  return { ...definition, headers: parts.secrets.hide(definition.headers) };
}

export async function revealHeaders(
  parts: WebhookChangeParts,
  definition: WebhookDefinition,
  context: ChangeContext,
  present?: Rule,
): Promise<WebhookDefinition> {
  const headers = await parts.secrets.reveal(context.tenant.id, definition.headers, present?.headers);
  return { ...definition, headers };
}

/** Fields in which the rule is not as wanted. `wanted` has its headers revealed. */
export function differences(
  parts: WebhookChangeParts,
  wanted: WebhookDefinition,
  rule: Rule,
  context: ChangeContext,
): string[] {
  return differingFields(wanted, rule, activationOf(parts, rule, context));
}

/** The rule that a create request made: one that was not there before. `wanted` has its headers revealed. */
export function findCreated(
  parts: WebhookChangeParts,
  wanted: WebhookDefinition,
  search: { readonly rules: readonly Rule[]; readonly existingIds: readonly string[] },
  context: ChangeContext,
): Rule | undefined {
  const existing = new Set(search.existingIds);
  const arrived = search.rules.filter(({ id }) => !existing.has(id));
  const isAsWanted = (rule: Rule): boolean => differences(parts, wanted, rule, context).length === 0;
  return arrived.find(isAsWanted) ?? arrived.find(({ name }) => name.trim() === wanted.name.trim());
}

export function webhookTarget(id: string, name: string): PlanItem['target'] {
  return { type: 'webhook', id, name };
}

export function definitionWarnings(definition: WebhookDefinition): string[] {
  const { protocol, hostname, username, password } = new URL(definition.url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return [
    ...(protocol === 'http:' && !isLocal
      ? ['The address is not encrypted (http): payloads and headers can be read on the way.']
      : []),
    ...(username + password === ''
      ? []
      : [
          'The address holds a user name or password, which plans and the history show. Use a header instead.',
        ]),
    ...(definition.requestBody.trim() === '' ? ['The payload template is empty.'] : []),
  ];
}
