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

describe('what arrived of a file', () => {
  it('is what equals a rule of the file in all that the file tells, each once', () => {
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
  ])('is nothing that differs in %j', (changes) => {
    expect(matchArrivals([rule], [arrival('1', changes)])).toEqual({
      arrived: [],
      missing: ['Alerts'],
      unclear: [],
    });
  });

  it('may have any address and headers where the file was exported without them', () => {
    expect(idsOf(matchArrivals([{ ...rule, url: '', headers: '' }], [arrival('1')]))).toEqual(['1']);
  });

  it('is not known where more came than the file has: somebody else may have added one', () => {
    expect(matchArrivals([rule], [arrival('1'), arrival('2')])).toEqual({
      arrived: [],
      missing: [],
      unclear: ['Alerts'],
    });
  });

  it('is given to the rule that tells more before one that tells less takes it', () => {
    const found = matchArrivals([{ ...rule, url: '' }, rule], [arrival('1'), arrival('2', { url: '' })]);
    expect(found.missing).toEqual([]);
    expect(idsOf(found).toSorted()).toEqual(['1', '2']);
  });

  it('knows for each the state in which it was, and for equal ones whichever is nearest to what came', () => {
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

  it('is paired with the same states again when only some of them have been set', () => {
    const alike = [
      { ...rule, enabled: null },
      { ...rule, enabled: false },
      { ...rule, enabled: false },
    ];
    const found = matchArrivals(alike, [arrival('1'), arrival('2', { enabled: false }), arrival('3')]);
    expect(Object.values(statesOf(found)).toSorted()).toEqual([false, false, null]);
    expect(statesOf(found)).toMatchObject({ 2: false });
  });
});
