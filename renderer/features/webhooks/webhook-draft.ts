import type { Webhook, WebhookDefinition } from '../../../contract/webhooks.ts';
import { webhookDefinitionSchema } from '../../../contract/webhooks.ts';

const memberNames = [
  'name',
  'description',
  'url',
  'method',
  'contentType',
  'headers',
  'requestBody',
  'enabled',
  'eventType',
  'riskLevel',
] as const satisfies readonly (keyof WebhookDefinition)[];

/** The members a person edits, whatever their present state: a draft need not be valid yet. */
export interface WebhookForm {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly headers: string;
  readonly requestBody: string;
  readonly enabled: boolean;
  readonly eventType: string;
  readonly riskLevel: string;
}

/** A payload to start from: valid JSON whatever the values are. */
const firstTemplate = `{
  "text": "\${intel_risk_level?upper_case?json_string}: \${event.user_name?json_string}",
  "reason": "\${event.reason?json_string}",
  "when": "\${utils.number_to_datetime_utc(event_time)}"
}
`;

export const newWebhook: WebhookForm = {
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

export function formOf(webhook: Webhook): WebhookForm {
  const { name, description, url, method, contentType, headers, requestBody, enabled, eventType, riskLevel } =
    webhook;
  return { name, description, url, method, contentType, headers, requestBody, enabled, eventType, riskLevel };
}

/** The written form of a draft, always with the members in one order, so that equal forms are equal texts. */
export function formatForm(form: WebhookForm): string {
  return JSON.stringify(form, [...memberNames]);
}

/** A damaged draft reads as undefined. */
export function parseForm(text: string): WebhookForm | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const members = value as Readonly<Record<string, unknown>>;
    const text_ = (name: string) => (typeof members[name] === 'string' ? members[name] : '');
    return {
      name: text_('name'),
      description: text_('description'),
      url: text_('url'),
      method: text_('method'),
      contentType: text_('contentType'),
      headers: text_('headers'),
      requestBody: text_('requestBody'),
      enabled: members['enabled'] === true,
      eventType: text_('eventType'),
      riskLevel: text_('riskLevel'),
    };
  } catch {
    return undefined;
  }
}

export type CheckedWebhook =
  | { readonly ok: true; readonly definition: WebhookDefinition }
  | { readonly ok: false; readonly errors: Readonly<Partial<Record<keyof WebhookForm, string>>> };

/** Checks a form with the contract's own schema; errors come back under the member they belong to. */
export function checkWebhook(form: WebhookForm): CheckedWebhook {
  const parsed = webhookDefinitionSchema.safeParse(form);
  if (parsed.success) return { ok: true, definition: parsed.data };
  const errors: Partial<Record<keyof WebhookForm, string>> = {};
  for (const issue of parsed.error.issues) {
    const member = memberNames.find((name) => name === issue.path[0]);
    if (member !== undefined) errors[member] ??= issue.message;
  }
  return { ok: false, errors };
}

/** `hooks.example:8443`, or the text itself where it is no address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
