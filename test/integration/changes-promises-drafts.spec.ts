import { describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, fromDrafts, setAll, undo } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { ProxiedRequest } from '../fakes/fault-proxy.ts';

/** A draft belongs to main: it ends when what it says is in the tenant, and not before. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const isCreate = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/rules/webhook');

const drafts = () => on.desk.call('drafts.list', {});
const newWebhook = (name: string) => ({ kind: 'webhook', targetId: `new:${name}`, base: null });

async function made(state: WebhookState) {
  await on.desk.apply(create('webhook', state));
  return await webhookNamed(state.name);
}

async function webhookNamed(wanted: string) {
  const webhook = (await on.desk.webhooks()).find(({ name }) => name === wanted);
  if (webhook === undefined) throw new Error(`${wanted} is not listed.`);
  return { kind: 'webhook', targetId: webhook.id, base: webhookStateOf(webhook) };
}

describe('a draft', () => {
  it('of a plan that was stopped and resumed is closed when it is applied, with no view open', async () => {
    const [first, second] = [newWebhook('stopped-1'), newWebhook('stopped-2')];
    await openDraft(on.desk, first).type(aWebhook({ name: 'stopped-1' }));
    await openDraft(on.desk, second).type(aWebhook({ name: 'stopped-2' }));
    on.network.setFaults((request) =>
      isCreate(request) && request.body.includes('stopped-2')
        ? { kind: 'answer', status: 401, body: '' }
        : { kind: 'pass' },
    );
    const { plan } = await on.desk.apply(fromDrafts(first, second));
    expect((await drafts()).map(({ targetId }) => targetId)).toEqual([second.targetId]);
    on.network.setFaults(() => ({ kind: 'pass' }));
    await on.desk.call('changes.resume', { planId: plan.id });
    expect(await drafts()).toEqual([]);
  });

  it('of an item is never mistaken for an earlier one of the same item, whatever its outcome', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const targetId = data[0]?.id ?? '';
    const { data: application } = await on.desk.call('applications.get', { ...read, id: targetId });
    const base = applicationStateOf(application);
    const itemName = { kind: 'application', targetId, base };
    await openDraft(on.desk, itemName).type({ ...base, description: 'The first' });
    on.network.setFaults((request) =>
      request.path.endsWith('/UpdateApplicationDE')
        ? { kind: 'late', schedule: (send) => void late.push(send), response: { status: 504, body: '' } }
        : { kind: 'pass' },
    );
    const late: (() => Promise<void>)[] = [];
    const { plan } = await on.desk.apply(fromDrafts(itemName));
    expect(plan.state).toBe('open');
    on.network.setFaults(() => ({ kind: 'pass' }));
    await on.desk.call('changes.close', { planId: plan.id });
    await on.desk.call('drafts.discard', { tenantId: 'acme', kind: itemName.kind, targetId });

    // It takes effect after all, and the person, who does not know, has begun another one.
    const second = openDraft(on.desk, itemName);
    await second.type({ ...base, name: `${base.name} renamed` });
    for (const send of late) await send();
    const again = await on.desk.plan(fromDrafts(itemName));
    expect(await second.stored()).toMatchObject({ state: { name: `${base.name} renamed` } });
    const applied = await on.desk.applyPlan(again);
    expect(applied.items).toMatchObject([{ state: 'verified' }]);
    const { data: now } = await on.desk.call('applications.get', { ...read, id: targetId });
    expect(now).toMatchObject({ name: `${base.name} renamed`, description: 'The first' });
    expect(await drafts()).toEqual([]);
  });

  it('that the tenant rejected stays, with the reason, and can be applied again', async () => {
    const draft = newWebhook('refused');
    await openDraft(on.desk, draft).type(aWebhook({ name: 'refused' }));
    on.network.setFaults((request) =>
      isCreate(request) ? { kind: 'answer', status: 400, body: '{"message":"No."}' } : { kind: 'pass' },
    );
    await on.desk.apply(fromDrafts(draft));
    expect(await drafts()).toMatchObject([
      { targetId: draft.targetId, error: { code: 'refused-by-tenant' } },
    ]);
    on.network.setFaults(() => ({ kind: 'pass' }));
    expect((await on.desk.apply(fromDrafts(draft))).items).toMatchObject([{ state: 'verified' }]);
    expect(await drafts()).toEqual([]);
  });

  it('of a webhook that is replaced continues under its new ID, with an event to all windows', async () => {
    const old = await made(aWebhook({ name: 'moves' }));
    const draft = openDraft(on.desk, old);
    await draft.type({ ...old.base, requestBody: '{"typed": 1}' });
    const plan = await on.desk.plan(fromDrafts(old));
    // The person types on while the plan is under review.
    await draft.type({ ...old.base, requestBody: '{"typed": 1}', description: 'and on' });
    const moved = on.desk.host.next('targets.moved');
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);

    const now = await webhookNamed('moves');
    expect(now.targetId).not.toBe(old.targetId);
    expect(await moved).toEqual({
      tenantId: on.desk.tenantId,
      kind: 'webhook',
      from: old.targetId,
      to: now.targetId,
    });
    expect(await drafts()).toMatchObject([{ targetId: now.targetId }]);
    expect((await on.desk.apply(fromDrafts(now))).items).toMatchObject([{ state: 'verified' }]);
    expect((await webhookNamed('moves')).base).toMatchObject({
      description: 'and on',
      requestBody: '{"typed": 1}',
    });
    expect(await drafts()).toEqual([]);
  });

  it('of a new item continues as a draft of the created item if it was edited in the meantime', async () => {
    const draft = newWebhook('typed on');
    const open = openDraft(on.desk, draft);
    await open.type(aWebhook({ name: 'typed on' }));
    const plan = await on.desk.plan(fromDrafts(draft));
    await open.type(aWebhook({ name: 'typed on', description: 'More' }));
    await on.desk.applyPlan(plan);
    const now = await webhookNamed('typed on');
    expect(await drafts()).toMatchObject([{ targetId: now.targetId }]);
    const { items } = await on.desk.apply(fromDrafts(now));
    expect(items).toMatchObject([{ verb: 'update', basis: 'compared', state: 'verified' }]);
    expect((await on.tenant.rules()).filter(({ name }) => name === 'typed on')).toMatchObject([
      { description: expect.stringMatching(/^More\s*$/) },
    ]);
  });

  it('of a webhook whose replacement is undone continues under its next ID', async () => {
    const first = await made(aWebhook({ name: 'moves back' }));
    const { plan } = await on.desk.apply(setAll('webhook', [first.targetId], { description: 'Replaced' }));
    const second = await webhookNamed('moves back');
    await openDraft(on.desk, second).type({ ...second.base, riskLevel: 'High' });
    await on.desk.apply(undo(plan.id));
    const third = await webhookNamed('moves back');
    expect(await drafts()).toMatchObject([{ targetId: third.targetId }]);
    const planned = await on.desk.plan(fromDrafts(third));
    // The user's own undo doesn't count as a change by others.
    expect(await on.desk.itemsOf(planned.id)).toMatchObject([{ basis: 'compared', decision: null }]);
    await on.desk.applyPlan(planned);
    expect((await webhookNamed('moves back')).base).toMatchObject({ riskLevel: 'High', description: '' });
  });

  it('of an item that the user changed and undid continues from there, without a change by others', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const { id: targetId = '', name: application = '' } = data[1] ?? {};
    await on.desk.apply(setAll('script', [targetId], { script: 'one\ntwo\nthree\n' }));
    const { plan } = await on.desk.apply(setAll('script', [targetId], { script: 'ONE\ntwo\nthree\n' }));
    const draft = { kind: 'script', targetId, base: { application, script: 'ONE\ntwo\nthree\n' } };
    await openDraft(on.desk, draft).type({ application, script: 'ONE\ntwo\nthree\nfour\n' });
    await on.desk.apply(undo(plan.id));
    const planned = await on.desk.plan(fromDrafts(draft));
    expect(await on.desk.itemsOf(planned.id)).toMatchObject([{ basis: 'compared', decision: null }]);
    await on.desk.applyPlan(planned);
    const { script } = (await on.desk.call('scripts.get', { ...read, applicationId: targetId })).data;
    expect(script).toBe('one\ntwo\nthree\nfour\n');
    expect(await drafts()).toEqual([]);
  });

  it('that equals the tenant version needs no change: it closes, and nothing is sent', async () => {
    const webhook = await made(aWebhook({ name: 'as it is' }));
    await openDraft(on.desk, webhook).type({
      ...webhook.base,
      requestBody: `${webhook.base.requestBody} \n`,
    });
    const plan = await on.desk.plan(fromDrafts(webhook));
    expect(plan).toMatchObject({ changing: 0, counts: { unchanged: 1 } });
    expect(await drafts()).toEqual([]);
  });

  it('that someone else fulfills between review and apply is unchanged, which is a success', async () => {
    const webhook = await made(aWebhook({ name: 'fulfilled' }));
    await openDraft(on.desk, webhook).type({ ...webhook.base, enabled: false });
    const plan = await on.desk.plan(fromDrafts(webhook));
    await on.colleague.apply(setAll('webhook', [webhook.targetId], { enabled: false }));
    const sent = on.network.requests.filter(({ method }) => method !== 'GET').length;
    const { plan: applied, items } = await on.desk.applyPlan(plan);
    expect(applied).toMatchObject({ state: 'finished', counts: { unchanged: 1 } });
    expect(items[0]?.error).toBeUndefined();
    expect(on.network.requests.filter(({ method }) => method !== 'GET')).toHaveLength(sent);
    expect(await drafts()).toEqual([]);
  });

  it('in two windows is overwritten by neither: the second gets a message, and its text is still there', async () => {
    const webhook = await made(aWebhook({ name: 'two windows' }));
    const one = openDraft(on.desk, webhook);
    const { revision } = await one.type({ ...webhook.base, description: 'First' });
    const other = on.desk.openWindow();
    const save = (seen: number | null, description: string) =>
      other('drafts.save', {
        ...one.key,
        state: { ...webhook.base, description },
        base: webhook.base,
        revision: seen,
      });
    await expect(save(null, 'Second')).rejects.toMatchObject({ error: { code: 'draft-changed' } });
    expect((await one.stored())?.state).toMatchObject({ description: 'First' });

    await save(revision, 'Second, having seen the first');
    await expect(one.type({ ...webhook.base, description: 'Third' })).rejects.toMatchObject({
      error: { code: 'draft-changed' },
    });
    expect((await one.stored())?.state).toMatchObject({ description: 'Second, having seen the first' });
    await on.desk.call('drafts.discard', one.key);
  });

  it('with a resolved conflict continues from the tenant version', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const targetId = data[0]?.id ?? '';
    const { script } = (await on.desk.call('scripts.get', { ...read, applicationId: targetId })).data;
    const base = { application: 'Payroll', script };
    const draft = { kind: 'script', targetId, base };
    const open = openDraft(on.desk, draft);
    await open.type({ ...base, script: 'mine\n' });
    await on.colleague.apply(setAll('script', [targetId], { script: 'theirs\n' }));
    const plan = await on.desk.plan(fromDrafts(draft));
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item).toMatchObject({ decision: 'merge' });
    await on.desk.call('changes.settle', {
      planId: plan.id,
      itemId: item?.id ?? '',
      choices: { script: { take: 'mine' } },
    });
    expect(await open.stored()).toMatchObject({ base: { script: 'theirs\n' }, state: { script: 'mine\n' } });
    // A plan that is created again has no open questions.
    const again = await on.desk.plan(fromDrafts(draft));
    expect(again).toMatchObject({ changing: 1, undecided: 0 });
    await on.desk.applyPlan(again);
    expect(await drafts()).toEqual([]);
  });

  it('is saved at once while every read stalls', async () => {
    const held = on.network.nextHeld();
    on.network.setFaults(() => ({ kind: 'hold-request' }));
    const controller = new AbortController();
    const stalled = Array.from({ length: 100 }, () =>
      on.desk.call('webhooks.list', read, controller.signal).catch(() => undefined),
    );
    await held;
    const startedAt = performance.now();
    await openDraft(on.desk, newWebhook('at once')).type(aWebhook({ name: 'at once' }));
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(await drafts()).toHaveLength(1);
    controller.abort();
    await Promise.all(stalled);
  });
});
