import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startReceiver } from './webhook-receiver.ts';

const on = useDesk({ isSandbox: true });
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const kind = 'webhook';

/** Adds a webhook for events of a separate type and returns its ID. */
async function add(desk: DeskOnTenant, name: string): Promise<string> {
  const wanted = definition(name);
  await desk.apply({ from: 'edits', edits: [{ kind, targetId: null, base: null, wanted }] });
  return await idOf(desk, name);
}

function definition(name: string) {
  return {
    name,
    description: '',
    url: `${receiver.url}/lineage`,
    method: 'POST',
    contentType: 'application/json',
    headers: 'X-Team: a',
    requestBody: `{"from": "${name}"}`,
    enabled: true,
    eventType: `Event.Of.${name}`,
    riskLevel: 'Low',
  } as const satisfies WebhookState;
}

async function idOf(desk: DeskOnTenant, name: string): Promise<string> {
  const found = (await desk.webhooks()).filter((webhook) => webhook.name === name);
  expect(found).toHaveLength(1);
  return found[0]?.id ?? '';
}

/** Edits it like another admin, unknown to this instance. */
async function edit(desk: DeskOnTenant, id: string, change: Partial<WebhookState>): Promise<string> {
  const webhook = (await desk.webhooks()).find((each) => each.id === id);
  if (webhook === undefined) throw new Error('It is gone.');
  const base = webhookStateOf(webhook);
  const { items } = await desk.apply({
    from: 'edits',
    edits: [{ kind, targetId: id, base, wanted: { ...base, ...change } }],
  });
  expect(items.map(({ state }) => state)).toEqual(['verified']);
  return items[0]?.target.id ?? '';
}

async function raise({ call, tenantId }: DeskOnTenant, name: string): Promise<void> {
  await call('sandbox.raiseEvent', {
    tenantId,
    eventType: `Event.Of.${name}`,
    riskLevel: 'High',
    columns: {},
  });
}

const deliveriesOf = ({ call, tenantId }: DeskOnTenant, webhookId: string) =>
  call('sandbox.deliveries', { tenantId, webhookId });

const textsOf = async ({ call, tenantId }: DeskOnTenant, targetId: string): Promise<readonly unknown[]> => {
  const versions = await call('versions.list', { tenantId, kind, targetId });
  return await Promise.all(
    versions.map(async ({ id }) => {
      const { state } = await call('versions.get', { tenantId, id });
      return (state as { description?: unknown }).description;
    }),
  );
};

describe('a webhook that was edited, and has another identifier since', () => {
  it('keeps deliveries, versions, and history, after a restart and for old links', async () => {
    const folder = makeTemporaryFolder();
    const one = on.another({ folder, isSandbox: true });
    const first = await add(one, 'Followed');
    await raise(one, 'Followed');
    await receiver.received(1);
    const second = await edit(one, first, { description: 'one' });
    await raise(one, 'Followed');
    await receiver.received(2);
    const third = await edit(one, second, { description: 'two' });
    expect(new Set([first, second, third]).size).toBe(3);

    await one[Symbol.asyncDispose]();
    const again = on.another({ folder, isSandbox: true });
    const { call, tenantId } = again;
    for (const id of [first, second]) {
      expect(await call('targets.current', { tenantId, kind, id })).toBe(third);
    }
    await expect
      .poll(async () => (await deliveriesOf(again, third)).map(({ webhookId, state }) => [webhookId, state]))
      .toEqual([
        [second, 'delivered'],
        [first, 'delivered'],
      ]);
    expect(await call('sandbox.deliverySummaries', { tenantId })).toMatchObject([
      { webhookId: third, delivered: 2, dead: 0, pending: 0, last: { state: 'delivered', httpStatus: 200 } },
    ]);
    expect(await textsOf(again, third)).toEqual(['two', 'one', '']);
    expect(await call('history.list', { tenantId, targetId: third, limit: 10 })).toHaveLength(3);
  });

  it('continues as the one that an undo restores', async () => {
    const first = await add(on.desk, 'Undone');
    const second = await edit(on.desk, first, { description: 'regretted' });
    const [{ id: planId } = { id: '' }] = await on.desk.history();
    const { items } = await on.desk.apply({ from: 'undo', planId });
    const third = items[0]?.target.id ?? '';
    expect(third).toBe(await idOf(on.desk, 'Undone'));
    const { call, tenantId } = on.desk;
    for (const id of [first, second]) {
      expect(await call('targets.current', { tenantId, kind, id })).toBe(third);
    }
    expect(await textsOf(on.desk, third)).toEqual(['', 'regretted', '']);
  });
});

