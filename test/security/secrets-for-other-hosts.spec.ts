import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDefinition, WebhookState } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, fromDrafts, setAll } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from '../integration/desk-on-tenant.ts';
import type { WebhookReceiver } from '../integration/webhook-receiver.ts';
import { startReceiver } from '../integration/webhook-receiver.ts';

/** A stored credential belongs to its tenant, its webhook, and its URL. */
const on = useDesk();
let original: WebhookReceiver;
let otherReceiver: WebhookReceiver;

beforeEach(async () => {
  original = await startReceiver();
  otherReceiver = await startReceiver();
});
afterEach(async () => {
  const ids = (await on.desk.webhooks()).filter(({ name }) => name === 'Pager').map(({ id }) => id);
  if (ids.length > 0) await on.desk.apply(setAll('webhook', ids, null));
  await original.stop();
  await otherReceiver.stop();
});

const secret = 'opens-the-door-of-one-house';
const pager = (changes: Partial<WebhookState> = {}) =>
  aWebhook({ name: 'Pager', url: `${original.url}/alerts`, headers: `X-Api-Key: ${secret}`, ...changes });
const definitionOf = (state: WebhookState): WebhookDefinition => ({
  ...state,
  method: 'POST',
  enabled: true,
});

/** The webhook tenant default, placeholder and all. */
async function created(desk: DeskOnTenant, state = pager()) {
  await desk.apply(create('webhook', state));
  const webhook = (await desk.webhooks()).find(({ name }) => name === state.name);
  if (webhook === undefined) throw new Error('The webhook is not listed.');
  return { id: webhook.id, state: { ...state, url: webhook.url, headers: webhook.headers } };
}

const test = (desk: DeskOnTenant, targetId: string, state: WebhookState, credentialsTo?: string) =>
  desk.call('webhooks.test', {
    tenantId: desk.tenantId,
    targetId,
    definition: definitionOf(state),
    ...(credentialsTo === undefined ? {} : { credentialsTo }),
  });

const confirmationFor = (...expectedMessage: string[]) => ({
  error: {
    code: 'credential-elsewhere',
    message: expect.stringMatching(expectedMessage.map((marker) => marker.replaceAll('.', '\\.')).join('.*')),
  },
});

const hostOf = ({ url }: WebhookReceiver): string => url;

describe('a stored credential in a test of a webhook', () => {
  it('is sent to its own URL without a confirmation', async () => {
    const { id, state } = await created(on.desk);
    expect(await test(on.desk, id, state)).toMatchObject({ succeeded: true });
    expect((await original.received(1))[0]?.headers['x-api-key']).toBe(secret);
  });

  it('is sent to another host only after a confirmation that names both hosts, and only to that host', async () => {
    const { id, state } = await created(on.desk);
    const moved = { ...state, url: `${otherReceiver.url}/alerts` };
    await expect(test(on.desk, id, moved)).rejects.toMatchObject(
      confirmationFor('X-Api-Key', 'Pager', hostOf(original), hostOf(otherReceiver)),
    );
    for (const other of [original.url, 'https://hooks.acme.example', `${otherReceiver.url}0`]) {
      await expect(test(on.desk, id, moved, other)).rejects.toMatchObject(confirmationFor('X-Api-Key'));
    }
    expect(otherReceiver.requests).toEqual([]);
    expect(await test(on.desk, id, moved, otherReceiver.url)).toMatchObject({ succeeded: true });
    expect((await otherReceiver.received(1))[0]?.headers['x-api-key']).toBe(secret);
  });

  it('is not used by another webhook without a confirmation, even at the same host', async () => {
    const { state } = await created(on.desk);
    const copy = { ...state, name: 'Copy', url: `${original.url}/copy` };
    await expect(test(on.desk, 'new:copy', copy)).rejects.toMatchObject(
      confirmationFor('X-Api-Key', 'Pager', 'Copy'),
    );
    expect(original.requests).toEqual([]);
  });

  it('in the URL counts like one in a header', async () => {
    const url = `${original.url}/hooks/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d`;
    const { id, state } = await created(on.desk, pager({ url, headers: '' }));
    expect(await test(on.desk, id, state)).toMatchObject({ succeeded: true });
    const moved = { ...state, url: state.url.replace(original.url, otherReceiver.url) };
    await expect(test(on.desk, id, moved)).rejects.toMatchObject(
      confirmationFor('URL', hostOf(otherReceiver)),
    );
    expect(otherReceiver.requests).toEqual([]);
  });

  it('of another tenant is sent nowhere without a confirmation that names that tenant', async () => {
    const { id, state } = await created(on.desk);
    const contoso = { ...on.desk, tenantId: on.desk.addTenant('Contoso') };
    await expect(test(contoso, id, state)).rejects.toMatchObject(
      confirmationFor('X-Api-Key', 'Pager', 'Acme', 'Contoso'),
    );
    expect(original.requests).toEqual([]);
    expect(await test(contoso, id, state, original.url)).toMatchObject({ succeeded: true });
    const planned = on.desk.call('changes.plan', {
      tenantId: contoso.tenantId,
      request: create('webhook', state),
    });
    await expect(planned).rejects.toMatchObject({ error: { code: 'invalid-input' } });
  });

  it('that was typed into a draft belongs to the URL in the same draft', async () => {
    const key = { kind: 'webhook', targetId: 'new:typed' };
    const draft = openDraft(on.desk, { ...key, base: null });
    await draft.type(pager());
    const stored = (await draft.stored())?.state as WebhookState;
    expect(await test(on.desk, key.targetId, stored)).toMatchObject({ succeeded: true });
    const moved = { ...stored, url: `${otherReceiver.url}/alerts` };
    await draft.type(moved);
    await expect(test(on.desk, key.targetId, moved)).rejects.toMatchObject(
      confirmationFor('X-Api-Key', hostOf(original)),
    );
    expect(otherReceiver.requests).toEqual([]);
    await on.desk.call('drafts.discard', { ...key, tenantId: on.desk.tenantId });
  });
});

describe('a review of a webhook whose credential would go to another host', () => {
  it('shows a warning with both hosts, and none if the credential was entered again', async () => {
    const { id, state } = await created(on.desk);
    const url = `${otherReceiver.url}/alerts`;
    const warningsOf = async (wanted: WebhookState) => {
      const plan = await on.desk.plan(change('webhook', id, { ...state }, wanted));
      return (await on.desk.itemsOf(plan.id))[0]?.warnings ?? [];
    };
    const expectedMessage = expect.stringMatching(
      /“X-Api-Key”.*“Pager”.*http:\/\/127\.0\.0\.1:\d+.*http:\/\/127\.0\.0\.1:\d+/,
    );
    expect(await warningsOf({ ...state, url })).toContainEqual(expectedMessage);
    expect(await warningsOf({ ...state, url, headers: 'X-Api-Key: another-key' })).not.toContainEqual(
      expectedMessage,
    );
    expect(await warningsOf({ ...state, description: 'Same host' })).not.toContainEqual(expectedMessage);
  });

  it('also shows a warning for a webhook that was copied', async () => {
    const { state } = await created(on.desk);
    const key = { kind: 'webhook', targetId: 'new:copied' };
    const copied = { ...state, name: 'Copied', url: `${otherReceiver.url}/alerts` };
    await openDraft(on.desk, { ...key, base: null }).type(copied);
    const plan = await on.desk.plan(fromDrafts(key));
    expect((await on.desk.itemsOf(plan.id))[0]?.warnings).toContainEqual(expect.stringContaining('“Pager”'));
    await on.desk.call('drafts.discard', { ...key, tenantId: on.desk.tenantId });
  });
});
