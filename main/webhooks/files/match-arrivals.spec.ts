import { describe, expect, it } from 'vitest';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { FileRule } from './match-arrivals.ts';
import { matchArrivals } from './match-arrivals.ts';

const rule: FileRule = {
  name: 'Alerts',
  eventType: 'SecurityAlert',
  method: 'POST',
  url: 'https://hooks.example/a',
  contentType: 'application/json',
  headers: 'X-Team: a\nX-Region: eu',
  requestBody: '{}',
  enabled: null,
};
const arrival = (id: string, changes: Partial<WebhookState> = {}) => ({
  id,
  state: { ...rule, description: '', enabled: true, riskLevel: 'Low', ...changes },
});
const idsOf = (found: ReturnType<typeof matchArrivals>) => found.arrived.map(({ webhook }) => webhook.id);
const statesOf = (found: ReturnType<typeof matchArrivals>) =>
  Object.fromEntries(found.arrived.map(({ webhook, enabled }) => [webhook.id, enabled]));

describe('matching imported webhooks', () => {
  it('matches webhooks that equal a rule of the file, each once', () => {
    const second = { ...rule, name: 'Second' };
    const found = matchArrivals(
      [rule, rule, second],
      [arrival('1', { headers: 'x-region: eu\r\nx-team: a' }), arrival('2', { requestBody: '{}\n' })],
    );
    expect(idsOf(found)).toEqual(['1', '2']);
    expect(found).toMatchObject({ missing: ['Second'], unclear: [] });
  });

  it.each<Partial<WebhookState>>([
    { name: 'Other' },
    { eventType: 'Other' },
    { method: 'PUT' },
    { contentType: 'text/plain' },
    { requestBody: '{"other": 1}' },
    { url: 'https://theirs.example/' },
    { headers: 'X-Team: b' },
  ])('does not match a difference in %j', (changes) => {
    expect(matchArrivals([rule], [arrival('1', changes)])).toEqual({
      arrived: [],
      missing: ['Alerts'],
      unclear: [],
    });
  });

  it('ignores URL and headers when the file was exported without them', () => {
    expect(idsOf(matchArrivals([{ ...rule, url: '', headers: '' }], [arrival('1')]))).toEqual(['1']);
  });

  it('is unclear when more appeared than the file contains', () => {
    expect(matchArrivals([rule], [arrival('1'), arrival('2')])).toEqual({
      arrived: [],
      missing: [],
      unclear: ['Alerts'],
    });
  });

  it('matches the more specific rule first', () => {
    const found = matchArrivals([{ ...rule, url: '' }, rule], [arrival('1'), arrival('2', { url: '' })]);
    expect(found.missing).toEqual([]);
    expect(idsOf(found).toSorted()).toEqual(['1', '2']);
  });

  it('assigns exported states, preferring the current ones for equal rules', () => {
    const found = matchArrivals(
      [
        { ...rule, enabled: true },
        { ...rule, enabled: false },
        { ...rule, name: 'Other', enabled: false },
      ],
      [arrival('1', { enabled: false }), arrival('2'), arrival('3', { name: 'Other' })],
    );
    expect(statesOf(found)).toEqual({ 1: false, 2: true, 3: false });
  });

  it('assigns the same states again when only some were set', () => {
    const equal = [
      { ...rule, enabled: null },
      { ...rule, enabled: false },
      { ...rule, enabled: false },
    ];
    const found = matchArrivals(equal, [arrival('1'), arrival('2', { enabled: false }), arrival('3')]);
    expect(Object.values(statesOf(found)).toSorted()).toEqual([false, false, null]);
    expect(statesOf(found)).toMatchObject({ 2: false });
  });
});
