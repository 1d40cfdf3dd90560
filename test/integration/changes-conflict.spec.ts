import { describe, expect, it } from 'vitest';
import { webhookStateOf } from '../../contract/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, remove, setAll } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;
const lines = (...all: string[]): string => `${all.join('\n')}\n`;

async function onlyItem(planId: string) {
  const [item, ...others] = await on.desk.itemsOf(planId);
  if (item === undefined || others.length > 0) throw new Error(`The plan has ${others.length + 1} items.`);
  return item;
}

describe('a script that a colleague changed meanwhile', () => {
  const someApplication = async (): Promise<string> =>
    (await on.desk.call('applications.list', read)).data[0]?.id ?? '';
  const state = (script: string) => ({ application: 'Payroll', script });
  const scriptOf = async (applicationId: string) =>
    (await on.desk.call('scripts.get', { ...read, applicationId })).data.script;

  it('keeps both edits when other lines were changed, and the review says so', async () => {
    const id = await someApplication();
    const base = lines('one', 'two', 'three', 'four', 'five');
    const theirs = lines('ONE', 'two', 'three', 'four', 'five');
    const mine = lines('one', 'two', 'three', 'four', 'FIVE');
    await on.desk.apply(setAll('script', [id], { script: base }));
    await on.colleague.apply(setAll('script', [id], { script: theirs }));

    const plan = await on.desk.plan(change('script', id, state(base), state(mine)));
    const merged = lines('ONE', 'two', 'three', 'four', 'FIVE');
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ basis: 'changed', decision: null });
    expect(item.parts).toMatchObject([{ before: theirs, after: merged }]);
    expect(item.parts[0]?.conflict).toBeUndefined();
    expect(await scriptOf(id)).toBe(theirs);

    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    expect(await scriptOf(id)).toBe(merged);
  });

  it('is a conflict with markers when the same line was changed, and nothing is sent before it is settled', async () => {
    const id = await someApplication();
    const [base, theirs, mine] = [lines('base'), lines('theirs'), lines('mine')];
    await on.colleague.apply(setAll('script', [id], { script: theirs }));
    const request = change('script', id, state(base), state(mine));
    const undecided = await on.desk.plan(request);
    expect(undecided).toMatchObject({ changing: 0, undecided: 1 });
    expect((await on.desk.applyPlan(undecided)).items).toMatchObject([{ state: 'left-out' }]);
    expect(await scriptOf(id)).toBe(theirs);

    const plan = await on.desk.plan(request);
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: 'merge', basis: 'changed' });
    const { conflict } = item.parts[0] ?? {};
    expect(conflict).toMatchObject({ base, theirs, mine, isClean: false });
    expect(conflict?.merged).toContain('<<<<<<< yours\nmine');
    expect(conflict?.merged).toContain('theirs\n>>>>>>> in the tenant');

    const settle = (text: string) =>
      on.desk.call('changes.settle', { planId: plan.id, itemId: item.id, choices: { script: { text } } });
    await expect(settle(String(conflict?.merged))).rejects.toMatchObject({
      error: { code: 'invalid-input', message: expect.stringContaining('markers') },
    });
    const settled = await settle(lines('theirs and mine'));
    expect(settled).toMatchObject({ changing: 1, undecided: 0 });
    expect((await on.desk.applyPlan(settled)).items).toMatchObject([{ state: 'verified' }]);
    expect(await scriptOf(id)).toBe(lines('theirs and mine'));
  });

  it('is no conflict when the colleague made the same change, or only other line ends', async () => {
    const id = await someApplication();
    await on.colleague.apply(setAll('script', [id], { script: 'same\r\nlines\r\n' }));
    const same = await on.desk.plan(change('script', id, state('base\n'), state('same\nlines\n')));
    expect(await onlyItem(same.id)).toMatchObject({
      state: 'unchanged',
      summary: 'No change',
      decision: null,
    });
    const other = await on.desk.plan(change('script', id, state('same\nlines\n'), state('other\n')));
    expect(await onlyItem(other.id)).toMatchObject({ decision: null, basis: 'compared' });
  });

  it('is not overwritten when the change comes between plan and apply', async () => {
    const id = await someApplication();
    const before = await scriptOf(id);
    const plan = await on.desk.plan(change('script', id, state(before), state(lines('planned'))));
    await on.colleague.apply(setAll('script', [id], { script: lines('in between') }));
    const { items } = await on.desk.applyPlan(plan);
    expect(items).toMatchObject([{ state: 'outdated', error: { code: 'plan-outdated' } }]);
    expect(await scriptOf(id)).toBe(lines('in between'));
  });
});

