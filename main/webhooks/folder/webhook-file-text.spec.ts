import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { readWebhookFile, webhookFileText } from './webhook-file-text.ts';

const webhook: WebhookState = {
  name: 'Slack: risky sign-ins',
  description: 'For the --> night shift',
  url: 'https://hooks.slack.com/services/••••0123abcd/••••89abcdef',
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Source: desk\nAuthorization: ••••01234567\nX-Team: ••••76543210',
  requestBody: '<#-- a comment -->\n{"text": "${event.user_name}"}\n',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Medium',
};
const text = webhookFileText(webhook);
const edited = (from: string, to: string) => readWebhookFile(text.replace(from, to), webhook);

describe('a webhook file', () => {
  it('contains the definition in a comment and the exact template, with secrets as dots', () => {
    expect(text).toBe(`<#-- tenant-desk webhook
{
  "name": "Slack: risky sign-ins",
  "description": "For the --\\u003e night shift",
  "enabled": true,
  "method": "POST",
  "url": "https://hooks.slack.com/services/••••/••••",
  "contentType": "application/json",
  "headers": [
    "X-Source: desk",
    "Authorization: ••••",
    "X-Team: ••••"
  ],
  "eventType": "SecurityAlert",
  "riskLevel": "Medium"
}
-->
<#-- a comment -->
{"text": "\${event.user_name}"}
`);
  });

  it('round-trips', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((each) => each.replaceAll(/[•\r]/g, ''));
    const states = fc.record({ name: text, description: text, eventType: text, requestBody: text });
    fc.assert(
      fc.property(states, fc.constantFrom(true, false, null), (edited, enabled) => {
        const state = { ...webhook, ...edited, enabled };
        expect(readWebhookFile(webhookFileText(state), state)).toEqual(state);
        // The current tenant version only provides the hidden values.
        const like = { ...webhook, description: 'other', requestBody: 'other' };
        expect(readWebhookFile(webhookFileText(state), like)).toEqual(state);
      }),
    );
  });

  it('without a definition is a template, and an omitted member has the value of the tenant', () => {
    expect(readWebhookFile('{"text": 1}', webhook)).toEqual({ ...webhook, requestBody: '{"text": 1}' });
    expect(edited('  "riskLevel": "Medium"', '  "name": "Slack: risky sign-ins"')).toEqual(webhook);
  });

  it('applies edits and keeps hidden values', () => {
    expect(edited('"enabled": true', '"enabled": false').enabled).toBe(false);
    expect(edited('"X-Source: desk"', '"X-Source: file"').headers).toBe(
      webhook.headers.replace('desk', 'file'),
    );
    expect(edited('    "Authorization: ••••",\n', '').headers).toBe('X-Source: desk\nX-Team: ••••76543210');
    expect(edited('https://hooks.slack.com/services/••••/••••', 'https://siem.acme.example/in').url).toBe(
      'https://siem.acme.example/in',
    );
  });

  it.each([
    ['a definition with invalid JSON', '"enabled": true,', '"enabled": true', /isn’t valid JSON/],
    ['a member of another type', '"enabled": true', '"enabled": "yes"', /wrong at “enabled”/],
    ['an unknown member', '"enabled": true', '"active": true', /active/],
    ['an unclosed comment', '\n-->\n', '\n', /no closing line “-->”/],
    ['a credential of a header', 'Authorization: ••••', 'Authorization: Bearer abc', /is a secret/],
    ['a placeholder of another installation', 'X-Team: ••••', 'X-Team: ••••76543210', /is a secret/],
    ['an unknown hidden value', 'X-Source: desk', 'X-New: ••••', /no hidden value for the header “X-New”/],
    ['fewer hidden parts of the URL', '/••••/••••', '/••••', /hidden part of “url”/],
    ['a credential in the URL', '/••••/••••', '/T0A1B2C3D/B0E4F5G6H/q8ZrVwXyLmNoPq7s', /in clear text/],
  ])('rejects %s and says what to do', (_what, from, to, message) => {
    expect(() => edited(from, to)).toThrow(message);
  });
});
