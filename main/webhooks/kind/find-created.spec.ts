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

describe('the webhook that a request created', () => {
  it('is the one that was not there before and is exactly what was sent', () => {
    const webhooks = [webhook('old'), webhook('new'), webhook('other', { name: 'Other' })];
    expect(findCreated(sent, webhooks, ['old'])).toEqual({ result: 'found', webhook: webhooks[1] });
  });

  it('is not one that was there before, however alike', () => {
    expect(findCreated(sent, [webhook('old')], ['old'])).toEqual({ result: 'none' });
  });

  it('is never one that only has its name: another administrator may have made it', () => {
    const found = findCreated(sent, [webhook('theirs', { requestBody: '{"theirs": 1}' })], []);
    expect(found).toMatchObject({ result: 'unclear', what: expect.stringContaining('template') });
  });

  it('is not known where two are exactly alike', () => {
    expect(findCreated(sent, [webhook('one'), webhook('two')], [])).toMatchObject({ result: 'unclear' });
  });

  it('is told from another of its name that differs', () => {
    const webhooks = [webhook('theirs', { url: 'https://theirs.example/' }), webhook('ours')];
    expect(findCreated(sent, webhooks, [])).toEqual({ result: 'found', webhook: webhooks[1] });
  });
});
