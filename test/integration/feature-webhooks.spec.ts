import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookDefinition } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startReceiver } from './webhook-receiver.ts';

const on = useDesk();
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const wanted = (changes: { readonly headers?: string } = {}) =>
  aWebhook({
    name: 'To the receiver',
    url: `${receiver.url}/alerts`,
    headers: 'X-Api-Key: opens-the-door\nX-Team: identity',
    requestBody: '{"user": "${event.user_name}"}',
    ...changes,
  });
/** What a test sends: the same, with nothing left open. */
const definition = (changes: { readonly headers?: string } = {}): WebhookDefinition => ({
  ...wanted(changes),
  method: 'POST',
  enabled: true,
});

async function find(desk: DeskOnTenant, name = 'To the receiver') {
  const webhook = (await desk.webhooks()).find((each) => each.name === name);
  if (webhook === undefined) throw new Error('The webhook is not listed.');
  return webhook;
}

const remove = (desk: DeskOnTenant, id: string) => desk.apply(setAll('webhook', [id], null));

describe('a test of a webhook', () => {
  it('sends what will be sent, with hidden headers in full, and stores nothing', async () => {
    await on.desk.apply(create('webhook', wanted()));
    const { headers, id } = await find(on.desk);
    expect(headers).toMatch(/^X-Api-Key: ••••/);
    const before = await on.desk.webhooks();
    const result = await on.desk.call('webhooks.test', {
      tenantId: on.desk.tenantId,
      targetId: id,
      definition: definition({ headers }),
    });
    expect(result).toMatchObject({ succeeded: true, httpStatus: 200 });
    expect(result.durationMs).toBeGreaterThan(0);
    const [request] = await receiver.received(1);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/alerts',
      headers: { 'x-api-key': 'opens-the-door', 'x-team': 'identity' },
    });
    expect(await on.desk.webhooks()).toEqual(before);
    await remove(on.desk, id);
  });

  it('shows the response of a failed delivery', async () => {
    receiver.respondWith(() => ({ status: 418 }));
    const result = await on.desk.call('webhooks.test', {
      tenantId: on.desk.tenantId,
      targetId: 'new:failing',
      definition: definition(),
    });
    expect(result).toMatchObject({ succeeded: false, httpStatus: 418 });
  });

  it('links to the right event, request, and response, if the tenant records them', async () => {
    receiver.respondWith(({ path }) => ({ status: path === '/alerts' ? 200 : 503, body: `from ${path}` }));
    const test = (url: string) =>
      on.desk.call('webhooks.test', {
        tenantId: on.desk.tenantId,
        targetId: 'new:recorded',
        definition: { ...definition(), url },
      });
    const [first, second] = await Promise.all([
      test(`${receiver.url}/alerts`),
      test(`${receiver.url}/elsewhere`),
    ]);
    const statusOf = async (deliveryId: string | null) =>
      await on.desk.call('sandbox.delivery', {
        tenantId: on.desk.tenantId,
        deliveryId: deliveryId ?? '',
      });
    // Half a surrogate pair names nothing, because no URL can contain it.
    await expect(statusOf('\ud800')).rejects.toMatchObject({ code: 'not-found' });
    const recorded = await statusOf(first.deliveryId);
    const user = recorded.eventColumns?.['user_name'];
    expect(recorded).toMatchObject({
      eventType: 'SecurityAlert',
      requestBody: `{"user": "${String(user)}"}`,
      attempts: [
        {
          request: { method: 'POST', url: `${receiver.url}/alerts` },
          response: { status: 200, body: 'from /alerts' },
        },
      ],
    });
    expect(JSON.stringify(recorded)).not.toContain('opens-the-door');
    expect(await statusOf(second.deliveryId)).toMatchObject({
      attempts: [{ response: { status: 503, body: 'from /elsewhere' } }],
    });
  });

  it('with an unknown hidden header names the header to enter again', async () => {
    await expect(
      on.desk.call('webhooks.test', {
        tenantId: on.desk.tenantId,
        targetId: 'new:unknown',
        definition: definition({ headers: 'X-Api-Key: ••••00000000' }),
      }),
    ).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('“X-Api-Key”') },
    });
    expect(receiver.requests).toEqual([]);
  });
});

describe('the variables of payload templates', () => {
  it('are those of the tenant', async () => {
    const { data } = await on.desk.call('webhooks.models', read);
    expect(data.find(({ node }) => node === 'event')?.columns.map(({ name }) => name)).toContain('user_name');
    expect(data.find(({ node }) => node === 'event')).toMatchObject({
      isSystem: true,
      type: 'SYSTEM',
      modelMode: true,
      multipleSnapshot: false,
    });
  });

  it('are those of its administrators as well, and print in what is delivered', async () => {
    const variables = { branch: { city: 'Turku', floor: 4, is_open: true } };
    const { baseUrl } = on.tenant;
    const put = await fetch(`${baseUrl}/sandbox/variables`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${on.tenant.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(variables),
    });
    expect(put.status).toBe(204);
    const { data } = await on.desk.call('webhooks.models', read);
    expect(data.find(({ node }) => node === 'branch')).toMatchObject({
      isSystem: false,
      type: 'USER',
      columns: [
        { name: 'city', type: 'STRING' },
        { name: 'floor', type: 'LONG' },
        { name: 'is_open', type: 'BOOLEAN' },
      ],
    });
    await on.desk.call('webhooks.test', {
      tenantId: on.desk.tenantId,
      targetId: 'new:branch',
      definition: { ...definition({}), requestBody: '{"city": "${branch.city}", "floor": ${branch.floor}}' },
    });
    expect(receiver.requests.at(-1)?.body).toBe('{"city": "Turku", "floor": 4}');
  });

  it.each([{ event: { x: 1 } }, { 'a-b': {} }, { a: 5 }, { a: { b: null } }, []])(
    'cannot be defined as %j',
    async (variables) => {
      const put = await fetch(`${on.tenant.baseUrl}/sandbox/variables`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${on.tenant.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(variables),
      });
      expect(put.status).toBe(400);
    },
  );
});

