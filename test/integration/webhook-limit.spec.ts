import { describe, expect, it } from 'vitest';
import type { ChangeRequest, PlanItem } from '../../contract/changes/changes.ts';
import type { Webhook } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, edits, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

it('says in the plan that a tenant is at its limit, once it has rejected a webhook for that', async () => {
  await on.desk.apply(create('webhook', aWebhook({ name: 'Before' })));
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === 'Before');
  if (webhook === undefined) throw new Error('The webhook is not listed.');
  const base = webhookStateOf(webhook);
  const edit = change('webhook', webhook.id, base, { ...base, requestBody: '{"edited": true}' });
  const risksOf = async (request: ChangeRequest): Promise<string[]> => {
    const [item] = await on.desk.itemsOf((await on.desk.plan(request)).id);
    return (item?.risks ?? []).map(({ words }) => words);
  };
  expect(await risksOf(edit)).toEqual([]);

  rejectCreations(() => true);
  await on.desk.apply(edit);
  on.network.setFaults(() => ({ kind: 'pass' }));

  const [replacing] = await risksOf(edit);
  expect(replacing).toMatch(/^The tenant has \d+ webhooks, its maximum, and will reject a new one\./);
  expect(replacing).toContain('choose below to delete “Before” before');
  const [creating] = await risksOf(create('webhook', aWebhook({ name: 'Another' })));
  expect(creating).toContain('Delete a webhook first.');
});

describe('in a tenant at its limit', () => {
  it('deletes the old webhook first where a person chooses that, and undoes it the same way', async () => {
    const before = await webhookNamed('First');
    await fillTenant();
    const edit = editOf(before);
    const plan = await on.desk.plan(edit);
    expect(plan.sendModes).toEqual({ 'create-first': 1 });
    const [offered] = await on.desk.itemsOf(plan.id);
    expect(offered?.sendMode).toBe('create-first');

    const chosen = await on.desk.call('changes.chooseSendMode', { planId: plan.id, mode: 'delete-first' });
    expect(chosen.sendModes).toEqual({ 'delete-first': 1 });
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item?.id).toBe(offered?.id);
    expect(item?.risks?.[0]?.words).toContain('Events in between aren’t delivered');
    expect(methodsOf(item)).toEqual(['DELETE', 'GET', 'POST', 'GET']);

    on.network.requests.length = 0;
    const applied = await on.desk.applyPlan(chosen);
    expect(applied.items.map(({ state }) => state)).toEqual(['verified']);
    expect(writes()).toEqual(['DELETE', 'POST']);
    const after = await webhookNamed('First');
    expect(after.requestBody).toBe('{"edited": true}');

    on.network.requests.length = 0;
    const undone = await on.desk.apply(undo(plan.id));
    expect(undone.items.map(({ state }) => state)).toEqual(['verified']);
    expect(writes()).toEqual(['DELETE', 'POST']);
    expect((await webhookNamed('First')).requestBody).toBe(before.requestBody);
  });

  it.each([
    ['creates the new one when it goes on', 'changes.resume', 'Gone on', '{"edited": true}'],
    ['creates the old one again when it is rolled back', 'changes.takeBack', 'Rolled back', undefined],
  ] as const)(
    'says that the old webhook is gone where the new one is rejected, and %s',
    async (_, step, name, body) => {
      const before = await webhookNamed(name);
      await fillTenant();
      const { id: planId } = await on.desk.plan(editOf(before));
      const chosen = await on.desk.call('changes.chooseSendMode', { planId, mode: 'delete-first' });
      let isTaken = true;
      rejectCreations(() => isTaken);
      const { plan, items } = await on.desk.applyPlan(chosen);
      expect(plan.state).toBe('open');
      expect(items.map(({ state }) => state)).toEqual(['incomplete']);
      expect(items[0]?.error?.message).toMatch(/^The replacement of “[^”]+” wasn’t created: /);

      isTaken = false;
      const end = await on.desk.call(step, { planId });
      expect(end.state).toBe('finished');
      const after = await webhookNamed(name);
      expect(after.requestBody).toBe(body ?? before.requestBody);
      // Data known under the old ID continues under the new one.
      const entries = await on.desk.call('history.list', { targetId: after.id });
      expect(entries.length).toBeGreaterThan(0);
    },
  );

  it('chooses for all replacements of a plan at once, and leaves the rest of the plan alone', async () => {
    const [one, two] = [await webhookNamed('One of two'), await webhookNamed('Two of two')];
    await fillTenant();
    const plan = await on.desk.plan(
      edits(
        ...[one, two].map((webhook) => ({
          kind: 'webhook',
          targetId: webhook.id,
          base: webhookStateOf(webhook),
          wanted: { ...webhookStateOf(webhook), requestBody: '{"edited": true}' },
        })),
        { kind: 'webhook', targetId: null, base: null, wanted: aWebhook({ name: 'A third' }) },
      ),
    );
    expect(plan.sendModes).toEqual({ 'create-first': 2 });
    const [first] = await on.desk.itemsOf(plan.id);
    const itemId = first?.id ?? '';
    const choose = (choice: { readonly itemId?: string; readonly mode: 'create-first' | 'delete-first' }) =>
      on.desk.call('changes.chooseSendMode', { planId: plan.id, ...choice });
    expect((await choose({ itemId, mode: 'delete-first' })).sendModes).toEqual({
      'create-first': 1,
      'delete-first': 1,
    });
    expect((await choose({ mode: 'delete-first' })).sendModes).toEqual({ 'delete-first': 2 });
    expect((await choose({ mode: 'create-first' })).sendModes).toEqual({ 'create-first': 2 });
    const items = await on.desk.itemsOf(plan.id);
    expect(items.map(({ verb, sendMode }) => [verb, sendMode])).toEqual([
      ['update', 'create-first'],
      ['update', 'create-first'],
      ['create', undefined],
    ]);
    await expect(choose({ itemId: items[2]?.id ?? '', mode: 'delete-first' })).rejects.toMatchObject({
      error: { code: 'invalid-input' },
    });
  });

  it('changes no order of a plan that was applied, nor of what is no replacement', async () => {
    const webhook = await webhookNamed('Switched');
    const switching = await on.desk.plan(setAll('webhook', [webhook.id], { enabled: false }));
    const [item] = await on.desk.itemsOf(switching.id);
    const choose = () =>
      on.desk.call('changes.chooseSendMode', {
        planId: switching.id,
        itemId: item?.id ?? '',
        mode: 'delete-first',
      });
    await expect(choose()).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await on.desk.applyPlan(switching);
    await expect(choose()).rejects.toMatchObject({ error: { code: 'plan-outdated' } });
  });
});

