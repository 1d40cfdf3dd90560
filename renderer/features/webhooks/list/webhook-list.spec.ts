import { describe, expect, it } from 'vitest';
import type { DraftSummary } from '../../../../contract/changes/drafts.ts';
import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { Webhook } from '../../../../contract/webhooks/webhooks.ts';
import { WebhookList } from './webhook-list.svelte.ts';
import { isFailing, percent, shareFailed } from './delivery-share.ts';

const webhook = (name: string, more: Partial<Webhook> = {}): Webhook => ({
  id: name,
  name,
  description: '',
  url: `https://${name}.hooks.example/secret`,
  method: 'POST',
  contentType: 'application/json',
  headers: '',
  requestBody: '',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
  activation: 'enabled',
  status: 0,
  createdBy: '',
  updatedBy: '',
  createdAt: null,
  updatedAt: null,
  record: {},
  ...more,
});
const draft = (targetId: string): DraftSummary => ({
  tenantId: 'acme',
  kind: 'webhook',
  targetId,
  title: targetId,
  savedAt: 0,
  revision: 1,
});
const all = [
  webhook('Teams', { activation: 'disabled', eventType: 'Recording' }),
  webhook('pager', { riskLevel: 'High' }),
  webhook('Audit'),
  webhook('odd', { activation: 'unknown' }),
];

const listOf = (webhooks = all, failing: readonly string[] = ['pager']) =>
  new WebhookList({
    webhooks: () => webhooks,
    drafts: () => [draft('Audit'), draft('new:1')],
    isFailing: (id) => failing.includes(id),
  });
const shown = (list: WebhookList) => list.shown.map(({ name }) => name);
const chips = (list: WebhookList) => list.offered.map(({ label, count }) => `${label} ${count}`);

describe('the list of webhooks', () => {
  it('searches name, event and host, but not the secret part of the URL', () => {
    const list = listOf();
    expect(shown(list)).toEqual(['Audit', 'odd', 'pager', 'Teams']);
    list.typed = 'recording';
    expect(shown(list)).toEqual(['Teams']);
    list.typed = 'audit.hooks';
    expect(shown(list)).toEqual(['Audit']);
    list.typed = 'secret';
    expect(shown(list)).toEqual([]);
  });

  it('offers filters that distinguish webhooks, with counts, and combines them', () => {
    const list = listOf();
    expect(chips(list)).toEqual([
      'Enabled 2',
      'Failing 1',
      'Disabled 1',
      'Status unknown 1',
      'Draft 1',
      'Low risk 3',
      'High risk 1',
      'SecurityAlert 3',
      'Recording 1',
    ]);
    list.toggleFilter('is', 'enabled');
    list.toggleFilter('risk', 'High');
    expect(shown(list)).toEqual(['pager']);
    list.showAll();
    list.typed = 'is:failing';
    expect(shown(list)).toEqual(['pager']);
  });

  it('offers no event type or risk level that all webhooks share', () => {
    expect(chips(listOf([webhook('one'), webhook('two')], []))).toEqual(['Enabled 2']);
  });

  it('returns the drafts of the selected webhooks for a change set', () => {
    const list = listOf();
    list.selection = new Set(['Audit', 'pager']);
    expect(list.pickedDrafts.map(({ targetId }) => targetId)).toEqual(['Audit']);
  });
});

describe('delivery status', () => {
  const summary = (
    delivered: number,
    dead: number,
    state: DeliverySummary['last']['state'],
  ): DeliverySummary => ({
    webhookId: 'a',
    delivered,
    dead,
    pending: 0,
    last: { at: 0, state, httpStatus: null, error: null },
  });

  it('is failing while the last delivery did not succeed, even while retrying', () => {
    expect(isFailing(undefined)).toBe(false);
    expect(isFailing(summary(0, 9, 'delivered'))).toBe(false);
    expect(isFailing(summary(9, 0, 'retrying'))).toBe(true);
    expect(isFailing(summary(9, 1, 'dead'))).toBe(true);
  });

  it('never rounds to 0 % or 100 % while both occurred', () => {
    expect(shareFailed(summary(0, 0, 'retrying'))).toBeUndefined();
    expect([0, 0.0001, 0.014, 0.5, 0.9999, 1].map(percent)).toEqual([
      '0 %',
      'under 1 %',
      '1 %',
      '50 %',
      '99 %',
      '100 %',
    ]);
  });
});
