import { expect, it } from 'vitest';
import { aWebhook } from '../../../test/builders/a-webhook.ts';
import { webhookText } from './webhook-text.ts';

it('lists the definition one member per line, with the template below', () => {
  const text = webhookText(
    aWebhook({
      name: 'To a chat',
      description: 'first\nsecond',
      enabled: false,
      eventType: 'SecurityAlert',
      riskLevel: 'High',
      method: 'POST',
      url: 'https://chat.example/a',
      contentType: 'application/json',
      headers: 'X-Team: identity\nX-Key: ••••1234',
      requestBody: '{\n}',
    }),
  );
  expect(text).toBe(`Name: To a chat
Description: first
  second
State: disabled
Event type: SecurityAlert
Minimum risk: High
Method: POST
URL: https://chat.example/a
Content type: application/json
Header: X-Team: identity
Header: X-Key: ••••1234

{
}`);
});

it.each([
  ['name', { name: 'b' }],
  ['description', { description: 'b' }],
  ['state', { enabled: null }],
  ['event type', { eventType: 'b' }],
  ['risk level', { riskLevel: 'b' }],
  ['method', { method: 'PUT' }],
  ['URL', { url: 'https://b.example' }],
  ['content type', { contentType: 'text/plain' }],
  ['headers', { headers: 'B: b' }],
  ['template', { requestBody: 'b' }],
] as const)('differs for a different %s', (_member, change) => {
  expect(webhookText(aWebhook(change))).not.toBe(webhookText(aWebhook({})));
});
