import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { findCreated } from './find-created.ts';

const sent: WebhookState = {
  name: 'Alerts',
  description: '',
  url: 'https://hooks.example/a',
  method: 'POST',
  contentType: 'application/json',
  headers: '',
  requestBody: '{}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
};
const webhook = (id: string, changes: Partial<WebhookState> = {}) => ({ id, state: { ...sent, ...changes } });

describe('finding the created webhook', () => {
  it('finds the new one that is exactly what was sent', () => {
    const webhooks = [webhook('old'), webhook('new'), webhook('other', { name: 'Other' })];
    expect(findCreated(sent, webhooks, ['old'])).toEqual({ result: 'found', webhook: webhooks[1] });
  });

  it('ignores existing webhooks, even equal ones', () => {
    expect(findCreated(sent, [webhook('old')], ['old'])).toEqual({ result: 'none' });
  });

  it('never accepts a match by name only', () => {
    const found = findCreated(sent, [webhook('theirs', { requestBody: '{"theirs": 1}' })], []);
    expect(found).toMatchObject({ result: 'unclear', what: expect.stringContaining('template') });
  });

  it('is unclear when two are equal', () => {
    expect(findCreated(sent, [webhook('one'), webhook('two')], [])).toMatchObject({ result: 'unclear' });
  });

  it('is distinguished from another one with its name', () => {
    const webhooks = [webhook('theirs', { url: 'https://theirs.example/' }), webhook('ours')];
    expect(findCreated(sent, webhooks, [])).toEqual({ result: 'found', webhook: webhooks[1] });
  });
});