describe('a webhook that someone else replaced', () => {
  it('is never matched by name without confirmation, and is known by name although it was never changed here', async () => {
    const old = await add(on.colleague, 'Elsewhere');
    await on.desk.webhooks();
    const theirs = await edit(on.colleague, old, { description: 'theirs' });
    await on.desk.webhooks();
    const { call, tenantId } = on.desk;
    expect(await call('targets.current', { tenantId, kind, id: old })).toBe(old);
    const [version] = await call('versions.list', { tenantId, kind, targetId: old });
    expect(version).toMatchObject({ source: 'seen' });
    expect(await textsOf(on.desk, old)).toEqual(['']);
    expect(await textsOf(on.desk, theirs)).toEqual([]);
  });

  it('continues as another one with all its data and its draft, once the user confirms', async () => {
    const old = await add(on.colleague, 'Told');
    const mine = (await on.desk.webhooks()).find(({ id }) => id === old);
    if (mine === undefined) throw new Error('It is gone.');
    const { call, tenantId } = on.desk;
    const base = webhookStateOf(mine);
    const draft = { ...base, description: 'typed here' };
    await call('drafts.save', { tenantId, kind, targetId: old, base, state: draft, revision: null });
    const theirs = await edit(on.colleague, old, { riskLevel: 'High' });
    await on.desk.webhooks();
    await call('targets.follow', { tenantId, kind, from: old, to: theirs });
    expect(await call('targets.current', { tenantId, kind, id: old })).toBe(theirs);
    expect(await call('drafts.get', { tenantId, kind, targetId: theirs })).toMatchObject({ state: draft });
    expect(await textsOf(on.desk, theirs)).toEqual(['']);
  });

  it('is not followed while the old one is there, nor to one that is not', async () => {
    const [old, other] = [await add(on.desk, 'Standing'), await add(on.desk, 'Other')];
    const { call, tenantId } = on.desk;
    const rejected = { error: { code: 'invalid-input' } };
    await expect(call('targets.follow', { tenantId, kind, from: old, to: other })).rejects.toMatchObject(
      rejected,
    );
    await expect(
      call('targets.follow', { tenantId, kind, from: 'gone', to: 'gone-too' }),
    ).rejects.toMatchObject(rejected);
    expect(await call('targets.current', { tenantId, kind, id: old })).toBe(old);
  });
});

it('records changes by others in a webhook with the same ID, and nothing that is unchanged', async () => {
  const id = await add(on.colleague, 'Switched');
  await on.desk.webhooks();
  await on.desk.webhooks();
  const { call, tenantId } = on.desk;
  expect(await call('versions.list', { tenantId, kind, targetId: id })).toEqual([]);
  await on.colleague.apply({ from: 'targets', kind, targetIds: [id], set: { enabled: false } });
  await on.desk.webhooks();
  expect(await call('versions.list', { tenantId, kind, targetId: id })).toHaveLength(2);
});

describe('the last test of a webhook', () => {
  const test = async ({ call, tenantId }: DeskOnTenant, targetId: string) =>
    await call('webhooks.test', {
      tenantId,
      targetId,
      definition: definition('Tested'),
    });

  it('covers all earlier IDs of the webhook, and no drafts that don’t exist yet', async () => {
    const first = await add(on.desk, 'Tested');
    await test(on.desk, first);
    await test(on.desk, 'new:draft');
    const second = await edit(on.desk, first, { description: 'edited' });
    const { call, tenantId } = on.desk;
    expect(await call('webhooks.lastTests', { tenantId })).toMatchObject([
      { webhookId: second, succeeded: true, httpStatus: 200 },
    ]);
    receiver.respondWith(() => ({ status: 418 }));
    await test(on.desk, second);
    receiver.respondWith(() => ({ status: 200 }));
    expect(await call('webhooks.lastTests', { tenantId })).toMatchObject([
      { webhookId: second, succeeded: false, httpStatus: 418 },
    ]);
  });
});

