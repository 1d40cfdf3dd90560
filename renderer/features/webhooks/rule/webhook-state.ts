import type { WebhookDefinition, WebhookState } from '../../../../contract/webhooks/webhooks.ts';
import { webhookDefinitionSchema } from '../../../../contract/webhooks/webhooks.ts';

/** Initial payload: valid JSON for all values, missing ones included. */
const firstTemplate = `{
  "text": "\${(intel_risk_level!'unknown')?upper_case?json_string}: \${(event.user_name!'no user')?json_string}",
  "reason": "\${(event.reason!'none')?json_string}",
  "when": "<#if event_time??>\${utils.number_to_datetime_utc(event_time)?json_string}</#if>"
}
`;

/** Initial state of a new webhook. */
export const newWebhook: WebhookState = {
  name: '',
  description: '',
  url: '',
  method: 'POST',
  contentType: 'application/json',
  headers: '',
  requestBody: firstTemplate,
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Medium',
};

/** Defaults for values that the tenant doesn't report: neither changes what a test delivery sends. */
const defaults = { enabled: true, riskLevel: 'Low' } as const;

export type WebhookErrors = Readonly<Partial<Record<keyof WebhookState, string>>>;

type CheckedWebhook =
  | { readonly ok: true; readonly definition: WebhookDefinition }
  | { readonly ok: false; readonly errors: WebhookErrors };

/** Validates the state with the contract's schema; errors are returned by member. */
export function checkWebhook(state: WebhookState): CheckedWebhook {
  const parsed = webhookDefinitionSchema.safeParse({
    ...state,
    enabled: state.enabled ?? defaults.enabled,
    riskLevel: state.riskLevel === '' ? defaults.riskLevel : state.riskLevel,
  });
  if (parsed.success) return { ok: true, definition: parsed.data };
  const errors: Partial<Record<keyof WebhookState, string>> = {};
  for (const { path, message } of parsed.error.issues) {
    const [member] = path;
    if (isMember(member, state)) errors[member] ??= message;
  }
  return { ok: false, errors };
}

function isMember(name: PropertyKey | undefined, state: WebhookState): name is keyof WebhookState {
  return name !== undefined && Object.hasOwn(state, name);
}

/** `hooks.example:8443`, or the text itself if it isn't a URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Scheme, host and port; the text itself if it isn't a URL. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