describe('trusted origins that a colleague changed meanwhile', () => {
  const set = (base: string[], origins: string[]) =>
    change('origins', 'origins', { origins: base }, { origins });
  const origins = async () => (await on.desk.call('origins.get', read)).data.origins;

  it('are merged as sets: what either side added is in, what either side removed is out', async () => {
    const base = ['a.example', 'b.example', 'c.example'];
    await on.desk.apply(setAll('origins', ['origins'], { origins: base }));
    await on.colleague.apply(set(base, ['a.example', 'c.example', 'theirs.example']));
    const plan = await on.desk.plan(set(base, ['a.example', 'b.example', 'mine.example']));
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: null, basis: 'changed' });
    expect(item.parts).toMatchObject([{ after: ['a.example', 'theirs.example', 'mine.example'] }]);
    await on.desk.applyPlan(plan);
    expect(await origins()).toEqual(['a.example', 'theirs.example', 'mine.example']);
  });

  it('warn when the tenant’s own host would leave the list', async () => {
    const { ownHost } = (await on.desk.call('origins.get', read)).data;
    await on.desk.apply(setAll('origins', ['origins'], { origins: [ownHost, 'a.example'] }));
    const plan = await on.desk.plan(setAll('origins', ['origins'], { origins: ['a.example'] }));
    expect((await onlyItem(plan.id)).warnings).toEqual([expect.stringContaining(ownHost)]);
  });
});

describe('a webhook that a colleague changed meanwhile', () => {
  const shared = aWebhook({
    name: 'Shared webhook',
    headers: 'Authorization: Bearer first',
    requestBody: '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
  });
  const listed = async () => (await on.desk.webhooks()).filter(({ name }) => name === shared.name);

  it('is gone under its old identifier, which the review asks about', async () => {
    await on.desk.apply(create('webhook', shared));
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const base = webhookStateOf(webhook);
    await on.colleague.apply(setAll('webhook', [webhook.id], { riskLevel: 'High' }));
    const plan = await on.desk.plan(change('webhook', webhook.id, base, { ...base, description: 'Mine' }));
    expect(plan).toMatchObject({ changing: 0, undecided: 1 });
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: 'gone', verb: 'create' });

    const settled = await on.desk.call('changes.settle', {
      planId: plan.id,
      itemId: item.id,
      choices: { item: { take: 'theirs' } },
    });
    expect(settled).toMatchObject({ changing: 0, undecided: 0 });
    expect(await listed()).toMatchObject([{ riskLevel: 'High', description: '' }]);
  });

  it('is merged part by part, with hidden headers kept as they are in the tenant', async () => {
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const live = webhookStateOf(webhook);
    const base = { ...live, riskLevel: 'Low', description: 'As it was' };
    const requestBody = shared.requestBody.replace('3', '33');
    const plan = await on.desk.plan(change('webhook', webhook.id, base, { ...base, requestBody }));
    const item = await onlyItem(plan.id);
    expect(item).toMatchObject({ decision: null, basis: 'changed' });
    const after = Object.fromEntries(item.parts.map((part) => [part.name, part.after]));
    expect(after).toMatchObject({ riskLevel: 'High', description: '', requestBody });
    expect(after['headers']).toEqual([
      { name: 'Authorization', value: expect.stringMatching(/^••••[0-9a-f]{8}$/), isSecret: true },
    ]);
    expect(JSON.stringify([plan, item])).not.toContain('Bearer first');
    await on.desk.applyPlan(plan);
    expect(await on.tenant.rulesText()).toContain('Bearer first');
    expect(await listed()).toMatchObject([{ riskLevel: 'High', requestBody }]);
  });

  it('is not deleted with what was never reviewed', async () => {
    const [webhook] = await listed();
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    const base = { ...webhookStateOf(webhook), description: 'As it was when the person looked' };
    const plan = await on.desk.plan(remove('webhook', webhook.id, base));
    expect(await onlyItem(plan.id)).toMatchObject({ decision: 'changed-before-delete', basis: 'changed' });
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'left-out' }]);
    expect(await listed()).toHaveLength(1);
  });
});
