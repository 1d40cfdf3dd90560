import { describe, expect, it } from 'vitest';
import { applicationStateOf } from '../../contract/applications/applications.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll } from '../builders/requests.ts';
import { openDraft, useDesk } from '../builders/use-desk.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

/** How drafts compare with the cached tenant data: known at any time, without a request. */
const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

const statuses = (desk: DeskOnTenant) => desk.call('drafts.standings', undefined);
const firstStatus = async (desk: DeskOnTenant) => (await statuses(desk)).drafts[0];

async function anApplication(desk: DeskOnTenant, index: number) {
  const { data } = await desk.call('applications.list', read);
  const id = data[index]?.id ?? '';
  const application = await desk.call('applications.get', { ...read, id });
  return { id, base: applicationStateOf(application.data), fetchedAt: application.fetchedAt };
}

async function describe1(index: number, description: string) {
  const { id, base, fetchedAt } = await anApplication(on.desk, index);
  const draft = openDraft(on.desk, { kind: 'application', targetId: id, base });
  await draft.type({ ...base, description });
  return { id, base, draft, fetchedAt };
}

describe('a draft', () => {
  it('is changed, with the changed parts and the compared read', async () => {
    const { fetchedAt } = await describe1(0, 'Mine');
    expect(await firstStatus(on.desk)).toMatchObject({
      state: 'changed',
      changes: ['Description'],
      conflicts: [],
      comparedWith: fetchedAt,
    });
  });

  it('is clean once it equals the tenant version, through an edit here or by another admin', async () => {
    const { id, base, draft } = await describe1(1, 'Both mean this');
    await draft.type(base);
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'clean', changes: [] });

    await draft.type({ ...base, description: 'Both mean this' });
    await on.colleague.apply(setAll('application', [id], { description: 'Both mean this' }));
    await on.desk.call('applications.get', { ...read, id });
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'clean', conflicts: [] });
  });

  it('is in conflict if another admin changed the same part, as soon as it has been read, and also offline', async () => {
    const { id } = await describe1(2, 'Mine');
    await on.colleague.apply(setAll('application', [id], { description: 'Theirs' }));
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'changed' });
    await on.desk.call('applications.get', { ...read, id });
    const before = on.network.requests.length;
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'conflict', conflicts: ['Description'] });
    expect(on.network.requests.length).toBe(before);
  });

  it('stays changed if another admin changed another part', async () => {
    const { id } = await describe1(3, 'Mine');
    await on.colleague.apply(setAll('application', [id], { name: 'Renamed meanwhile' }));
    await on.desk.call('applications.get', { ...read, id });
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'changed', changes: ['Description'] });
  });

  it('is in conflict if its item is deleted', async () => {
    await on.desk.apply(create('webhook', aWebhook({ name: 'Short-lived' })));
    const webhook = (await on.desk.webhooks()).find(({ name }) => name === 'Short-lived');
    if (webhook === undefined) throw new Error('It was not created.');
    const base = webhookStateOf(webhook);
    const draft = openDraft(on.desk, { kind: 'webhook', targetId: webhook.id, base });
    await draft.type({ ...base, description: 'Mine' });
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'changed' });
    await on.colleague.apply({ from: 'targets', kind: 'webhook', targetIds: [webhook.id], set: null });
    await on.desk.webhooks();
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'conflict', conflicts: [] });
  });

  it('of a script is in conflict if its application is deleted', async () => {
    const { id, base } = await anApplication(on.desk, 6);
    const { data } = await on.desk.call('scripts.get', { ...read, applicationId: id });
    const script = { application: base.name, script: data.script };
    const draft = openDraft(on.desk, { kind: 'script', targetId: id, base: script });
    await draft.type({ ...script, script: `${data.script}// Mine` });
    await on.desk.call('applications.list', read);
    expect(await firstStatus(on.desk)).toMatchObject({ kind: 'script', state: 'changed' });
    await on.colleague.apply({ from: 'targets', kind: 'application', targetIds: [id], set: null });
    await on.desk.call('applications.list', read);
    expect(await firstStatus(on.desk)).toMatchObject({ kind: 'script', state: 'conflict', conflicts: [] });
  });

  it('keeps the conflict that a review found until it is resolved', async () => {
    const { id } = await describe1(4, 'Mine');
    await on.colleague.apply(setAll('application', [id], { description: 'Theirs' }));
    const plan = await on.desk.plan({ from: 'drafts', drafts: [{ kind: 'application', targetId: id }] });
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'conflict' });
    const [item] = await on.desk.itemsOf(plan.id);
    await on.desk.call('changes.settle', {
      planId: plan.id,
      itemId: item?.id ?? '',
      choices: { description: { take: 'mine' } },
    });
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'changed', conflicts: [] });
  });

  it('that was applied is shown briefly, and edits from the meantime remain', async () => {
    const { id, base, draft } = await describe1(5, 'First');
    const request = { from: 'drafts', drafts: [{ kind: 'application', targetId: id }] } as const;
    const plan = await on.desk.plan({ ...request, drafts: [...request.drafts] });
    await draft.type({ ...base, description: 'First', name: 'And a name' });
    await on.desk.applyPlan(plan);
    const after = await statuses(on.desk);
    expect(after.drafts[0]).toMatchObject({
      state: 'changed',
      changes: ['Name'],
      appliedAt: expect.any(Number),
    });
    expect(after.applied).toEqual([]);

    await on.desk.apply({ ...request, drafts: [...request.drafts] });
    const last = await statuses(on.desk);
    expect(last.drafts).toEqual([]);
    expect(last.applied).toMatchObject([{ kind: 'application', targetId: id, title: base.name }]);

    const [planId] = last.applied.map((one) => one.planId);
    await on.desk.apply({ from: 'undo', planId: planId ?? '' });
    expect((await statuses(on.desk)).applied.filter((one) => one.planId === planId)).toEqual([]);
  });

  it('of a new item counts as changed and is compared with nothing', async () => {
    const draft = openDraft(on.desk, { kind: 'webhook', targetId: 'new:1', base: null });
    await draft.type(aWebhook({ name: 'New' }));
    expect(await firstStatus(on.desk)).toMatchObject({ state: 'changed', comparedWith: null });
  });
});
