import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../contract/changes.ts';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';
import type { TenantProcess } from './tenant-process.ts';
import { startTenant } from './tenant-process.ts';

let tenant: TenantProcess;
let desk: DeskOnTenant;

beforeAll(async () => {
  tenant = await startTenant({ args: ['--tenants', '1', '--admin-token'] });
});
afterAll(() => tenant.stop());
beforeEach(() => {
  const [{ baseUrl, accessToken }] = tenant.tenants;
  desk = startDesk({ baseUrl, accessToken: accessToken ?? '' });
});
afterEach(() => desk[Symbol.asyncDispose]());

const definition: WebhookDefinition = {
  name: 'Page the on-call',
  description: 'Alerts of high risk',
  url: 'https://hooks.acme.example/alerts',
  method: 'POST',
  contentType: 'application/json',
  headers: 'Authorization: Bearer s3cr3t-value\nX-Team: identity',
  requestBody: '{\n  "user": "${event.user_name}"\n}',
  enabled: true,
  eventType: 'SecurityAlert',
  riskLevel: 'High',
};

const webhooks = async () =>
  (await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' })).data;

async function applyAll(plan: Plan) {
  const { receipts } = await desk.call('changes.apply', { planId: plan.id });
  expect(receipts.map(({ result, error }) => ({ result, error }))).toEqual(
    plan.items.map(() => ({ result: 'verified', error: undefined })),
  );
  return receipts;
}

async function undo(historyId: string | undefined): Promise<void> {
  if (historyId === undefined) throw new Error('The receipt names no history entry.');
  const plan = await desk.call('history.planUndo', { id: historyId });
  expect(plan.undoes).toBe(historyId);
  await applyAll(plan);
  expect(await desk.call('history.get', { id: historyId })).toMatchObject({
    undoneBy: plan.items[0]?.id,
    isUndoable: false,
  });
}

describe('a change of the trusted origins', () => {
  const origins = async (): Promise<string[]> =>
    (await desk.call('origins.get', { tenantId: desk.tenantId, freshness: 'tenant-first' })).data.origins;

  it('is planned, applied, verified, found in the history and undone', async () => {
    const before = await origins();
    const plan = await desk.plan({
      kind: 'origins.set',
      origins: [...before, 'https://Bücher.example:8443/path'],
      base: before,
    });
    expect(plan.items[0]).toMatchObject({ action: 'update', summary: '+1 -0 origins' });
    expect(plan.items[0]?.conflict).toBeUndefined();

    const [receipt] = await applyAll(plan);
    expect(await origins()).toEqual([...before, 'xn--bcher-kva.example:8443']);
    expect(await desk.history()).toMatchObject([
      {
        id: receipt?.historyId,
        kind: 'origins.set',
        result: 'verified',
        appliedBy: 'Ada Admin',
        isUndoable: true,
      },
    ]);

    await undo(receipt?.historyId);
    expect(await origins()).toEqual(before);
  });

  it('is no change when only the spelling differs', async () => {
    const before = await origins();
    const plan = await desk.plan({
      kind: 'origins.set',
      origins: before.map((origin) => `https://${origin.toUpperCase()}/`).reverse(),
    });
    expect(plan.items[0]).toMatchObject({ action: 'none', steps: [] });
    expect(plan.confirmation).toBeNull();
  });
});

describe('a replacement of a script', () => {
  it('is planned, applied, verified, kept as a version and undone, and changes nothing else', async () => {
    const { data: applications } = await desk.call('applications.list', {
      tenantId: desk.tenantId,
      freshness: 'tenant-first',
    });
    const application = applications.find(({ type }) => /saml/i.test(type));
    if (application === undefined) throw new Error('The sandbox has no SAML application.');
    const read = { tenantId: desk.tenantId, freshness: 'tenant-first' } as const;
    const recordOf = async () =>
      (await desk.call('applications.get', { ...read, id: application.id })).data.record;
    const scriptOf = async () =>
      (await desk.call('scripts.get', { ...read, applicationId: application.id })).data.script;
    const [recordBefore, scriptBefore] = [await recordOf(), await scriptOf()];
    const script = `${scriptBefore}\nsetAttribute('Team', 'identity');\n`;

    const plan = await desk.plan({
      kind: 'script.replace',
      applicationId: application.id,
      script,
      base: scriptBefore,
    });
    expect(plan.items[0]).toMatchObject({ action: 'update', before: scriptBefore, after: script });
    const [receipt] = await applyAll(plan);
    expect(await scriptOf()).toBe(script);
    const versions = await desk.call('scripts.versions', {
      tenantId: desk.tenantId,
      applicationId: application.id,
    });
    expect(versions).toMatchObject([{ historyId: receipt?.historyId, appliedBy: 'Ada Admin', script }]);

    await undo(receipt?.historyId);
    expect(await scriptOf()).toBe(scriptBefore);
    const changed = Object.entries(await recordOf()).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(recordBefore[name]),
    );
    // The one thing that the plan warns of: the script is the application's own from now on.
    expect(plan.items[0]?.warnings).toHaveLength(1);
    expect(changed.map(([name]) => name).filter((name) => !name.startsWith('_'))).toEqual(['ScriptModified']);
  });
});

