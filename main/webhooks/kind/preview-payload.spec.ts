import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { previewPayload } from './preview-payload.ts';

const before: WebhookState = {
  name: 'Alerts',
  description: '',
  url: 'https://hooks.example/a',
  method: 'POST',
  contentType: 'application/json',
  headers: '',
  requestBody: '{"user": "${user_name?json_string}"}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};
const preview = (after: Partial<WebhookState>) =>
  previewPayload({
    verb: 'update',
    targetId: 'w',
    before,
    after: { ...before, ...after },
    notes: undefined,
  });

describe('the preview of a template', () => {
  it('is the payload of a sample event before and after', () => {
    expect(preview({ requestBody: '{"app": "${app_name}"}' })).toMatchObject([
      {
        rows: [['Risky sign-in', 'Payload', '{"user": "zoe.o\'brien@acme.example"}', '{"app": "Payroll"}']],
      },
    ]);
  });

  it('says where a template fails', () => {
    const [finding] = preview({ requestBody: '{"a": ${missing}}' });
    expect(finding?.failing).toEqual([0]);
    expect(finding?.rows[0]?.[3]).toMatch(/^Fails at line 1, column \d+: /);
  });

  it('stops a template that never ends', () => {
    const [finding] = preview({ requestBody: '<#list 1..1000000000 as x>${x}</#list>' });
    expect(finding?.failing).toEqual([0]);
  });

  it('is absent if the payload stays the same', () => {
    expect(preview({ riskLevel: 'High' })).toEqual([]);
  });
});
