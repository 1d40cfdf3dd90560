import { describe, expect, it } from 'vitest';
import type { Plan } from '../../contract/changes/changes.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { change, create, remove, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import { anApplication } from '../builders/an-application.ts';

const on = useDesk();
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

/** Applies what the request asks for; all of it must reach the tenant. */
async function applyAll(request: Parameters<typeof on.desk.plan>[0]): Promise<Plan> {
  const { plan, items } = await on.desk.apply(request);
  expect(items.map(({ state, error }) => ({ state, error }))).toEqual(
    items.map(() => ({ state: 'verified', error: undefined })),
  );
  expect(plan).toMatchObject({ state: 'finished', counts: { verified: items.length }, undecided: 0 });
  return plan;
}

async function undoAll(planId: string): Promise<void> {
  const plan = await applyAll(undo(planId));
  expect(plan.origin).toEqual({ type: 'undo', planId });
  expect(plan.title).toMatch(/^Undo: /);
  expect(await on.desk.call('changes.get', { planId })).toMatchObject({ isUndoable: false });
  expect((await on.desk.itemsOf(planId)).map(({ state, undoneBy }) => ({ state, undoneBy }))).toEqual([
    { state: 'taken-back', undoneBy: plan.id },
  ]);
}

describe('a change of the trusted origins', () => {
  const origins = async (): Promise<string[]> => (await on.desk.call('origins.get', read)).data.origins;

  it('is planned, applied, verified, found in the history and undone', async () => {
    const before = await origins();
    const wanted = [...before, 'https://Bücher.example:8443/path'];
    const request = change('origins', 'origins', { origins: before }, { origins: wanted });
    const planned = await on.desk.plan(request);
    expect(await on.desk.itemsOf(planned.id)).toMatchObject([
      { verb: 'update', summary: 'origins +1 −0', basis: 'compared', decision: null, state: 'pending' },
    ]);

    const applied = await applyAll(request);
    expect(await origins()).toEqual([...before, 'xn--bcher-kva.example:8443']);
    expect(await on.desk.history()).toMatchObject([
      { id: applied.id, state: 'finished', appliedBy: 'Ada Admin', isUndoable: true, total: 1 },
    ]);
    expect((await on.desk.history())[0]?.targets).toMatchObject([{ kind: 'origins', id: 'origins' }]);

    await undoAll(applied.id);
    expect(await origins()).toEqual(before);
  });

  it('is no change when only the spelling differs', async () => {
    const before = await origins();
    const wanted = before.map((origin) => `https://${origin.toUpperCase()}/`).reverse();
    const plan = await on.desk.plan(change('origins', 'origins', { origins: before }, { origins: wanted }));
    expect(plan).toMatchObject({ changing: 0, confirmation: null, counts: { unchanged: 1 } });
    expect(await on.desk.itemsOf(plan.id)).toMatchObject([{ state: 'unchanged', steps: [] }]);
  });
});

describe('a replacement of a script', () => {
  it('is planned, applied, verified, saved as a version, and undone, and changes nothing else', async () => {
    const { data: applications } = await on.desk.call('applications.list', read);
    const application = applications.find(({ type }) => /saml/i.test(type));
    if (application === undefined) throw new Error('The sandbox has no SAML application.');
    const { id, name } = application;
    const recordOf = async () => (await on.desk.call('applications.get', { ...read, id })).data.record;
    const scriptOf = async () =>
      (await on.desk.call('scripts.get', { ...read, applicationId: id })).data.script;
    const [recordBefore, scriptBefore] = [await recordOf(), await scriptOf()];
    const script = `${scriptBefore}\nsetAttribute('Team', 'identity');\n`;
    const state = (text: string) => ({ application: name, script: text });

    const request = change('script', id, state(scriptBefore), state(script));
    const [item] = await on.desk.itemsOf((await on.desk.plan(request)).id);
    expect(item).toMatchObject({ verb: 'update', title: 'Replace script' });
    expect(item?.parts).toMatchObject([
      { type: 'text', language: 'javascript', isChanged: true, before: scriptBefore, after: script },
    ]);
    const applied = await applyAll(request);
    expect(await scriptOf()).toBe(script);
    const target = { tenantId: on.desk.tenantId, kind: 'script', targetId: id };
    const [newest] = await on.desk.call('versions.list', target);
    expect(newest).toMatchObject({ source: 'applied', planId: applied.id, author: 'Ada Admin' });

    await undoAll(applied.id);
    expect(await scriptOf()).toBe(scriptBefore);
    const changed = Object.entries(await recordOf()).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(recordBefore[member]),
    );
    // The only warning of the plan: the application has its own script from now on.
    expect(item?.warnings).toHaveLength(1);
    expect(changed.map(([member]) => member).filter((member) => !member.startsWith('_'))).toEqual([
      'ScriptModified',
    ]);
  });
});

