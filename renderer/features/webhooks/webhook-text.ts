import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';

/** A webhook as text, to compare versions: its definition, one member per line, and its template. */
export function webhookText(webhook: WebhookState): string {
  const { name, description, enabled, eventType, riskLevel, method, url, contentType, headers } = webhook;
  const state = enabled === null ? 'unknown' : enabled ? 'enabled' : 'disabled';
  const lines = [
    ['Name', name],
    ['Description', description],
    ['State', state],
    ['Event type', eventType],
    ['Minimum risk', riskLevel],
    ['Method', method],
    ['URL', url],
    ['Content type', contentType],
    ...headers.split('\n').map((line) => ['Header', line]),
  ];
  const definition = lines
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value?.replaceAll('\n', '\n  ') ?? ''}`);
  return [...definition, '', webhook.requestBody].join('\n');
}
