import type { WebhookRule } from './rule-store.ts';

/**
 * Class name of the filter that matches rules by event type; the specification only defines its last segment.
 */
export const EVENT_TYPE_FILTER = 'com.sandbox.analytics.policy.rule.EventTypeFilter';

/** Status integers of a record: ours, because the platform specification does not say what they mean. */
const RULE_STATUS = { enabled: 0, disabled: 1 } as const;

/** One element of GET /rules. Source: platform specification, "Webhook rule record". */
export interface RuleRecord {
  readonly tenant_id: string;
  readonly policy_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly rule: { readonly filter_type: string; readonly filter_meta_data: { readonly event_type: string } };
  readonly actions: readonly RuleRecordAction[];
  readonly status: number;
  readonly created_by: string;
  readonly updated_by: string;
  readonly created_timestamp: number;
  readonly updated_timestamp: number;
  readonly new: boolean;
  readonly id: readonly [tenantId: string, policyId: string];
}

interface RuleRecordAction {
  readonly action_type: 'webhook';
  readonly action_meta_data: {
    readonly headers: string;
    readonly method: string;
    readonly content_type: string;
    readonly request_body: string;
    readonly url: string;
  };
  readonly action_provider: null;
  /**
   * The record has no documented member for the risk level. Our choice: it is in this object, whose members
   * the specification leaves open, so that the documented members are unchanged.
   */
  readonly provider_meta_data: { readonly risk_level: string };
}

export function toRuleRecord(tenantId: string, rule: WebhookRule): RuleRecord {
  return {
    tenant_id: tenantId,
    policy_id: rule.policyId,
    name: rule.name,
    description: rule.description,
    rule: { filter_type: EVENT_TYPE_FILTER, filter_meta_data: { event_type: rule.eventType } },
    actions: [
      {
        action_type: 'webhook',
        action_meta_data: {
          headers: rule.headers,
          method: rule.method,
          content_type: rule.contentType,
          request_body: rule.requestBody,
          url: rule.url,
        },
        action_provider: null,
        provider_meta_data: { risk_level: rule.riskLevel },
      },
    ],
    status: rule.enabled ? RULE_STATUS.enabled : RULE_STATUS.disabled,
    created_by: rule.createdBy,
    updated_by: rule.updatedBy,
    created_timestamp: rule.createdAt,
    updated_timestamp: rule.updatedAt,
    new: false,
    id: [tenantId, rule.policyId],
  };
}