async function webhookNamed(name: string): Promise<Webhook> {
  const find = async (): Promise<Webhook | undefined> =>
    (await on.desk.webhooks()).find((webhook) => webhook.name === name);
  const known = await find();
  if (known !== undefined) return known;
  await on.desk.apply(create('webhook', aWebhook({ name })));
  const created = await find();
  if (created === undefined) throw new Error(`The webhook ${name} is not listed.`);
  return created;
}

function editOf(webhook: Webhook): ChangeRequest {
  const base = webhookStateOf(webhook);
  return change('webhook', webhook.id, base, { ...base, requestBody: '{"edited": true}' });
}

/** From now on the tenant has its current number of webhooks as the limit, and Tenant Desk knows that. */
async function fillTenant(): Promise<void> {
  const max = (await on.colleague.webhooks()).length;
  rejectCreations(async () => (await on.colleague.webhooks()).length >= max);
  await on.desk.apply(create('webhook', aWebhook({ name: 'One too many' })));
}

function rejectCreations(isFull: () => boolean | Promise<boolean>): void {
  const message = 'The tenant already has the maximum of 5000 rules.';
  on.network.setFaults(async ({ method, path }) =>
    method === 'POST' && path.endsWith('/rules/webhook') && (await isFull())
      ? {
          kind: 'answer',
          status: 409,
          body: JSON.stringify({ error: 'conflict', message }),
          contentType: 'application/json',
        }
      : { kind: 'pass' },
  );
}

const methodsOf = (item: PlanItem | undefined): (string | undefined)[] =>
  (item?.steps ?? []).map(({ method }) => method);

const writes = (): string[] =>
  on.network.requests.map(({ method }) => method).filter((method) => method !== 'GET');