describe('an application', () => {
  const listed = async () => (await on.desk.call('applications.list', read)).data;
  const named = async (name: string) => {
    const application = (await listed()).find((each) => each.name === name);
    if (application === undefined) throw new Error(`${name} is not listed.`);
    return application;
  };
  const expenses = anApplication({ description: '' });

  it('is added from its template, changed, deleted, and every step is undone', async () => {
    const before = await listed();
    const added = await applyAll(create('application', { ...expenses, description: 'For receipts' }));
    const { id } = await named('Expenses');
    expect((await on.desk.call('changes.get', { planId: added.id })).targets).toMatchObject([{ id }]);

    const changed = await applyAll(setAll('application', [id], { name: 'Travel', description: 'For trips' }));
    expect((await listed()).find((each) => each.id === id)).toMatchObject({
      name: 'Travel',
      description: 'For trips',
    });
    await undoAll(changed.id);
    expect((await listed()).find((each) => each.id === id)).toMatchObject({
      name: 'Expenses',
      description: 'For receipts',
    });

    const script = "setVersion('2');\nsetIssuer('expenses');\n";
    await applyAll(setAll('script', [id], { script }));
    const deleted = await applyAll(setAll('application', [id], null));
    expect(await listed()).toEqual(before);
    await undoAll(deleted.id);
    const back = await named('Expenses');
    expect(back.description).toBe('For receipts');
    const restored = await on.desk.call('scripts.get', { ...read, applicationId: back.id });
    expect(restored.data.script).toBe(script);
  });

  it('that is renamed after a change makes its undo a conflict instead of a silent overwrite', async () => {
    const [application] = await listed();
    const id = application?.id ?? '';
    const first = await applyAll(setAll('application', [id], { name: 'One' }));
    await applyAll(setAll('application', [id], { name: 'Two' }));
    const plan = await on.desk.plan(undo(first.id));
    expect(plan).toMatchObject({ changing: 0, undecided: 1 });
    const [item] = await on.desk.itemsOf(plan.id);
    expect(item).toMatchObject({ decision: 'merge', basis: 'changed' });
    expect(item?.parts.find(({ name }) => name === 'name')?.conflict).toMatchObject({
      base: 'One',
      theirs: 'Two',
      mine: application?.name,
    });

    const { items } = await on.desk.applyPlan(plan);
    expect(items.map(({ state }) => state)).toEqual(['left-out']);
    expect((await listed()).find((each) => each.id === id)?.name).toBe('Two');
  });

  it('cannot be added from a template that the tenant does not have', async () => {
    await expect(
      on.desk.plan(create('application', { ...expenses, templateId: 'No such template' })),
    ).rejects.toMatchObject({ error: { code: 'not-found' } });
  });
});

describe('a webhook', () => {
  const wanted = aWebhook({
    name: 'Guards the vault',
    description: 'Alerts of high risk',
    headers: 'Authorization: Bearer s3cr3t-value\nX-Team: identity',
    riskLevel: 'High',
  });
  const found = async () => {
    const webhook = (await on.desk.webhooks()).find(({ name }) => name === wanted.name);
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    return webhook;
  };

  it('is created, replaced, disabled, deleted, and every step is undone', async () => {
    const before = await on.desk.webhooks();
    const created = await applyAll(create('webhook', wanted));
    const first = await found();
    expect(first).toMatchObject({ activation: 'enabled', riskLevel: 'High', eventType: 'SecurityAlert' });

    const base = webhookStateOf(first);
    const replaced = await applyAll(
      change('webhook', first.id, base, { ...base, requestBody: '{"replaced": true}' }),
    );
    const second = await found();
    expect(second).toMatchObject({ requestBody: '{"replaced": true}', headers: first.headers });
    expect(second.id).not.toBe(first.id);
    expect(await on.desk.webhooks()).toHaveLength(before.length + 1);

    const disabled = await applyAll(setAll('webhook', [second.id], { enabled: false }));
    expect(await found()).toMatchObject({ id: second.id, activation: 'disabled' });
    await undoAll(disabled.id);
    expect(await found()).toMatchObject({ id: second.id, activation: 'enabled' });

    await undoAll(replaced.id);
    const third = await found();
    expect(third).toMatchObject({ requestBody: wanted.requestBody });

    const deletion = remove('webhook', third.id, webhookStateOf(third));
    expect((await on.desk.plan(deletion)).isDestructive).toBe(true);
    const deleted = await applyAll(deletion);
    expect(await on.desk.webhooks()).toEqual(before);
    await undoAll(deleted.id);
    expect(await found()).toMatchObject({ requestBody: wanted.requestBody, riskLevel: 'High' });

    // Replaced twice and restored once, it is still the webhook that was created.
    await undoAll(created.id);
    expect(await on.desk.webhooks()).toEqual(before);
  });

  it('with only a changed status has the same ID', async () => {
    await applyAll(create('webhook', wanted));
    const { id, ...webhook } = await found();
    const base = webhookStateOf({ id, ...webhook });
    const request = change('webhook', id, base, { ...base, enabled: false });
    expect(await on.desk.itemsOf((await on.desk.plan(request)).id)).toMatchObject([
      { verb: 'update', title: 'Disable webhook' },
    ]);
    const applied = await applyAll(request);
    expect(await found()).toMatchObject({ id, activation: 'disabled' });
    await undoAll(applied.id);
    await applyAll(setAll('webhook', [id], null));
  });
});
