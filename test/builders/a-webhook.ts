import type { WebhookState } from '../../contract/webhooks/webhooks.ts';

/** A webhook as a user enters it; its template contains its name, so that two can be distinguished. */
export function aWebhook(changes: Partial<WebhookState> = {}): WebhookState {
  const name = changes.name ?? 'Page the on-call';
  return {
    name,
    description: '',
    url: 'https://hooks.acme.example/alerts',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: `{\n  "from": "${name}"\n}`,
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
    ...changes,
  };
}