describe('an event raised in a sandbox', () => {
  it('is delivered to the webhooks that match, and the deliveries can be read', async () => {
    await on.desk.apply(create('webhook', wanted()));
    const { id } = await find(on.desk);
    const raised = await on.desk.call('sandbox.raiseEvent', {
      tenantId: on.desk.tenantId,
      eventType: 'SecurityAlert',
      riskLevel: 'High',
      columns: { user_name: 'ada@acme.example' },
    });
    expect(raised.matchedWebhooks).toBeGreaterThanOrEqual(1);
    const [request] = await receiver.received(1);
    expect(JSON.parse(request?.body ?? '')).toEqual({ user: 'ada@acme.example' });
    // What was sent is noted once the answer has come, a moment after the receiver has it.
    await expect
      .poll(() => on.desk.call('sandbox.deliveries', { tenantId: on.desk.tenantId, webhookId: id }))
      .toMatchObject([{ webhookId: id, requestBody: '{"user": "ada@acme.example"}' }]);
    await remove(on.desk, id);
  });

  it('is known beforehand by the webhooks that it will invoke, and counted by half hours afterwards', async () => {
    const { tenantId } = on.desk;
    await on.desk.apply(create('webhook', wanted()));
    const { id, riskLevel } = await find(on.desk);
    const matched = async (level: string | null, eventType = 'SecurityAlert') => {
      const matches = await on.desk.call('sandbox.matches', { tenantId, eventType, riskLevel: level });
      return matches.some(({ webhookId }) => webhookId === id);
    };
    expect(await matched(riskLevel)).toBe(true);
    expect(await matched(null)).toBe(false);
    expect(await matched(riskLevel, 'Cloud.Core.Login')).toBe(false);
    expect(receiver.requests).toEqual([]);

    const statistics = () => on.desk.call('sandbox.deliveryStatistics', { tenantId, webhookId: id });
    expect(await statistics()).toMatchObject({ delivered: 0, dead: 0, successRate: null, p95Ms: null });
    await on.desk.call('sandbox.raiseEvent', { tenantId, eventType: 'SecurityAlert', riskLevel });
    await receiver.received(1);
    await vi.waitFor(async () => expect((await statistics()).delivered).toBe(1));
    const { successRate, buckets, p50Ms, maxFinishedDeliveries } = await statistics();
    expect([successRate, maxFinishedDeliveries]).toEqual([1, 10_000]);
    expect(buckets).toHaveLength(48);
    expect(buckets.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(1);
    expect(buckets.at(-1)?.p50Ms).toBe(p50Ms);
    await remove(on.desk, id);
  });

  it('cannot be raised in a tenant that is none', async () => {
    const remote = on.another({ isSandbox: false });
    await expect(remote.call('sandbox.deliveries', { tenantId: remote.tenantId })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

describe('the state of a webhook on a tenant whose status numbers are not known', () => {
  it('is learned from enabling and disabling, and only then can be undone', async () => {
    const remote = on.another({ isSandbox: false });
    await remote.apply(create('webhook', wanted()));
    const { id, activation } = await find(remote);
    expect(activation).toBe('unknown');
    const disabled = await remote.apply(setAll('webhook', [id], { enabled: false }));
    expect(disabled.items).toMatchObject([
      { verb: 'update', title: 'Disable webhook', state: 'verified', isUndoable: false },
    ]);
    const shown = disabled.items[0]?.parts.find(({ name }) => name === 'enabled');
    expect(shown).toMatchObject({ before: '', after: 'Disabled' });
    expect(disabled.items[0]?.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('status 0'),
        expect.stringContaining('Can’t be undone'),
      ]),
    );
    expect((await find(remote)).activation).toBe('disabled');
    expect((await remote.history())[0]).toMatchObject({ id: disabled.plan.id, isUndoable: false });
    await expect(remote.plan(undo(disabled.plan.id))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('isn’t known') },
    });

    const enabled = await remote.apply(setAll('webhook', [id], { enabled: true }));
    expect((await find(remote)).activation).toBe('enabled');
    const undone = await remote.apply(undo(enabled.plan.id));
    expect(undone.items).toMatchObject([{ title: 'Disable webhook', verb: 'update', state: 'verified' }]);
    expect((await find(remote)).activation).toBe('disabled');
    await remove(remote, id);
  });
});
