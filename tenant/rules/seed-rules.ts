import type { TenantContext } from '../context/tenant-context.ts';
import { randomIdentifier } from '../requests/identifier.ts';
import { createRuleStore, type WebhookRule } from './rule-store.ts';
import { inTransaction } from '../store/open-database.ts';

type SeedRule = Pick<
  WebhookRule,
  | 'name'
  | 'description'
  | 'eventType'
  | 'riskLevel'
  | 'url'
  | 'headers'
  | 'requestBody'
  | 'enabled'
  | 'createdBy'
> & { readonly ageDays: number };

const DAY_MS = 86_400_000;

const PAGER = `{
  "routing_key": "sandbox-routing-key",
  "event_action": "trigger",
  "dedup_key": "\${event.event_id?json_string}",
  "payload": {
    "summary": "\${intel_risk_level?json_string} risk: \${event.user_name?json_string}",
    "source": "\${system.domain?json_string}",
    "severity": "<#if intel_risk_level == 'High'>critical<#elseif intel_risk_level == 'Medium'>warning<#else>info</#if>",
    "timestamp": \${event_time?c},
    "custom_details": {
      "reason": "\${event.reason?json_string}",
      "agent": "\${event.agent_id?json_string}"
    }
  }
}`;

const CHAT = `<#assign who = event.user_name?json_string>
{
  "channel": "#identity",
  "username": "\${system.domain?json_string}",
  "text": "*\${intel_risk_level?upper_case?json_string}* \${who}",
  "attachments": [{
    "color": "<#if intel_risk_level == 'High'>#d64545<#else>#e0a000</#if>",
    "fields": [
      { "title": "Reason", "value": "\${event.reason?json_string}" },
      { "title": "App", "value": "\${event.app_type?cap_first?json_string}" },
      { "title": "When", "value": "\${utils.number_to_datetime_timezone(event_time, 'Europe/Berlin')?json_string}" }
    ],
    "ts": \${event_time?c}
  }]
}`;

const TICKET = `{
  "short_description": "MFA failures: \${event.user_name?json_string}",
  "description": "\${event.reason?json_string}, \${event.failed_attempts?c} failed attempts from \${event.client_ip?json_string}",
  "urgency": <#if intel_risk_level == 'High'>1<#else>2</#if>,
  "opened_at": "\${utils.number_to_datetime_utc(event_time)?json_string}",
  "correlation_id": "\${event.session_id?json_string}"
}`;

const SIEM = `{
  "time": \${event_time?c},
  "host": "\${system.domain?json_string}",
  "source": "analytics",
  "sourcetype": "identity:alert",
  "event": {
    "tenant": "\${tenant_id?json_string}",
    "podscape": "\${system.podscape?json_string}",
    "user": "\${event.user_name?json_string}",
    "risk": "\${intel_risk_level?json_string}",
    "reason": "\${event.reason?json_string}",
    "application": "\${event.app_name?json_string}",
    "address": "\${event.client_ip?json_string}"
  }
}`;

const RECORDING = `{
  "type": "message",
  "title": "Session recorded",
  "text": "\${event.user_name?json_string} on \${event.device_name?json_string}, agent \${event.agent_id?json_string}",
  "when": "\${utils.number_to_datetime_utc(event_time)?json_string}"
}`;

const ISSUE = `{
  "fields": {
    "project": { "key": "SEC" },
    "issuetype": { "name": "Incident" },
    "summary": "New device in \${event.country?json_string}: \${event.user_name?json_string}",
    "description": "\${event.reason?json_string}\\n\${event.city?json_string}, \${event.device_os?json_string}, \${event.browser?json_string}",
    "labels": ["identity", "risk-\${intel_risk_level?lower_case?json_string}"<#if event.is_new_device>, "new-device"</#if>]
  }
}`;

const LAKE = `{
  "tenant": "\${tenant_id?json_string}",
  "kind": "\${event.event_type?json_string}",
  "at": \${event_time?c},
  "user": "\${event.user_name?json_string}",
  "method": "\${event.auth_method?json_string}",
  "place": [\${event.latitude?c}, \${event.longitude?c}]
}`;

// Typical of existing collectors: text without ?json_string and a time printed with separators.
const LEGACY = `{"user":"\${event.user_name}","msg":"\${event.reason}","time":"\${event_time}","level":"\${intel_risk_level}"}`;

const SEEDS: readonly SeedRule[] = [
  seed(
    'Pager: privileged logins',
    'Pages the on-call engineer.',
    'SecurityAlert',
    'High',
    'https://events.pager.example/v2/enqueue',
    PAGER,
    2,
  ),
  seed(
    'Slack: risky sign-ins',
    'Posts to #identity.',
    'SecurityAlert',
    'Medium',
    'https://hooks.slack.example/services/T000/B000/sandbox',
    CHAT,
    21,
  ),
  seed(
    'Ticket: repeated MFA failures',
    '',
    'SecurityAlert',
    'Medium',
    'https://acme.service.example/api/now/table/incident',
    TICKET,
    34,
    {
      headers: 'Authorization: Bearer sandbox-ticket-token\nAccept: application/json',
    },
  ),
  seed(
    'SIEM: every alert',
    'Sends every alert to the SIEM index.',
    'SecurityAlert',
    'Low',
    'https://splunk.corp.example:8088/services/collector/event',
    SIEM,
    12,
    {
      headers: 'Authorization: Splunk sandbox-collector-token',
    },
  ),
  seed(
    'Teams: session recordings',
    '',
    'Analytics.Server.AdaptiveSessionRecording',
    'Low',
    'https://teams.example/webhook/sandbox',
    RECORDING,
    40,
    {
      enabled: false,
    },
  ),
  seed(
    'Jira: new device from new country',
    'Opens an incident in SEC.',
    'SecurityAlert',
    'High',
    'https://jira.corp.example/rest/api/2/issue',
    ISSUE,
    45,
  ),
  seed(
    'Audit lake',
    'Archives every sign-in.',
    'Cloud.Core.Login',
    'Low',
    'https://ingest.lake.example/v1/identity',
    LAKE,
    96,
    {
      headers: 'X-Api-Key: sandbox-lake-key',
    },
  ),
  seed(
    'Legacy collector',
    'Used until the SIEM migration is complete.',
    'SecurityAlert',
    'Low',
    'http://10.20.4.7:9000/alerts',
    LEGACY,
    371,
    {
      enabled: false,
    },
  ),
];

/**
 * Adds eight webhooks to a tenant without rules. Their hosts are reserved example names and a private IP
 * address. The webhook for the private IP address is disabled, so that a sandbox never calls into its network.
 */
export function seedRules(context: TenantContext): void {
  const rules = createRuleStore(context.database);
  if (rules.count().all > 0) return;
  inTransaction(context.database, () => {
    for (const { ageDays, ...rule } of SEEDS) {
      const at = context.now() - ageDays * DAY_MS;
      rules.insert({
        ...rule,
        policyId: randomIdentifier(context.randomBytes),
        method: 'POST',
        contentType: 'application/json',
        updatedBy: rule.createdBy,
        createdAt: at,
        updatedAt: at,
      });
    }
  });
}

function seed(
  name: string,
  description: string,
  eventType: string,
  riskLevel: string,
  url: string,
  requestBody: string,
  ageDays: number,
  more: { readonly headers?: string; readonly enabled?: boolean } = {},
): SeedRule {
  return {
    name,
    description,
    eventType,
    riskLevel,
    url,
    headers: more.headers ?? '',
    requestBody,
    enabled: more.enabled ?? true,
    createdBy: 'admin@acme.example',
    ageDays,
  };
}