it('restores deleted webhooks completely, with their identity', async () => {
  const ids = [await add(on.desk, 'Binned'), await add(on.desk, 'Binned too')];
  await on.desk.apply({ from: 'targets', kind, targetIds: ids, set: null });
  const { call, tenantId } = on.desk;
  const deleted = await call('history.deleted', { tenantId, kind });
  expect(deleted.map(({ name }) => name).toSorted()).toEqual(['Binned', 'Binned too']);
  const { plan } = await on.desk.apply({ from: 'deleted', itemIds: deleted.map(({ itemId }) => itemId) });
  expect(plan.counts).toEqual({ verified: 2 });
  expect(await call('targets.current', { tenantId, kind, id: ids[0] ?? '' })).toBe(
    await idOf(on.desk, 'Binned'),
  );
});

describe('a delivery', () => {
  it('is shown with every attempt, and without the credentials that were sent', async () => {
    const id = await add(on.desk, 'Attempts');
    const { call, tenantId } = on.desk;
    await edit(on.desk, id, {
      headers: 'Authorization: Bearer opens-a-door\nX-Source: desk',
      url: `${receiver.url}/hooks/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d`,
    });
    const now = await idOf(on.desk, 'Attempts');
    receiver.respondWith(() => ({ status: 200, headers: { 'set-cookie': 'sid=whoever-has-it' } }));
    await raise(on.desk, 'Attempts');
    await expect.poll(async () => (await deliveriesOf(on.desk, now))[0]?.state).toBe('delivered');
    receiver.respondWith(() => ({ status: 200 }));
    const [delivery] = await deliveriesOf(on.desk, now);
    const shown = await call('sandbox.delivery', { tenantId, deliveryId: delivery?.id ?? '' });
    expect(shown.requestBody).toContain('Attempts');
    const [attempt] = shown.attempts;
    expect(attempt?.request?.headers).toContainEqual({ name: 'X-Source', value: 'desk' });
    expect(attempt?.request?.headers).toContainEqual({
      name: 'Authorization',
      value: expect.stringMatching(/^••••[0-9a-f]{8}$/),
    });
    const answered = attempt?.response?.headers.map(({ name }) => name.toLowerCase());
    expect(answered).toContain('date');
    for (const { name, value } of attempt?.response?.headers ?? []) {
      expect(value.startsWith('••••')).toBe(name.toLowerCase() === 'set-cookie');
    }
    expect(JSON.stringify([shown, delivery])).not.toMatch(/opens-a-door|9b1deb4d|whoever-has-it/);
  });

  it('is sent again by the webhook that has taken the place of the one that failed', async () => {
    const id = await add(on.desk, 'Replayed');
    const { call, tenantId } = on.desk;
    await edit(on.desk, id, { requestBody: '${event.nothing.here}' });
    const broken = await idOf(on.desk, 'Replayed');
    await raise(on.desk, 'Replayed');
    await expect.poll(async () => (await deliveriesOf(on.desk, broken))[0]?.state).toBe('dead');
    const fixed = await edit(on.desk, broken, { requestBody: '{"mended": true}' });
    const [failed] = await deliveriesOf(on.desk, fixed);
    const replay = { tenantId, webhookId: fixed, deliveryIds: [failed?.id ?? ''] };
    expect(await call('sandbox.replay', replay)).toEqual({ queued: 1 });
    await expect
      .poll(async () => (await deliveriesOf(on.desk, fixed)).map(({ state, replayOf }) => [state, replayOf]))
      .toEqual([
        ['delivered', failed?.id],
        ['dead', null],
      ]);
    expect(receiver.requests.at(-1)?.body).toBe('{"mended": true}');
    await expect(
      call('sandbox.replay', { ...replay, deliveryIds: ['gone', failed?.id ?? ''] }),
    ).rejects.toMatchObject({ error: { code: 'not-found' } });
  });
});