describe('an application', () => {
  const listed = async () =>
    (await desk.call('applications.list', { tenantId: desk.tenantId, freshness: 'tenant-first' })).data;

  it('is added from its template, changed, deleted, and every step is undone', async () => {
    const before = await listed();
    const [added] = await applyAll(
      await desk.plan({ kind: 'application.import', templateId: 'Generic SAML', name: 'Expenses' }),
    );
    const application = (await listed()).find(({ name }) => name === 'Expenses');
    if (application === undefined) throw new Error('The application is not listed.');
    expect((await desk.call('history.get', { id: added?.historyId ?? '' })).target.id).toBe(application.id);

    const update = { kind: 'application.update', applicationId: application.id } as const;
    const [changed] = await applyAll(
      await desk.plan({ ...update, name: 'Travel', description: 'For trips' }),
    );
    expect((await listed()).find(({ id }) => id === application.id)).toMatchObject({
      name: 'Travel',
      description: 'For trips',
    });
    await undo(changed?.historyId);
    expect((await listed()).find(({ id }) => id === application.id)).toMatchObject({ name: 'Expenses' });

    const script = "setVersion('2');\nsetIssuer('expenses');\n";
    await applyAll(await desk.plan({ kind: 'script.replace', applicationId: application.id, script }));
    const [deleted] = await applyAll(
      await desk.plan({ kind: 'application.delete', applicationId: application.id }),
    );
    expect(await listed()).toEqual(before);
    await undo(deleted?.historyId);
    const back = (await listed()).find(({ name }) => name === 'Expenses');
    const restored = await desk.call('scripts.get', {
      tenantId: desk.tenantId,
      applicationId: back?.id ?? '',
      freshness: 'tenant-first',
    });
    expect(restored.data.script).toBe(script);
  });

  it('that is renamed after a change makes its undo a conflict instead of a silent overwrite', async () => {
    const [application] = await listed();
    if (application === undefined) throw new Error('The sandbox has no application.');
    const update = { kind: 'application.update', applicationId: application.id } as const;
    const [changed] = await applyAll(await desk.plan({ ...update, name: 'One' }));
    await applyAll(await desk.plan({ ...update, name: 'Two' }));
    const plan = await desk.call('history.planUndo', { id: changed?.historyId ?? '' });
    expect(plan.items[0]?.conflict).toMatchObject({ base: 'name: One', theirs: 'name: Two' });
    await expect(desk.call('changes.apply', { planId: plan.id })).rejects.toMatchObject({
      error: { code: 'conflict' },
    });
  });

  it('cannot be added from a template that the tenant does not have', async () => {
    await expect(
      desk.plan({ kind: 'application.import', templateId: 'No such template', name: 'X' }),
    ).rejects.toMatchObject({ error: { code: 'not-found' } });
  });
});

describe('a webhook', () => {
  it('is created, replaced, disabled, deleted, and every step is undone', async () => {
    const before = await webhooks();
    const [created] = await applyAll(await desk.plan({ kind: 'webhook.create', definition }));
    const webhook = (await webhooks()).find(({ name }) => name === definition.name);
    if (webhook === undefined) throw new Error('The webhook is not listed.');
    expect(webhook).toMatchObject({ activation: 'enabled', riskLevel: 'High', eventType: 'SecurityAlert' });

    const replacement = { ...definition, headers: webhook.headers, requestBody: '{"replaced": true}' };
    const [replaced] = await applyAll(
      await desk.plan({ kind: 'webhook.replace', webhookId: webhook.id, definition: replacement }),
    );
    const second = (await webhooks()).find(({ name }) => name === definition.name);
    expect(second).toMatchObject({ requestBody: '{"replaced": true}', headers: webhook.headers });
    expect(second?.id).not.toBe(webhook.id);
    expect(await webhooks()).toHaveLength(before.length + 1);
    if (second === undefined) return;

    const [disabled] = await applyAll(
      await desk.plan({ kind: 'webhook.enable', webhookId: second.id, enabled: false }),
    );
    expect((await webhooks()).find(({ id }) => id === second.id)?.activation).toBe('disabled');
    await undo(disabled?.historyId);
    expect((await webhooks()).find(({ id }) => id === second.id)?.activation).toBe('enabled');

    await undo(replaced?.historyId);
    const third = (await webhooks()).find(({ name }) => name === definition.name);
    expect(third).toMatchObject({ requestBody: definition.requestBody });
    if (third === undefined) return;

    const plan = await desk.plan({ kind: 'webhook.delete', webhookId: third.id });
    expect(plan.isDestructive).toBe(true);
    const [deleted] = await applyAll(plan);
    expect(await webhooks()).toEqual(before);
    await undo(deleted?.historyId);
    expect((await webhooks()).find(({ name }) => name === definition.name)).toMatchObject({
      requestBody: definition.requestBody,
      riskLevel: 'High',
    });

    // Replaced twice and brought back once, it is still the webhook that was created.
    await undo(created?.historyId);
    expect(await webhooks()).toEqual(before);
  });

  it('of which only the activation changes keeps its identifier', async () => {
    await applyAll(await desk.plan({ kind: 'webhook.create', definition }));
    const webhook = (await webhooks()).find(({ name }) => name === definition.name);
    const plan = await desk.plan({
      kind: 'webhook.replace',
      webhookId: webhook?.id ?? '',
      definition: { ...definition, headers: webhook?.headers ?? '', enabled: false },
      base: { ...definition, headers: webhook?.headers ?? '' },
    });
    expect(plan.items).toMatchObject([{ kind: 'webhook.enable', title: 'Disable webhook' }]);
    const [receipt] = await applyAll(plan);
    expect((await webhooks()).find(({ id }) => id === webhook?.id)?.activation).toBe('disabled');
    await undo(receipt?.historyId);
    await applyAll(await desk.plan({ kind: 'webhook.delete', webhookId: webhook?.id ?? '' }));
  });
});
