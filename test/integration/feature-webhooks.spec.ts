import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantAddress, TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startReceiver } from './webhook-receiver.ts';

let tenant: TenantProcess;
let address: TenantAddress;
let desk: DeskOnTenant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
  [address] = tenant.tenants;
});
afterAll(() => tenant.stop());
beforeEach(async () => {
  desk = startDesk({ baseUrl: address.baseUrl, accessToken: address.accessToken ?? '' });
  receiver = await startReceiver();
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await receiver.stop();
});

const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const definition = (changes: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  name: 'To the receiver',
  description: '',
  url: `${receiver.url}/alerts`,
  method: 'POST',
  contentType: 'application/json',
  headers: 'X-Api-Key: opens-the-door\nX-Team: identity',
  requestBody: '{"user": "${event.user_name}"}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'Low',
  ...changes,
});

async function apply(on: DeskOnTenant, ...intents: Parameters<DeskOnTenant['plan']>) {
  const plan = await on.plan(...intents);
  return (await on.call('changes.apply', { planId: plan.id })).receipts;
}

async function find(on: DeskOnTenant, name = 'To the receiver') {
  const webhook = (await on.call('webhooks.list', read)).data.find((each) => each.name === name);
  if (webhook === undefined) throw new Error('The webhook is not listed.');
  return webhook;
}

describe('a test of a webhook', () => {
  it('sends what will be sent, with hidden headers in full, and stores nothing', async () => {
    await apply(desk, { kind: 'webhook.create', definition: definition() });
    const { headers, id } = await find(desk);
    expect(headers).toMatch(/^X-Api-Key: ••••/);
    const before = (await desk.call('webhooks.list', read)).data;
    const result = await desk.call('webhooks.test', {
      tenantId: desk.tenantId,
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
    expect((await desk.call('webhooks.list', read)).data).toEqual(before);
    await apply(desk, { kind: 'webhook.delete', webhookId: id });
  });

  it('says how the address answered when it failed', async () => {
    receiver.answerWith(() => ({ status: 418 }));
    const result = await desk.call('webhooks.test', { tenantId: desk.tenantId, definition: definition() });
    expect(result).toMatchObject({ succeeded: false, httpStatus: 418 });
  });

  it('with a hidden header that is no longer known says which one to enter again', async () => {
    await expect(
      desk.call('webhooks.test', {
        tenantId: desk.tenantId,
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
    const { data } = await desk.call('webhooks.models', read);
    expect(data.find(({ node }) => node === 'event')?.columns.map(({ name }) => name)).toContain('user_name');
    expect(data.some(({ isSystem }) => isSystem)).toBe(true);
  });
});

describe('an event raised in a sandbox', () => {
  it('is delivered to the webhooks that match, and the deliveries can be read', async () => {
    await apply(desk, { kind: 'webhook.create', definition: definition() });
    const { id } = await find(desk);
    const raised = await desk.call('sandbox.raiseEvent', {
      tenantId: desk.tenantId,
      eventType: 'SecurityAlert',
      riskLevel: 'High',
      columns: { user_name: 'ada@acme.example' },
    });
    expect(raised.matchedWebhooks).toBeGreaterThanOrEqual(1);
    const [request] = await receiver.received(1);
    expect(JSON.parse(request?.body ?? '')).toEqual({ user: 'ada@acme.example' });
    const deliveries = await desk.call('sandbox.deliveries', { tenantId: desk.tenantId, webhookId: id });
    expect(deliveries).toMatchObject([{ webhookId: id, requestBody: '{"user": "ada@acme.example"}' }]);
    await apply(desk, { kind: 'webhook.delete', webhookId: id });
  });

  it('cannot be raised in a tenant that is none', async () => {
    await using remote = startDesk({
      baseUrl: address.baseUrl,
      accessToken: address.accessToken ?? '',
      isSandbox: false,
    });
    await expect(remote.call('sandbox.deliveries', { tenantId: remote.tenantId })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

describe('the state of a webhook on a tenant whose status numbers are not known', () => {
  it('is learned from enabling and disabling, and only then can be undone', async () => {
    await using remote = startDesk({
      baseUrl: address.baseUrl,
      accessToken: address.accessToken ?? '',
      isSandbox: false,
    });
    await apply(remote, { kind: 'webhook.create', definition: definition() });
    const { id, activation } = await find(remote);
    expect(activation).toBe('unknown');
    const disable = { kind: 'webhook.enable', webhookId: id, enabled: false } as const;
    const plan = await remote.plan(disable);
    expect(plan.items[0]).toMatchObject({
      action: 'update',
      isUndoable: false,
      before: 'unknown (status 0)',
    });
    await remote.call('changes.apply', { planId: plan.id });
    expect((await find(remote)).activation).toBe('disabled');
    expect((await remote.history())[0]).toMatchObject({ title: 'Disable webhook', isUndoable: false });

    const [enabled] = await apply(remote, { ...disable, enabled: true });
    expect((await find(remote)).activation).toBe('enabled');
    const undo = await remote.call('history.planUndo', { id: enabled?.historyId ?? '' });
    expect(undo.items[0]).toMatchObject({ title: 'Disable webhook', action: 'update' });
    await apply(remote, { kind: 'webhook.delete', webhookId: id });
  });
});
